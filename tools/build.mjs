// Builds the program: AssemblyScript kernels -> src/kernels/generated; then the command, the hosts and their workers -> dist; the
// editor -> dist/app; Electron's main process and preload -> dist/electron. `--only=app|electron|core` builds one of them.
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildKernels } from './buildKernels.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const wanted = (part) => only === undefined || only === part;

if (wanted('core')) {
  await buildKernels(root);
  // The other parts have their own folders, which their builds empty.
  if (existsSync('dist')) {
    for (const name of readdirSync('dist')) {
      if (name !== 'app' && name !== 'electron') rmSync(join('dist', name), { recursive: true, force: true });
    }
  }
  await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
  // npm marks the command executable only when it first links it; a rebuilt one must be so by itself.
  chmodSync('dist/ductile.js', 0o755);
}
if (wanted('app')) await build({ configFile: 'vite.app.config.ts', logLevel: 'warn' });
if (wanted('electron')) await build({ configFile: 'vite.electron.config.ts', logLevel: 'warn' });
