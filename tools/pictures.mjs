// Takes the pictures of the sample shots and of the manual anew, with real simulations in a real browser: node tools/pictures.mjs [NAME ...].
// The pictures of the manual come from the story that looks at every part of the editor. Afterwards, build again: the start page and the
// manual bring the pictures that lie there when they are built.
import { spawnSync } from 'node:child_process';
import { readOptions } from './options.mjs';

const { words } = readOptions(import.meta.url, {}, () => undefined);

const story = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'vitest.e2e.config.ts',
  'tests/e2e/screens.test.ts',
];
const env = { ...process.env, DUCTILE_PICTURES: '1' };
for (const program of [['tools/build.mjs'], story, ['dist/pictures.js', ...words]]) {
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
