// Counts tests of an entity's kind (`entity.kind === 'solid'`, `isKind('pin')`, `case 'liquid':`) outside the places that may know kinds, by folder.
// `--check` fails where a folder has more than tools/kindTests.json allows (none where it is not in there), `--update` writes what there is, `--list` names the lines.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from './options.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const LIMITS = join(root, 'tools/kindTests.json');
/** The three places of a kind, and migrations, which read documents of older versions. */
const ALLOWED = /^(src\/scene\/kinds|src\/scene\/migrations|src\/systems|app\/kinds)\//;

const kinds = readdirSync(join(root, 'src/scene/kinds'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace('.ts', ''))
  .join('|');
const TESTS = new RegExp(
  [
    String.raw`\bkind\??\.?\s*[!=]==\s*'(?:${kinds})'`,
    String.raw`'(?:${kinds})'\s*[!=]==\s*[\w.?]*kind\b`,
    String.raw`\bisKind\b`,
  ].join('|'),
  'g',
);

/** Cases of kinds, in files that switch on one. */
const SWITCH = /\bswitch \([\w.]*\bkind\)/;
const CASES = new RegExp(String.raw`\bcase '(?:${kinds})':`, 'g');

/** The tests of kinds in the text of a file, with the numbers of their lines; imports and declarations are none. */
export function kindTests(text) {
  const code = text.replace(/^import[^;]*;|^export function isKind\b/gm, (part) => part.replace(/\S/g, ' '));
  return [...code.matchAll(TESTS), ...(SWITCH.test(code) ? code.matchAll(CASES) : [])].map(({ 0: match, index }) => ({
    match,
    line: code.slice(0, index).split('\n').length,
  }));
}

/** Every test of a kind outside the allowed places. */
export function allKindTests() {
  return ['src', 'app', 'electron'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !ALLOWED.test(file) && !file.includes('/assembly/'))
      .sort()
      .flatMap((file) => kindTests(readFileSync(join(root, file), 'utf8')).map((test) => ({ file, ...test }))),
  );
}

function byFolder(tests) {
  const counts = {};
  for (const { file } of tests) {
    const folder = file.split('/').slice(0, 2).join('/');
    counts[folder] = (counts[folder] ?? 0) + 1;
  }
  return counts;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

if (process.argv[1]?.endsWith('kindTests.mjs')) {
  const names = ['list', 'update', 'check'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
  const { values } = readOptions(import.meta.url, options);
  const tests = allKindTests();
  const counts = byFolder(tests);
  if (values.list) for (const { file, line, match } of tests) print(`${file}:${line} ${match}`);
  for (const [folder, count] of Object.entries(counts)) print(`${String(count).padStart(4)} ${folder}`);
  print(`${tests.length} tests of kinds in ${new Set(tests.map(({ file }) => file)).size} files`);
  if (values.update) writeFileSync(LIMITS, `${JSON.stringify(counts, undefined, 2)}\n`);
  if (values.check) {
    const limits = JSON.parse(readFileSync(LIMITS, 'utf8'));
    const grown = Object.entries(counts).filter(([folder, count]) => count > (limits[folder] ?? 0));
    for (const [folder, count] of grown) {
      print(`${folder} tests kinds of entities ${count} times; it may ${limits[folder] ?? 0} times.`);
      print('Let the kind say it: a capability of KindDefinition (src/scene/Kinds.ts), of AppKind, or of its system.');
    }
    if (grown.length > 0) process.exit(1);
  }
}
