// Programs that are started again and again, each as one script with what the engine made of it: threads of jobs, the process that serves, and
// the thread of a command. Run with the path of such a script it writes what the engine makes of it beside it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compiledPath, loadScript, scriptPath } from './startCompiled.mjs';

const here = fileURLToPath(import.meta.url);
const starter = join(here, '..', 'startCompiled.mjs');

/** Entries in vite.config.ts that are compiled. None may begin its work in the main thread by itself: it runs there once, to be compiled. */
const NAMES = ['jobWorker', 'serveHost', 'commandThread'];

/**
 * Makes of each entry in `folder`, `NAME.js`, one script without its chunks, `NAME.script`; writes what the engine makes of it to `NAME.compiled`, and puts
 * in place of the entry what starts it. Throws where one does not compile.
 */
export async function compilePrograms(folder) {
  for (const name of NAMES) {
    const entry = join(folder, `${name}.js`);
    const script = scriptPath(entry);
    writeFileSync(script, await bundle(entry));
    rmSync(`${entry}.map`, { force: true });
    copyFileSync(starter, entry);
    const { status } = spawnSync(process.execPath, [here, script], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${script} cannot be compiled`);
  }
}

/** A package that is imported when it is needed. */
const IMPORT = /\bimport\((`[^`]+`)\)/g;

/**
 * The entry with all of its chunks as the body of a function that takes what a CommonJS module is given, and what imports a package: in a script of which the
 * bytecode is given, `import()` does not know where to look.
 */
async function bundle(entry) {
  const { output } = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      write: false,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: entry,
        output: { format: 'cjs', codeSplitting: false, minify: { compress: false, mangle: false, codegen: true } },
      },
    },
  });
  if (output.length !== 1) throw new Error(`${entry} is bundled as ${output.length} files`);
  const code = output[0].code.replaceAll(IMPORT, 'importPackage($1)');
  return `(function (exports, require, module, __filename, __dirname, importPackage) {${code}\n})`;
}

/** Runs a script once, and what it exports as `warmUp`, so that what it calls is compiled too, and keeps what was compiled. */
async function compile(path) {
  const { script, run } = loadScript(path);
  await run().warmUp?.();
  writeFileSync(compiledPath(path), script.createCachedData());
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === here) {
  await compile(resolve(process.argv[2]));
  process.exit(0);
}
