import type { AttributeDisplay } from '../AttributeDisplay.ts';

export type Limits = readonly [number, number];

/** How the limits of a colour map are chosen. */
export type ColourRange = Pick<AttributeDisplay, 'range' | 'least' | 'most'>;

/** Leading digits of rounded limits. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
/** The least rounded number (1, 1.5, 2 ... times a power of ten) that is not below `value` > 0. */
export function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digits = value / power;
  const rounded = (ROUND.find((candidate) => digits <= candidate * (1 + 1e-9)) ?? 10) * power;
  return Number(rounded.toPrecision(3));
}

/**
 * Limits of the colour map for numbers in `range`: rounded, so that they say something, symmetric about zero or from zero up. They never
 * narrow: `before` is what was shown so far.
 */
export function colourLimits(
  { range, least = 0, most = Infinity }: ColourRange,
  values?: Limits,
  before?: Limits,
): Limits {
  if (typeof range !== 'string') return range;
  if (range === 'values') return valueLimits(values, before);
  const reach = range === 'symmetric' ? Math.max(-(values?.[0] ?? 0), values?.[1] ?? 0) : (values?.[1] ?? 0);
  const high = roundedUp(Math.max(Math.min(reach, most), least, before?.[1] ?? 0));
  return range === 'symmetric' ? [-high, high] : [0, high];
}

/** Returns the range from the least value to the greatest, each rounded away from zero; from zero where all are of one sign. */
function valueLimits(values: Limits = [0, 0], before: Limits = [0, 0]): Limits {
  const low = Math.min(values[0] < 0 ? -roundedUp(-values[0]) : 0, before[0]);
  const high = Math.max(values[1] > 0 ? roundedUp(values[1]) : 0, before[1]);
  return low < high ? [low, high] : [0, 1];
}
