// Reads many damaged and hostile files, and reports what each costs: npm run fuzz [-- mutants N | files | cache N].
import { spawnSync } from 'node:child_process';
import { readOptions, tooMany } from './options.mjs';

/** Parts, and how many words each takes. */
const PARTS = { mutants: 1, files: 0, cache: 1 };
const { words } = readOptions(import.meta.url, {}, ([part, ...rest]) => {
  if (part === undefined) return undefined;
  if (!Object.hasOwn(PARTS, part)) return `there is no part '${part}'; use ${Object.keys(PARTS).join(', ')}`;
  const [count = '1'] = rest;
  return tooMany(rest, PARTS[part]) ?? (/^[1-9]\d*$/.test(count) ? undefined : `'${count}' is no number of files`);
});

const build = spawnSync('node', ['tools/build.mjs', '--only=core'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
process.exit(spawnSync('node', ['dist/fuzz.js', ...words], { stdio: 'inherit' }).status ?? 1);
