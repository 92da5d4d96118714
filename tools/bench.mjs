// Times kernels and whole frames beside their references: npm run bench [-- kernels frames --json].
// Tables of results: npm run bench -- table puddle | recovery | meshing FOLDER [methods] [percents] [scans].
import { spawnSync } from 'node:child_process';

const build = spawnSync('node', ['tools/build.mjs'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
const [first, table, ...rest] = process.argv.slice(2);
const program = first === 'table' ? [`dist/${table}Table.js`, ...rest] : ['dist/bench.js', ...process.argv.slice(2)];
process.exit(spawnSync('node', program, { stdio: 'inherit' }).status ?? 1);
