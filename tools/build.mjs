// Builds the program: AssemblyScript kernels -> src/kernels/generated, then the command and its workers -> dist.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildKernels } from './buildKernels.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
await buildKernels(root);
rmSync('dist', { recursive: true, force: true });
await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
