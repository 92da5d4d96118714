// Packs the program: `npm run package -- [--electron-dist FOLDER] [--no-build] [--no-samples] [--hollow FOLDER] [--linux] [--win] [--mac] [--x64] [--arm64] [--dir]`.
// Electron's runtime is taken from --electron-dist, ELECTRON_OVERRIDE_DIST_PATH or node_modules/electron/dist. Where there is none, everything
// that needs none is done: the configuration is checked, the program built, packed without a runtime and looked at. Then it says what is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage } from './checkPackage.mjs';
import { makeHollowRuntime } from './hollowRuntime.mjs';
import { readOptions } from './options.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const PROGRAMS = ['electron', 'electron.exe', 'Electron.app'];

/** Options of electron-builder that are handed on. */
const PLATFORMS = ['linux', 'win', 'mac', 'x64', 'arm64', 'dir'];

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

async function checkConfiguration() {
  const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
  const { getConfig, validateConfiguration } = ofBuilder('app-builder-lib/out/util/config/config');
  const { DebugLogger } = ofBuilder('builder-util');
  await validateConfiguration(await getConfig(root, 'electron-builder.yml', null), new DebugLogger(false));
}

/** Returns the folder of a real runtime. */
function findRuntime(named) {
  const candidates = [named, process.env.ELECTRON_OVERRIDE_DIST_PATH, 'node_modules/electron/dist'];
  return candidates.find((folder) => folder && PROGRAMS.some((program) => existsSync(join(folder, program))));
}

function pack(runtime, options) {
  run(process.execPath, [
    createRequire(import.meta.url).resolve('electron-builder/cli.js'),
    ...options,
    `-c.electronDist=${runtime}`,
    '--publish=never',
  ]);
}

/** Returns the resources folders below an output folder: one for each packed platform. */
function packedResources(folder) {
  const found = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name === 'app.asar') found.push(entry.parentPath);
  return found;
}

function report(folder) {
  for (const resources of packedResources(folder)) {
    const { problems, fileCount, bytes } = checkPackage(resources);
    process.stdout.write(`${resources}: ${fileCount} files, ${(bytes / 2 ** 20).toFixed(1)} MiB without Electron\n`);
    for (const problem of problems) process.stdout.write(`  ${problem}\n`);
    if (problems.length > 0) process.exit(1);
  }
}

const { values } = readOptions(import.meta.url, {
  'electron-dist': { type: 'string' },
  hollow: { type: 'string' },
  'no-build': { type: 'boolean' },
  'no-samples': { type: 'boolean' },
  ...Object.fromEntries(PLATFORMS.map((name) => [name, { type: 'boolean' }])),
});
const { 'electron-dist': named, hollow, 'no-build': keepBuild, 'no-samples': noSamples } = values;
const options = PLATFORMS.filter((name) => values[name]).map((name) => `--${name}`);

await checkConfiguration();
process.stdout.write('electron-builder.yml is valid\n');
if (!keepBuild) run(process.execPath, ['tools/build.mjs']);
const runtime = findRuntime(named);
if (runtime !== undefined && hollow === undefined) {
  // The draft frames of the sample shots, so that each plays as soon as it is opened; made before they are stale.
  if (!noSamples)
    run(process.execPath, ['tools/sampleFrames.mjs', '--packs', 'dist/samples', '--shelf', 'dist/studies/shelf']);
  pack(runtime, options);
  report('dist/packages');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'ductile-hollow-'));
  const output = hollow ?? join(folder, 'packed');
  makeHollowRuntime(join(folder, 'runtime'));
  pack(join(folder, 'runtime'), ['--linux', '--dir', `-c.directories.output=${output}`]);
  report(output);
  rmSync(folder, { recursive: true, force: true });
  if (hollow === undefined) {
    process.stderr.write(
      "Nothing was packed: Electron's runtime is not here. What would be packed was built and looked at, and is complete.\n" +
        'Name a folder with the runtime of the wanted platform: npm run package -- --electron-dist FOLDER\n',
    );
    process.exit(1);
  }
}
