// Builds the program: AssemblyScript kernels -> src/kernels/generated; then the command, the hosts and their workers -> dist; the
// editor -> dist/app; Electron's main process and preload -> dist/electron. `--only=app|electron|core` builds one of them.
// `--out=FOLDER`, a folder of this repository, where packages are found, takes the command and the editor in place of dist; Electron's part is left out.
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildKernels } from './buildKernels.mjs';
import { compilePrograms } from './compiledPrograms.mjs';
import { readOptions, tooMany } from './options.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const PARTS = ['app', 'electron', 'core'];
const { values } = readOptions(
  import.meta.url,
  { only: { type: 'string' }, out: { type: 'string' } },
  (words, { only }) => {
    if (only !== undefined && !PARTS.includes(only)) return `there is no part '${only}'; use ${PARTS.join(', ')}`;
    return tooMany(words, 0);
  },
);
const { only, out } = values;
const folder = resolve(out ?? 'dist');
const wanted = (part) => (only === undefined ? out === undefined || part !== 'electron' : only === part);
const into = (configFile, outDir) => build({ configFile, logLevel: 'warn', build: { outDir } });

if (wanted('core')) {
  await buildKernels(root);
  // The other parts have their own folders, which their builds empty.
  if (existsSync(folder)) {
    for (const name of readdirSync(folder)) {
      if (name !== 'app' && name !== 'electron') rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
  await into('vite.config.ts', folder);
  await compilePrograms(folder);
  // npm marks the command executable only when it first links it; a rebuilt one must be so by itself.
  chmodSync(join(folder, 'ductile.js'), 0o755);
}
if (wanted('app')) await into('vite.app.config.ts', join(folder, 'app'));
if (wanted('electron')) await build({ configFile: 'vite.electron.config.ts', logLevel: 'warn' });
