/** Frames per second of formats that count frames, where nothing else is said. */
export const DEFAULT_FRAME_RATE = 24;

/** Part of the distance of two samples within which a time counts as that of the sample: covers the rounding of frame / rate. */
const AT_SAMPLE = 1e-5;

/** The samples around a time: `weight` 0 is `first`, 1 is `second`. */
export interface Bracket {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
  /** False before the first sample, after the last, and where there is only one: nothing moves there. */
  readonly moving: boolean;
}

/**
 * Returns the interval (`times[first]`, `times[second]`] that contains `time`; the first sample belongs to the first interval. Thus the
 * end of an interval depends on no later sample. `times` ascend.
 */
export function bracketAt(times: Float64Array, time: number): Bracket {
  const last = times.length - 1;
  if (last === 0) return { first: 0, second: 0, weight: 1, moving: false };
  if (time < times[0] - AT_SAMPLE * (times[1] - times[0])) return { first: 0, second: 0, weight: 1, moving: false };
  if (time > times[last] + AT_SAMPLE * (times[last] - times[last - 1])) {
    return { first: last, second: last, weight: 1, moving: false };
  }
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] < time) low = middle;
    else high = middle;
  }
  const weight = (time - times[low]) / (times[high] - times[low]);
  if (weight > 1 - AT_SAMPLE) return { first: low, second: high, weight: 1, moving: true };
  if (weight >= AT_SAMPLE) return { first: low, second: high, weight, moving: true };
  if (low === 0) return { first: 0, second: 1, weight: 0, moving: true };
  return { first: low - 1, second: low, weight: 1, moving: true };
}

/** Returns the number of the sample at `time`, which is one of `times`, or of the sample that holds there. */
export function sampleAt(times: Float64Array, time: number): number {
  const { first, second, weight } = bracketAt(times, time);
  return weight === 1 ? second : first;
}

/** Returns the numbers of the first and the last sample that times after `from` up to `to` depend on. */
export function samplesBetween(times: Float64Array, from: number, to: number): readonly [number, number] {
  return [sampleAt(times, from), bracketAt(times, to).second];
}

/** Returns the ascending times of all lists, those that differ by less than `tolerance` s once. */
export function mergedTimes(lists: readonly Float64Array[], tolerance = 1e-7): Float64Array {
  const distinct = [...new Set(lists)];
  if (distinct.length === 1) return distinct[0];
  const moving = distinct.filter(({ length }) => length > 1);
  if (moving.length === 0) return distinct[0];
  if (moving.length === 1) return moving[0];
  const all = Float64Array.from(moving.flatMap((times) => [...times])).sort();
  return all.filter((time, at) => at === 0 || time - all[at - 1] > tolerance);
}

/** Rates of film and television, frames per second. */
const COMMON_RATES = [24, 25, 30, 48, 50, 60, 100, 120, 240, 24000 / 1001, 30000 / 1001, 60000 / 1001];
/** Rounding of times that are stored as float32 at 100 s, and of rates with two decimals. */
const RATE_TOLERANCE = 2e-3;

/** Returns the rate of times at equal distances, frames per second, a common rate where it is near one; else undefined. */
export function frameRateOf(times: Float64Array): number | undefined {
  const count = times.length - 1;
  if (count < 1) return undefined;
  const spacing = (times[count] - times[0]) / count;
  for (let at = 1; at <= count; at++) {
    if (Math.abs(times[at] - times[at - 1] - spacing) > RATE_TOLERANCE * spacing) return undefined;
  }
  const rate = 1 / spacing;
  const nearest = COMMON_RATES.reduce((best, other) => (Math.abs(other - rate) < Math.abs(best - rate) ? other : best));
  if (Math.abs(nearest - rate) < RATE_TOLERANCE * rate * 0.2) return nearest;
  return Math.abs(Math.round(rate) - rate) < 1e-4 * rate ? Math.round(rate) : rate;
}

/** Returns `count` numbers of samples from the first to the last, evenly spread; all where there are fewer. */
export function spreadSamples(sampleCount: number, count: number): number[] {
  if (sampleCount <= count) return Array.from({ length: sampleCount }, (_, at) => at);
  return Array.from({ length: count }, (_, at) => Math.round((at * (sampleCount - 1)) / (count - 1)));
}
