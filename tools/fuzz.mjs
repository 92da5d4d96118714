// Reads many damaged and hostile files, and reports what each costs: npm run fuzz [-- mutants N | files | cache N].
import { spawnSync } from 'node:child_process';

const build = spawnSync('node', ['tools/build.mjs', '--only=core'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
process.exit(spawnSync('node', ['dist/fuzz.js', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1);
