import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const MOST_ROOMS = 8;
const text = readFileSync('docs/extending.md', 'utf8');
const [, walks] = text.split('\n## Three walks\n');

/** Paths of files and folders that a text names, without patterns such as `<kind>.ts`. */
function pathsIn(part: string): string[] {
  const quoted = [...part.matchAll(/`((?:app|src|tests)\/[\w./-]+)`/g)].map(([, path]) => path);
  return [...new Set(quoted)];
}

test('names files and folders that are there', () => {
  const paths = pathsIn(text);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

describe.each(walks.split('\n### ').slice(1))('the walk of %s', (walk) => {
  test(`goes through at most ${MOST_ROOMS} rooms`, () => {
    const rooms = new Set(pathsIn(walk).map((path) => path.split('/').slice(0, 2).join('/')));
    expect(rooms.size).toBeGreaterThan(4);
    expect([...rooms].length).toBeLessThanOrEqual(MOST_ROOMS);
  });

  test.each(walk.split(/\n\d\. /).slice(1))('names what is there: %s', (step) => {
    const files = pathsIn(step).filter((path) => /\.tsx?$/.test(path));
    const texts = files.map((path) => readFileSync(path, 'utf8'));
    for (const [, name] of step.matchAll(/`(\w+)`/g)) {
      expect(
        texts.some((content) => new RegExp(`\\b${name}\\b`).test(content)),
        name,
      ).toBe(true);
    }
  });
});
