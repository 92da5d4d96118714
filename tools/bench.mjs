// Times kernels and whole frames beside their references: npm run bench [-- kernels frames --json].
import { spawnSync } from 'node:child_process';

const build = spawnSync('node', ['tools/build.mjs'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
process.exit(spawnSync('node', ['dist/bench.js', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1);
