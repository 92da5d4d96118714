// Times kernels and whole frames beside what is measured in the same run: npm run bench [-- kernels frames --json]. docs/benchmarks.md says how to read it.
// Beside the program of another commit, which is built aside; both run by turns: npm run bench -- --against COMMIT [kernels frames] [--rounds 2] [--json].
// What the editor feels like while it simulates and plays, in a browser: npm run bench -- editor [start keys simulate play samples water] [--json];
// after `samples` names of some of them. Building removes the packs of samples: node tools/sampleFrames.mjs --packs dist/samples, then npm run bench -- --no-build editor samples.
// Tables of results: npm run bench -- table puddle | press PLOT.svg | recovery | meshing FOLDER [methods] [percents] [scans] |
// whole FOLDER [methods] [percents] [shapes] | rest [shots] [integrations] [meshers] [kept free] |
// hashes [templates] | bending.
import { spawnSync } from 'node:child_process';

const words = process.argv.slice(2).filter((word) => word !== '--no-build');
if (!process.argv.includes('--no-build')) {
  const build = spawnSync('node', ['tools/build.mjs'], { stdio: 'inherit' });
  if (build.status !== 0) process.exit(build.status ?? 1);
}
const [first, table, ...rest] = words;
const programs = {
  table: [`dist/${table}Table.js`, ...rest],
  editor: ['dist/editorBench.js', ...words.slice(1)],
};
const usual = [words.includes('--against') ? 'dist/againstTable.js' : 'dist/bench.js', ...words];
process.exit(spawnSync('node', programs[first] ?? usual, { stdio: 'inherit' }).status ?? 1);
