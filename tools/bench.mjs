// Times kernels and whole frames beside their references: npm run bench [-- kernels frames --json].
// What the editor feels like while it simulates and plays, in a browser: npm run bench -- editor [start keys simulate play samples water] [--json].
// Tables of results: npm run bench -- table puddle | press PLOT.svg | recovery | meshing FOLDER [methods] [percents] [scans] |
// whole FOLDER [methods] [percents] [shapes] | rest [shots] [integrations] [meshers] [kept free].
import { spawnSync } from 'node:child_process';

const build = spawnSync('node', ['tools/build.mjs'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
const [first, table, ...rest] = process.argv.slice(2);
const programs = {
  table: [`dist/${table}Table.js`, ...rest],
  editor: ['dist/editorBench.js', ...process.argv.slice(3)],
};
const program = programs[first] ?? ['dist/bench.js', ...process.argv.slice(2)];
process.exit(spawnSync('node', program, { stdio: 'inherit' }).status ?? 1);
