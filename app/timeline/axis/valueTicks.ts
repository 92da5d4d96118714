import { formatNumber, shortUnit } from '../../units/formatNumber.ts';

/**
 * Rounded values (1, 2 or 5 times a power of ten apart) between low and high, at most `most` of them, ascending.
 */
export function valueTicks(low: number, high: number, most: number): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span) || most < 1) return [];
  const step = roundedStep(span / most);
  const ticks: number[] = [];
  const begin = Math.ceil(low / step - 1e-9);
  const end = Math.floor(high / step + 1e-9);
  // Products of whole numbers and the step, without the digits that rounding adds.
  for (let k = begin; k <= end; k++) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

/** The smallest of 1, 2, 5 times a power of ten that is not below `least`. */
function roundedStep(least: number): number {
  const decade = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * decade >= least * (1 - 1e-9)) ?? 10;
  return factor * decade;
}

/** Significant digits of a number on an axis, unless neighbours need more to be told apart. */
const DIGITS = 3;

/** What stands beside the ticks of an axis, each with as many digits as tell it from its neighbours; all in thousands (`k`), millions (`M`) ... where they are large. */
export function tickTexts(ticks: readonly number[]): string[] {
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : Infinity;
  const largest = Math.max(...ticks.map(Math.abs), Number.MIN_VALUE);
  const needed = Math.floor(Math.log10(largest)) - Math.floor(Math.log10(step) + 1e-9) + 1;
  const digits = Number.isFinite(needed) ? Math.max(DIGITS, needed) : DIGITS;
  const { symbol, factor } = shortUnit(largest);
  return ticks.map((tick) => (tick === 0 ? '0' : formatNumber(tick / factor, digits) + symbol));
}
