import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const tool = new URL('../../../tools/builtFrom.mjs', import.meta.url).href;
const { sourcesDigest, isBuiltFrom, noteBuiltFrom } = (await import(tool)) as {
  sourcesDigest(root: string): string;
  isBuiltFrom(folder: string, digest: string): boolean;
  noteBuiltFrom(folder: string, digest: string | undefined): void;
};

const READ = [
  'app/main.tsx',
  'docs/deep/page.md',
  'src/base/one.ts',
  'tests/bench/main.ts',
  'tools/build.mjs',
  'a.json',
];
const FOLDERS = ['app', 'assets', 'docs', 'electron', 'src', 'tests', 'tools'];
let root = '';

beforeEach(async () => {
  root = await temporaryFolder();
  for (const folder of FOLDERS) mkdirSync(join(root, folder));
  for (const path of READ) write(path, 'a');
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test.each(READ)('a build is known to be of other sources once %s is another, or went', (path) => {
  const before = sourcesDigest(root);
  write(path, 'b');
  const changed = sourcesDigest(root);
  rmSync(join(root, path));
  expect(new Set([before, changed, sourcesDigest(root)]).size).toBe(3);
});

test('neither the times of files nor what a build and tests write make other sources', () => {
  const before = sourcesDigest(root);
  utimesSync(join(root, 'a.json'), 1, 1);
  for (const path of ['dist/ductile.js', 'node_modules/zod/index.js', 'tests/.output/times.json']) write(path, 'b');
  expect(sourcesDigest(root)).toBe(before);
});

test('a file that is moved makes other sources', () => {
  const before = sourcesDigest(root);
  rmSync(join(root, 'src/base/one.ts'));
  write('src/base/two.ts', 'a');
  expect(sourcesDigest(root)).not.toBe(before);
});

test('a folder is of the sources that were noted, and of none once they are forgotten', () => {
  const digest = sourcesDigest(root);
  expect(isBuiltFrom(root, digest)).toBe(false);
  noteBuiltFrom(root, digest);
  expect(isBuiltFrom(root, digest)).toBe(true);
  expect(isBuiltFrom(root, `${digest}0`)).toBe(false);
  noteBuiltFrom(root, undefined);
  expect(isBuiltFrom(root, digest)).toBe(false);
});
