// Times kernels and whole frames beside what is measured in the same run: npm run bench [-- kernels frames --json]. docs/benchmarks.md says how to read it.
// Beside the program of another commit, which is built aside; both run by turns: npm run bench -- --against COMMIT [kernels frames | editor [parts]] [--rounds 2] [--json].
// From five rounds on the ratios have an interval. Shots that both simulate frame by frame in turn, in one process: npm run bench -- --against COMMIT turns [shots].
// What the editor feels like while it simulates and plays, in a browser: npm run bench -- editor [start keys simulate play samples water] [--json];
// after `samples` names of some of them. Building removes the packs of samples: node tools/sampleFrames.mjs --packs dist/samples, then npm run bench -- --no-build editor samples.
// Tables of results: npm run bench -- table puddle | press PLOT.svg | recovery | meshing FOLDER [methods] [percents] [scans] |
// whole FOLDER [methods] [percents] [shapes] | rest [shots] [integrations] [meshers] [kept free] |
// hashes [templates] | bending | experiments [names] [mm] | contact [scenes] [rigid] [sheets] [seconds].
// `--no-build` measures what was built before.
import { spawnSync } from 'node:child_process';
import { readOptions, tooMany } from './options.mjs';

/** Tables, and how many words each takes. */
const TABLES = {
  puddle: 0,
  press: 1,
  recovery: 0,
  meshing: 4,
  whole: 4,
  rest: Infinity,
  hashes: Infinity,
  bending: 0,
  contact: Infinity,
  experiments: Infinity,
};

const { values, words } = readOptions(
  import.meta.url,
  {
    'no-build': { type: 'boolean' },
    json: { type: 'boolean' },
    against: { type: 'string' },
    rounds: { type: 'string' },
  },
  faultOf,
);
if (!values['no-build']) {
  const build = spawnSync('node', ['tools/build.mjs'], { stdio: 'inherit' });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
const [first, table, ...rest] = words;
const json = values.json ? ['--json'] : [];
const rounds = values.rounds === undefined ? [] : ['--rounds', values.rounds];
const programs = {
  table: [`dist/${table}Table.js`, ...rest],
  editor: ['dist/editorBench.js', ...words.slice(1), ...json],
};
const usual =
  values.against === undefined
    ? ['dist/bench.js', ...words, ...json]
    : ['dist/againstTable.js', ...words, '--against', values.against, ...rounds, ...json];
process.exit(
  spawnSync('node', (values.against === undefined ? programs[first] : undefined) ?? usual, { stdio: 'inherit' })
    .status ?? 1,
);

/** What is wrong with the words: the programs know the names of benchmarks, shots and methods. */
function faultOf([kind, name, ...others], { json: asJson, against, rounds: turns }) {
  if (turns !== undefined && against === undefined) return '--rounds goes with --against';
  if (kind !== 'table' && kind !== 'editor') return undefined;
  if (kind === 'editor') return undefined;
  if (against !== undefined) return '--against does not go with table';
  if (asJson) return 'tables are not printed as JSON';
  if (!Object.hasOwn(TABLES, name ?? '')) return `there is no table '${name ?? ''}'`;
  return tooMany(others, TABLES[name]);
}
