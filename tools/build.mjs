// Builds the program: AssemblyScript kernels -> src/kernels/generated, then the command and its workers -> dist.
import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildKernels } from './buildKernels.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
await buildKernels(root);
rmSync('dist', { recursive: true, force: true });
await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
linkCommand();

/** Lets `npx ductile` find this checkout's own command at once, without npm's copy of it in a cache. */
function linkCommand() {
  chmodSync('dist/ductile.js', 0o755);
  const bin = join('node_modules', '.bin', 'ductile');
  if (process.platform === 'win32' || !existsSync(dirname(bin))) return;
  rmSync(bin, { force: true });
  symlinkSync(join('..', '..', 'dist', 'ductile.js'), bin);
}
