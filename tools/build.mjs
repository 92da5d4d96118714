// Builds the program: AssemblyScript kernels -> src/kernels/generated, then the command and its workers -> dist.
import { chmodSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildKernels } from './buildKernels.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
await buildKernels(root);
rmSync('dist', { recursive: true, force: true });
await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
// npm marks the command executable only when it first links it; a rebuilt one must be so by itself.
chmodSync('dist/ductile.js', 0o755);
