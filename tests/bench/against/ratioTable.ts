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
  /** Half the width of the interval about the ratio in which another run's would lie; left out where the rounds are too few to say. */
  readonly spread?: number;
}

/** Rounds from which the ratios of pairs are judged instead of the least times. */
const PAIRED_ROUNDS = 5;
/** Half the notch of a box plot: 95 % of medians lie in it (McGill, Tukey and Larsen 1978, section 3). */
const NOTCH = 1.57;

/** The median of numbers and half the width of its 95 % interval. */
function medianOf(values: readonly number[]): { readonly median: number; readonly half: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const low = Math.floor(place);
    const high = Math.min(low + 1, sorted.length - 1);
    return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
  };
  return { median: at(0.5), half: (NOTCH * (at(0.75) - at(0.25))) / Math.sqrt(sorted.length) };
}

/**
 * Compares the rows of some rounds of two programs by name, judged as this program judges the row: up to four rounds the least of each, which other programs on the
 * machine disturb the least; from five on the median of the ratios of each round, which what changes between rounds does not disturb, and its interval. A row that the other program prints with one number has only that.
 */
export function compareRows(then: readonly PrintedRow[], now: readonly PrintedRow[]): ComparedRow[] {
  const names = [...new Set([...now, ...then].map(({ name }) => name))];
  return names.map((name) => {
    const ours = now.filter((row) => row.name === name);
    const theirs = then.filter((row) => row.name === name);
    const [{ unit, by: judgedBy }] = ours.length > 0 ? ours : theirs;
    const by = judgedBy ?? 'figure';
    const figuresOf = (rows: readonly PrintedRow[]) =>
      rows.map(({ figures }) => figures[by] ?? figures.figure ?? Infinity);
    const [before, after] = [figuresOf(theirs), figuresOf(ours)];
    const least = (values: readonly number[]) => (values.length === 0 ? undefined : Math.min(...values));
    const row = { name, unit, by, then: least(before), now: least(after) };
    const isSame = theirs.every((other) => other.unit === unit);
    if (!isSame || row.then === undefined || row.now === undefined) return { ...row, ratio: undefined };
    const rounds = Math.min(before.length, after.length);
    if (rounds < PAIRED_ROUNDS) return { ...row, ratio: row.then / row.now };
    return { ...row, ...medianRatio(before.slice(0, rounds), after) };
  });
}

/** The median of the ratios of pairs, `before` over `after`, and half its interval. */
export function medianRatio(
  before: readonly number[],
  after: readonly number[],
): Required<Pick<ComparedRow, 'ratio' | 'spread'>> {
  const { median, half } = medianOf(before.map((value, pair) => value / after[pair]));
  return { ratio: median, spread: half };
}

/** The table of compared rows, with `commit` at the head of its column. */
export function comparedText(suite: string, commit: string, rows: readonly ComparedRow[]): string {
  const cell = (value: number | undefined) => (value === undefined ? '-' : value.toPrecision(4)).padStart(12);
  const head = `${suite.padEnd(58)}${commit.slice(0, 10).padStart(12)}${'now'.padStart(12)}`;
  const lines = rows.map(({ name, unit, by, then, now, ratio, spread }) => {
    const digits = spread === undefined ? 2 : 3;
    const change = ratio === undefined ? '' : `${ratio.toFixed(digits)} x`;
    const interval = spread === undefined ? '' : ` +-${spread.toFixed(digits)}`;
    return `${name.padEnd(58)}${cell(then)}${cell(now)} ${unit.padEnd(8)}${change.padStart(9)}${interval}  ${by}`;
  });
  return [head, ...lines].join('\n');
}
