// Builds the program: AssemblyScript kernels -> src/kernels/generated; then the command, the hosts and their workers -> dist; the
// editor -> dist/app; Electron's main process and preload -> dist/electron. `--only=app|electron|core` builds one of them.
// `--out=FOLDER`, a folder of this repository, where packages are found, takes the command and the editor in place of dist; Electron's part is left out.
// `--if-changed` builds nothing where dist was built from the files as they are.
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildKernels } from './buildKernels.mjs';
import { isBuiltFrom, noteBuiltFrom, sourcesDigest } from './builtFrom.mjs';
import { compilePrograms } from './compiledPrograms.mjs';
import { readOptions, tooMany } from './options.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const PARTS = ['app', 'electron', 'core'];
const { values } = readOptions(
  import.meta.url,
  { only: { type: 'string' }, out: { type: 'string' }, 'if-changed': { type: 'boolean' } },
  (words, { only }) => {
    if (only !== undefined && !PARTS.includes(only)) return `there is no part '${only}'; use ${PARTS.join(', ')}`;
    return tooMany(words, 0);
  },
);
const { only, out } = values;
const folder = resolve(out ?? 'dist');
const wanted = (part) => (only === undefined ? out === undefined || part !== 'electron' : only === part);
// Kernels are among the sources of the rest.
if (wanted('core')) await buildKernels(root);
/** What dist is built from, where it is built whole and as it is delivered. */
const isWhole = only === undefined && out === undefined && !process.env.DUCTILE_KINDS;
const digest = isWhole ? sourcesDigest(root) : undefined;
// A build removes the frames of samples that were packed after an earlier one.
const isPacked = existsSync(join(folder, 'samples'));
if (values['if-changed'] && isWhole && !isPacked && isBuiltFrom(folder, digest)) process.exit(0);
if (out === undefined) noteBuiltFrom(folder, undefined);
const into = (configFile, outDir) => build({ configFile, logLevel: 'warn', build: { outDir } });

if (wanted('core')) {
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
if (isWhole) noteBuiltFrom(folder, digest);
