// Starts the editor: in a window where Electron's runtime is installed and there is a display, else as a local host whose address is printed
// and, where there is a display, opened in a browser. Downloads nothing. `npm start -- --help` tells the options.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const argv = process.argv.slice(2);
/** A window that closes with an error within this time, milliseconds, could not be opened. */
const startTime = 5000;
const executables = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/** Returns Electron's program; undefined where no window can be opened, or the options are those of the local host. */
function electron() {
  if (argv.some((argument) => argument.startsWith('-'))) return undefined;
  const display = process.platform in executables || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!display || !existsSync(join(root, 'dist/electron/main.js'))) return undefined;
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules/electron/dist');
  const program = join(folder, executables[process.platform] ?? 'electron');
  return existsSync(program) ? program : undefined;
}

/** Runs a program in this terminal and forwards signals to it. Returns its exit code and duration. */
function run(program, args, env) {
  const began = performance.now();
  const child = spawn(program, args, { stdio: 'inherit', env });
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve) => {
    const end = (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve({ code, milliseconds: performance.now() - began });
    };
    child.once('error', () => end(1));
    child.once('exit', (code, signal) => end(code ?? (signal === null ? 1 : 0)));
  });
}

async function openWindow(program) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const { code, milliseconds } = await run(program, [join(root, 'dist/electron/main.js'), ...argv], env);
  if (code === 0 || milliseconds > startTime) return code;
  process.stderr.write(`The window could not be opened (Electron ended with ${code}); the browser is used instead.\n`);
  return undefined;
}

if (!existsSync(join(root, 'dist/localHost.js')) || !existsSync(join(root, 'dist/app/index.html'))) {
  process.stdout.write('The program is built first; this takes a moment.\n');
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}
const program = electron();
const windowCode = program === undefined ? undefined : await openWindow(program);
process.exitCode =
  windowCode ?? (await run(process.execPath, [join(root, 'dist/localHost.js'), ...argv], process.env)).code;
