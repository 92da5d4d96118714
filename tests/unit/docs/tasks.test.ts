import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tasks, type TaskEntry } from '../../e2e/support/taskTable.ts';

const KINDS = ['clicks', 'drags', 'drops', 'fields', 'keys'] as const;

/** Cells of the rows of a table, by its first column. */
function rowsOf(text: string): Readonly<Record<string, readonly string[]>> {
  const lines = text.split('\n').filter((line) => line.startsWith('|') && !/^[|\s-]+$/.test(line));
  return Object.fromEntries(
    lines.slice(1).map((line) => {
      const [title, ...cells] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [title, cells];
    }),
  );
}

it('the manual shows what tasks take, as their stories hold it', () => {
  const entries: readonly TaskEntry[] = Object.values(tasks);
  const said = entries.map(({ title, most }) => [title, KINDS.map((kind) => String(most[kind] ?? '–'))]);
  expect(rowsOf(readFileSync('docs/user/tasks.md', 'utf8'))).toEqual(Object.fromEntries(said));
  for (const { story } of entries) expect(existsSync(join('tests/e2e', story)), story).toBe(true);
});
