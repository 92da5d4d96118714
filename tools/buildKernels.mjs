// Compiles every AssemblyScript entry in src/kernels/assembly/*.entry.ts to WebAssembly and writes it as a TypeScript module
// holding base64, so that one import works in Node, in workers, in a browser and under the test runner.
//
// Files named *.lanes.ts are expanded first: every statement that names a variable ending in $ is compiled twice, once with $ = A
// and once with $ = B, so that two groups of lanes run interleaved.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';
import { dispatchModule, hasKernels, materialKernels, tableModule } from './materialKernels.mjs';
import { readOptions } from './options.mjs';

/** Compiler options shared by all entries; an entry's own are in `<name>.options.json` beside it. */
const COMMON = ['--runtime', 'stub', '-O3', '--noAssert', '--importMemory'];

/** The lanes expansion: `const x$ = add(a$, one);` becomes `const xA = add(aA, one); const xB = add(aB, one);`. */
function expandLanes(source) {
  const names = /\b(\w+)\$/g;
  let statement = '';
  let expanded = '';
  for (const line of source.split('\n')) {
    statement += line;
    const code = statement.replace(/\/\/.*$/, '').trimEnd();
    const open = (code.match(/[([]/g) ?? []).length > (code.match(/[)\]]/g) ?? []).length;
    if (open || (code !== '' && !/[;{}]$/.test(code) && !/^\s*(\/\*|\*)/.test(code))) {
      statement += '\n';
      continue;
    }
    const perLane = code.endsWith(';') && !/^\s*\*/.test(code) && code.search(names) >= 0;
    const text = perLane
      ? ['A', 'B'].map((lane) => code.replace(names, `$1${lane}`).replace(/\n\s*/g, ' ')).join(' ')
      : statement;
    expanded += `${text}\n`;
    statement = '';
  }
  return expanded;
}

/** The folder of the modules that are written: one of its own for a build with the kernels of models of the `extra` folder. */
export function kernelFolder(root, extra) {
  const generated = join(root, 'src/kernels/generated');
  return hasKernels(extra) ? join(generated, basename(extra)) : generated;
}

/** Compiles what was not made from the sources as they are, with the kernels of models of the `extra` folder where one is given. Returns the folder of the modules. */
export async function buildKernels(root, { debug = false, extra } = {}) {
  const sources = join(root, 'src/kernels/assembly');
  const target = kernelFolder(root, extra);
  mkdirSync(target, { recursive: true });
  const materials = materialKernels(root, hasKernels(extra) ? extra : undefined);
  const dispatch = dispatchModule(root, materials);
  const madeFrom = `/** Made from ${digestOf(root, sources, materials)}. */\n`;
  const isMade = (output) => !debug && existsSync(output) && readFileSync(output, 'utf8').startsWith(madeFrom);
  const table = join(target, 'materialKernels.ts');
  if (!isMade(table)) writeFileSync(table, madeFrom + tableModule(materials));
  for (const file of readdirSync(sources).filter((name) => name.endsWith('.entry.ts'))) {
    const name = file.slice(0, -'.entry.ts'.length);
    const output = join(target, `${name}Wasm.ts`);
    if (isMade(output)) continue;
    const optionsFile = join(sources, `${name}.options.json`);
    const own = existsSync(optionsFile) ? JSON.parse(readFileSync(optionsFile, 'utf8')) : [];
    let binary;
    const { error, stderr } = await asc.main(
      [join('src/kernels/assembly', file), '--outFile', 'out.wasm', ...COMMON, ...own, ...(debug ? ['--debug'] : [])],
      {
        readFile: (path, base) => {
          const full = join(base, path);
          if (resolve(root, full) === join(resolve(sources), 'materialDispatch.ts')) return dispatch;
          if (!existsSync(full)) return null;
          const source = readFileSync(full, 'utf8');
          return path.endsWith('.lanes.ts') ? expandLanes(source) : source;
        },
        writeFile: (path, contents) => {
          if (path.endsWith('.wasm')) binary = contents;
        },
        listFiles: () => [],
      },
    );
    if (error) throw new Error(`${file}: ${error.message}\n${stderr.toString()}`);
    writeFileSync(
      output,
      `${madeFrom}/** Generated from src/kernels/assembly/${file} by tools/buildKernels.mjs. */\nexport const ${name}Wasm =\n  '${Buffer.from(binary).toString('base64')}';\n`,
    );
  }
  return target;
}

/** SHA-256 of what the kernels are made of, names and contents: their times say nothing of modules that were copied or of sources that went. */
export function digestOf(root, sources, materials) {
  const kernels = join(root, 'src/kernels');
  const inputs = [
    ...readdirSync(sources, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
    ...readdirSync(kernels)
      .filter((name) => name.endsWith('Fields.ts'))
      .map((name) => join(kernels, name)),
    ...materials.map(({ file }) => resolve(file)),
    join(root, 'tools/buildKernels.mjs'),
    join(root, 'tools/materialKernels.mjs'),
    join(root, 'node_modules/assemblyscript/package.json'),
  ];
  const hash = createHash('sha256');
  for (const file of [...new Set(inputs)].sort()) {
    hash
      .update(`${relative(root, file).replaceAll('\\', '/')}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  readOptions(import.meta.url);
  await buildKernels(process.cwd());
}
