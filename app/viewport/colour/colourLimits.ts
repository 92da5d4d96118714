import type { Colouring } from '../../state/viewStore.ts';
import { colouringInfo } from './colourings.ts';

export type Limits = readonly [number, number];

/** Leading digits of rounded limits. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
/** Below this everything is the same: the map shows noise otherwise. */
const LEAST: Partial<Record<Colouring, number>> = {
  volumeChange: 0.01,
  speed: 0.01,
  vonMises: 1,
  plasticStrain: 0.01,
  goalDistance: 0.01,
  fibreTension: 1,
};

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
export function colourLimits(colouring: Colouring, range: Limits | undefined, before?: Limits): Limits {
  const { limits } = colouringInfo[colouring];
  if (typeof limits !== 'string') return limits;
  const least = LEAST[colouring] ?? 0;
  const reach = limits === 'symmetric' ? Math.max(-(range?.[0] ?? 0), range?.[1] ?? 0) : (range?.[1] ?? 0);
  const high = roundedUp(Math.max(Math.min(reach, mostShown(colouring)), least, before?.[1] ?? 0));
  return limits === 'symmetric' ? [-high, high] : [0, high];
}

/** A volume cannot lose more than all of it, and a few elements that swell must not wash out the rest. */
function mostShown(colouring: Colouring): number {
  return colouring === 'volumeChange' ? 0.5 : Infinity;
}
