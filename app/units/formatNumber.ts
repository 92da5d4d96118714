import type { DisplayUnit } from './displayUnits.ts';

/** A thin space between thousands keeps long numbers readable. */
const GROUP = '\u2009';

/** A number with at most `digits` significant digits, without trailing zeros, thousands grouped, a true minus: `-12 500`, `0.063`, `1.2e-7`. */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '\u2013' : value > 0 ? '\u221e' : '\u2212\u221e';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const sign = value < 0 ? '\u2212' : '';
  if (size >= 1e7 || size < 1e-4) return sign + trimmed(size.toExponential(digits - 1)).replace('e+', 'e');
  const whole = Math.floor(Math.log10(size)) + 1;
  const text = whole >= digits ? String(Math.round(size)) : trimmed(size.toFixed(Math.max(0, digits - whole)));
  return sign + grouped(text);
}

const THOUSANDS = ['', 'k', 'M', 'G', 'T'];

/** Value from which on numbers are shortened where there is little room. */
const LONG = 1e4;

/** What a number of this size is counted in where there is little room: ones, thousands (`k`), millions (`M`) ... */
export function shortUnit(size: number): DisplayUnit {
  const power = size < LONG ? 0 : Math.floor(Math.log10(size) / 3 + 1e-12);
  // Still larger ones are written with their power of ten.
  return power < THOUSANDS.length ? { symbol: THOUSANDS[power], factor: 1000 ** power } : { symbol: '', factor: 1 };
}

/** Formats a number as `formatNumber` does, in six characters at most with three digits and a sign: `9500`, `12.5k`, `1.25M`. */
export function formatShort(value: number, digits = 3): string {
  const { symbol, factor } = shortUnit(Math.abs(value));
  return formatNumber(value / factor, digits) + symbol;
}

/** Formats a number with its unit, as it is read out: `50 kPa`. */
export function formatQuantity(value: number, unit: DisplayUnit, digits = 4): string {
  const number = formatNumber(value / unit.factor, digits);
  return unit.symbol === '' ? number : `${number}\u00a0${unit.symbol}`;
}

function trimmed(text: string): string {
  const [mantissa, exponent] = text.split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return exponent === undefined ? short : `${short}e${exponent}`;
}

function grouped(text: string): string {
  const [whole, fraction] = text.split('.');
  if (whole.length < 5) return text;
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, GROUP);
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
