import type { PrintedRow } from './benchLine.ts';

/** What became of a row between two programs; of one that only one of them has, the other number is left out. */
export interface ComparedRow {
  readonly name: string;
  readonly unit: string;
  readonly by: string;
  readonly then?: number;
  readonly now?: number;
  /** Ratio then / now: above 1 this program takes less. */
  readonly ratio?: number;
}

/**
 * Compares the rows of some rounds of two programs by name: the least of each, which other programs on the machine disturb the least, judged as this program
 * judges the row. A row that the other program prints with one number has only that.
 */
export function compareRows(then: readonly PrintedRow[], now: readonly PrintedRow[]): ComparedRow[] {
  const names = [...new Set([...now, ...then].map(({ name }) => name))];
  return names.map((name) => {
    const ours = now.filter((row) => row.name === name);
    const theirs = then.filter((row) => row.name === name);
    const [{ unit, by: judgedBy }] = ours.length > 0 ? ours : theirs;
    const by = judgedBy ?? 'figure';
    const least = (rows: readonly PrintedRow[]) =>
      rows.length === 0 ? undefined : Math.min(...rows.map(({ figures }) => figures[by] ?? figures.figure ?? Infinity));
    const [before, after] = [least(theirs), least(ours)];
    const isSame = theirs.every((row) => row.unit === unit);
    const ratio = isSame && before !== undefined && after !== undefined ? before / after : undefined;
    return { name, unit, by, then: before, now: after, ratio };
  });
}

/** The table of compared rows, with `commit` at the head of its column. */
export function comparedText(suite: string, commit: string, rows: readonly ComparedRow[]): string {
  const cell = (value: number | undefined) => (value === undefined ? '-' : value.toPrecision(4)).padStart(12);
  const head = `${suite.padEnd(58)}${commit.slice(0, 10).padStart(12)}${'now'.padStart(12)}`;
  const lines = rows.map(({ name, unit, by, then, now, ratio }) => {
    const change = ratio === undefined ? '' : `${ratio.toFixed(2)} x`;
    return `${name.padEnd(58)}${cell(then)}${cell(now)} ${unit.padEnd(8)}${change.padStart(9)}  ${by}`;
  });
  return [head, ...lines].join('\n');
}
