import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const MANUAL = 'docs/user';
const SAMPLES = 'app/start/samples';

/** Pictures of pages, `[page, alternative text, path from the root]`. */
function shown(): (readonly [string, string, string])[] {
  const pages = [
    'README.md',
    ...readdirSync(MANUAL).flatMap((name) => (name.endsWith('.md') ? [join(MANUAL, name)] : [])),
  ];
  return pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/!\[([^\]]*)\]\(([^()\s]+)\)/g)].map(
      ([, alt, source]) => [page, alt, join(page, '..', source)] as const,
    ),
  );
}

describe('pictures', () => {
  it('are there wherever a page shows one, and say what is in them', () => {
    expect(shown().length).toBeGreaterThan(0);
    for (const [page, alt, path] of shown()) {
      expect(existsSync(path), `${path} of ${page}`).toBe(true);
      expect(alt.length, `words for ${path} of ${page}`).toBeGreaterThan(15);
    }
  });

  it('are all shown, and small enough to be brought along', () => {
    const pictures = readdirSync(join(MANUAL, 'pictures')).map((name) => join(MANUAL, 'pictures', name));
    const used = new Set(shown().map(([, , path]) => path));
    expect(pictures.filter((path) => !used.has(path))).toEqual([]);
    for (const path of pictures) expect(statSync(path).size, path).toBeLessThan(150_000);
    for (const name of readdirSync(SAMPLES)) expect(statSync(join(SAMPLES, name)).size, name).toBeLessThan(30_000);
  });
});
