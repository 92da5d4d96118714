import { CoreError } from '../../../base/errors.ts';
import { WorstFrames, type CheckUnit, type ExportCheck } from '../../../base/exportCheck.ts';

/** The place in a shot of a comparison. */
export interface CheckPlace {
  readonly frame?: number;
  /** Name of the object, or of another part of the file. */
  readonly object?: string;
}

/** What the numbers of an array are: their unit, and how many of them make one point. */
export interface Compared {
  readonly unit: CheckUnit;
  readonly size: number;
}

/** Coordinates in triples. */
export const pointPositions: Compared = { unit: 'length', size: 3 };
export const pointVelocities: Compared = { unit: 'length/s', size: 3 };
const plainNumbers: Compared = { unit: '', size: 1 };

interface Tally {
  count: number;
  worst: number;
  limit: number;
  unit: CheckUnit;
  at: CheckPlace & { readonly point?: number };
  /** Differences of lengths and velocities by frame; other values are the same or not. */
  readonly byFrame: WorstFrames;
  failure: string | undefined;
}

/** Collects what reopening a written file showed: one line per kind of comparison, over all frames. */
export class HandOffChecks {
  private readonly tallies = new Map<string, Tally>();
  private readonly notes: ExportCheck[] = [];

  /** Something that must be the same, e.g. a count. */
  equal(name: string, found: unknown, expected: unknown, place: CheckPlace): void {
    const tally = this.tally(name, '', 1);
    if (Object.is(found, expected)) return;
    tally.failure ??= `${placeText(place)}${String(found)} instead of ${String(expected)}`;
  }

  /**
   * Something measured: the largest difference that was found among `count` numbers, in `unit`, and what is allowed. NaN fails. `point`: where
   * the difference was found.
   */
  within(
    name: string,
    difference: number,
    limit: number,
    place: CheckPlace & { readonly point?: number },
    { unit, count = 1 }: { readonly unit: CheckUnit; readonly count?: number },
  ): void {
    const tally = this.tally(name, unit, count);
    tally.limit = Math.max(tally.limit, limit);
    const drawn = unit === 'length' || unit === 'length/s';
    if (drawn && place.frame !== undefined) tally.byFrame.add(place.frame, difference);
    if (!(difference <= tally.worst)) {
      tally.worst = difference;
      tally.at = place;
    }
    if (!(difference <= limit)) tally.failure ??= `${placeText(place)}difference ${difference}, allowed ${limit}`;
  }

  /** Two packed arrays, number by number; different lengths fail. */
  arrays(
    name: string,
    found: ArrayLike<number>,
    expected: ArrayLike<number>,
    limit: number,
    place: CheckPlace,
    { unit, size }: Compared = plainNumbers,
  ): void {
    if (found.length !== expected.length) {
      this.equal(name, `${found.length} values`, `${expected.length} values`, place);
      return;
    }
    const { difference, index } = largestDifference(found, expected);
    const at = size > 1 && difference !== 0 ? { ...place, point: Math.floor(index / size) } : place;
    this.within(name, difference, limit, at, { unit, count: found.length / size });
  }

  /** Says something that needs no comparison, e.g. what a format cannot hold. */
  note(name: string, detail: string): void {
    if (this.notes.some((line) => line.name === name && line.detail === detail)) return;
    this.notes.push({ name, passed: true, detail });
  }

  /** The lines of the report. Throws `export-mismatch` when a comparison failed. */
  finish(file: string): readonly ExportCheck[] {
    const lines = [...this.tallies].map(([name, tally]) => lineOf(name, tally));
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

  private tally(name: string, unit: CheckUnit, count: number): Tally {
    let tally = this.tallies.get(name);
    if (tally === undefined) {
      tally = { count: 0, worst: 0, limit: 0, unit, at: {}, byFrame: new WorstFrames(), failure: undefined };
      this.tallies.set(name, tally);
    }
    tally.count += count;
    return tally;
  }
}

function lineOf(name: string, { count, worst, limit, unit, at, byFrame, failure }: Tally): ExportCheck {
  const frames = byFrame.list();
  const place = { ...(worst === 0 ? {} : at), ...(frames.length > 0 ? { byFrame: frames } : {}) };
  return {
    name,
    passed: failure === undefined,
    detail: failure ?? describe(count, worst, limit),
    measured: { count, largest: Number.isNaN(worst) ? undefined : worst, limit, unit, ...place },
  };
}

function describe(count: number, worst: number, limit: number): string {
  const times = count === 1 ? 'compared once' : `${count} compared`;
  if (worst === 0) return `equal (${times})`;
  return `largest difference ${worst.toPrecision(3)}, allowed ${limit.toPrecision(3)} (${times})`;
}

/** `frame 12, object body: `; nothing for the whole file. */
function placeText({ frame, object }: CheckPlace): string {
  const parts = [frame === undefined ? '' : `frame ${frame}`, object === undefined ? '' : `object ${object}`];
  const text = parts.filter((part) => part !== '').join(', ');
  return text === '' ? '' : `${text}: `;
}

/** Largest absolute difference of two arrays of the same length, and where; NaN where one holds NaN and the other does not. */
function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): { difference: number; index: number } {
  let largest = 0;
  let at = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (difference > largest) {
      largest = difference;
      at = i;
    } else if (difference !== difference && !Object.is(a[i], b[i])) return { difference: NaN, index: i };
  }
  return { difference: largest, index: at };
}
