import { CoreError } from '../../../base/errors.ts';
import type { ExportReport } from '../../Exporter.ts';

interface Tally {
  comparisons: number;
  worst: number;
  tolerance: number;
  failure: string | undefined;
}

/** Collects what reopening a written file showed: one line per kind of comparison, over all frames. */
export class HandOffChecks {
  private readonly tallies = new Map<string, Tally>();
  private readonly notes: { readonly name: string; readonly passed: boolean; readonly detail: string }[] = [];

  /** Something that must be the same, e.g. a count. `place`: `frame 12, object body`. */
  equal(name: string, found: unknown, expected: unknown, place: string): void {
    const tally = this.tally(name);
    if (Object.is(found, expected)) return;
    tally.failure ??= `${place}: ${String(found)} instead of ${String(expected)}`;
  }

  /** Something measured: the largest difference that was found and what is allowed. NaN fails. */
  within(name: string, difference: number, tolerance: number, place: string): void {
    const tally = this.tally(name);
    tally.tolerance = Math.max(tally.tolerance, tolerance);
    if (!(difference <= tally.worst)) tally.worst = difference;
    if (!(difference <= tolerance)) tally.failure ??= `${place}: difference ${difference}, allowed ${tolerance}`;
  }

  /** Two packed arrays, element by element; different lengths fail. */
  arrays(name: string, found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number, place: string): void {
    if (found.length !== expected.length)
      this.equal(name, `${found.length} values`, `${expected.length} values`, place);
    else this.within(name, largestDifference(found, expected), tolerance, place);
  }

  /** Says something that needs no comparison, e.g. what a format cannot hold. */
  note(name: string, detail: string): void {
    if (this.notes.some((line) => line.name === name && line.detail === detail)) return;
    this.notes.push({ name, passed: true, detail });
  }

  /** The lines of the report. Throws `export-mismatch` when a comparison failed. */
  finish(file: string): ExportReport['checks'] {
    const lines = [...this.tallies].map(([name, tally]) => ({
      name,
      passed: tally.failure === undefined,
      detail: tally.failure ?? describe(tally),
    }));
    const failed = lines.find((line) => !line.passed);
    if (failed !== undefined) {
      throw new CoreError('export-mismatch', `the written file differs from the shot: ${failed.name}`, {
        file,
        place: failed.detail,
        remedy: 'Check the disk and export again; nothing was left under the final name.',
      });
    }
    return [...lines, ...this.notes];
  }

  private tally(name: string): Tally {
    let tally = this.tallies.get(name);
    if (tally === undefined) {
      tally = { comparisons: 0, worst: 0, tolerance: 0, failure: undefined };
      this.tallies.set(name, tally);
    }
    tally.comparisons++;
    return tally;
  }
}

function describe({ comparisons, worst, tolerance }: Tally): string {
  const times = comparisons === 1 ? 'compared once' : `${comparisons} comparisons`;
  if (worst === 0) return `equal (${times})`;
  return `largest difference ${worst.toPrecision(3)}, allowed ${tolerance.toPrecision(3)} (${times})`;
}

/** Largest absolute difference of two arrays of the same length; NaN where one holds NaN and the other does not. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (difference > largest) largest = difference;
    else if (difference !== difference && !Object.is(a[i], b[i])) return NaN;
  }
  return largest;
}
