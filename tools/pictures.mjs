// Takes the pictures of the sample shots and of the manual anew, with real simulations in a real browser: node tools/pictures.mjs [NAME ...].
// Afterwards, build again: the start page and the manual bring the pictures that lie there when they are built.
import { spawnSync } from 'node:child_process';

const build = spawnSync('node', ['tools/build.mjs'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
const program = ['dist/pictures.js', ...process.argv.slice(2)];
process.exit(spawnSync('node', program, { stdio: 'inherit' }).status ?? 1);
