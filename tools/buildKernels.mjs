// Compiles every AssemblyScript entry in src/kernels/assembly/*.entry.ts to WebAssembly and writes it as a TypeScript module
// holding base64, so that one import works in Node, in workers, in a browser and under the test runner.
//
// Files named *.lanes.ts are expanded first: every statement that names a variable ending in $ is compiled twice, once with $ = A
// and once with $ = B, so that two groups of lanes run interleaved.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

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

export async function buildKernels(root, { debug = false } = {}) {
  const sources = join(root, 'src/kernels/assembly');
  const target = join(root, 'src/kernels/generated');
  mkdirSync(target, { recursive: true });
  const files = existsSync(sources) ? readdirSync(sources) : [];
  const records = [
    'bodyFields.ts',
    'flowFields.ts',
    'pressureFields.ts',
    'clothFields.ts',
    'liquidFields.ts',
    'liquidPressureFields.ts',
  ].map((file) => join(root, 'src/kernels', file));
  const inputs = [...files.map((file) => join(sources, file)), ...records];
  const newest = Math.max(0, ...inputs.map((file) => statSync(file).mtimeMs));
  for (const file of files.filter((name) => name.endsWith('.entry.ts'))) {
    const name = file.slice(0, -'.entry.ts'.length);
    const output = join(target, `${name}Wasm.ts`);
    if (!debug && existsSync(output) && statSync(output).mtimeMs > newest) continue;
    const optionsFile = join(sources, `${name}.options.json`);
    const own = existsSync(optionsFile) ? JSON.parse(readFileSync(optionsFile, 'utf8')) : [];
    let binary;
    const { error, stderr } = await asc.main(
      [join('src/kernels/assembly', file), '--outFile', 'out.wasm', ...COMMON, ...own, ...(debug ? ['--debug'] : [])],
      {
        readFile: (path, base) => {
          const full = join(base, path);
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
      `/** Generated from src/kernels/assembly/${file} by tools/buildKernels.mjs. */\nexport const ${name}Wasm =\n  '${Buffer.from(binary).toString('base64')}';\n`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildKernels(process.cwd());
