/**
 * Times of samples, seconds. Uniform: one time, and `timePerCycle` between samples. Cyclic: several times per cycle.
 * Acyclic: every time listed, `timePerCycle` = `ACYCLIC`.
 */
export interface TimeSampling {
  readonly timePerCycle: number;
  /** Times of samples, s: at least one, strictly increasing. */
  readonly times: readonly number[];
}

/** Largest double / 32: the cycle that marks listed times. */
export const ACYCLIC = Number.MAX_VALUE / 32;

/** Index 0 of every archive: constant properties. */
export const STATIC_SAMPLING: TimeSampling = { timePerCycle: 1, times: [0] };

/** A frame rate as an exact ratio, as in film and television. */
export interface FrameRate {
  readonly numerator: number;
  readonly denominator: number;
}

/** NTSC rates are these thousands over 1001. */
const NTSC = [24, 30, 48, 60, 120];
/** Largest difference of a decimal rate such as 23.98 or 29.97 from its exact ratio. */
const NTSC_TOLERANCE = 0.005;

/** Returns 24000/1001 for 23.976, 30000/1001 for 29.97, 60000/1001 for 59.94; any other rate unchanged. Frames per second. */
export function exactFrameRate(framesPerSecond: number): FrameRate {
  for (const rate of NTSC) {
    if (framesPerSecond !== rate && Math.abs(framesPerSecond - (rate * 1000) / 1001) < NTSC_TOLERANCE) {
      return { numerator: rate * 1000, denominator: 1001 };
    }
  }
  return { numerator: framesPerSecond, denominator: 1 };
}

/** Returns the decimal text of a rate: `25`, `29.97`, `23.976`. */
export function frameRateText(rate: FrameRate): string {
  return String(Math.round((1000 * rate.numerator) / rate.denominator) / 1000);
}

/** Returns the sampling whose sample i is frame `firstFrame` + i, at (`firstFrame` + i) / rate seconds. */
export function frameSampling(rate: FrameRate, firstFrame: number): TimeSampling {
  return { timePerCycle: rate.denominator / rate.numerator, times: [(firstFrame * rate.denominator) / rate.numerator] };
}

/** Returns the time of sample `index`, seconds. */
export function sampleTime(sampling: TimeSampling, index: number): number {
  const { timePerCycle, times } = sampling;
  if (timePerCycle === ACYCLIC) return times[Math.min(index, times.length - 1)];
  return times[index % times.length] + timePerCycle * Math.floor(index / times.length);
}
