import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = ['src', 'app', 'electron', 'tools'];
/** One that goes on in the next, or begins in the one before. */
const FRAGMENT = /\/\*\* (?:(?:and|but|or|while|then|which) [^*]*|[^*]*,) \*\//;

it('docstrings stand alone: none is the half of a sentence', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.includes('generated'))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(500);
  const fragments = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, k) => (FRAGMENT.test(line) ? [`${file}:${k + 1}: ${line.trim()}`] : [])),
  );
  expect(fragments).toEqual([]);
});
