import { unitText } from '../../src/base/quantityText.ts';
import { lengthUnit } from './lengthUnit.ts';

/** A unit that numbers are shown in: shown = (SI - 0) / factor. */
export interface DisplayUnit {
  readonly symbol: string;
  /** SI value of one. */
  readonly factor: number;
}

const prefixed = (symbol: string, prefixes: readonly (readonly [string, number])[]): DisplayUnit[] =>
  prefixes.map(([prefix, factor]) => ({ symbol: prefix + symbol, factor }));

const DEGREE = Math.PI / 180;

/** Units that may be typed and shown for each SI unit of the schema, the smallest first. */
const UNITS: Readonly<Record<string, readonly DisplayUnit[]>> = {
  m: [
    { symbol: 'mm', factor: 1e-3 },
    { symbol: 'cm', factor: 1e-2 },
    { symbol: 'm', factor: 1 },
    { symbol: 'km', factor: 1e3 },
  ],
  Pa: prefixed('Pa', [
    ['', 1],
    ['k', 1e3],
    ['M', 1e6],
    ['G', 1e9],
  ]),
  s: [
    { symbol: 'ms', factor: 1e-3 },
    { symbol: 's', factor: 1 },
  ],
  rad: [
    { symbol: '°', factor: DEGREE },
    { symbol: 'rad', factor: 1 },
  ],
  'rad/s': [
    { symbol: '°/s', factor: DEGREE },
    { symbol: 'rad/s', factor: 1 },
  ],
  'm/s': [{ symbol: 'm/s', factor: 1 }],
  'm/s2': [{ symbol: 'm/s²', factor: 1 }],
  'kg/m3': [
    { symbol: 'kg/m³', factor: 1 },
    { symbol: 'g/cm³', factor: 1000 },
  ],
  m3: [
    { symbol: 'l', factor: 1e-3 },
    { symbol: 'm³', factor: 1 },
  ],
  'm3/s': [
    { symbol: 'l/s', factor: 1e-3 },
    { symbol: 'm³/s', factor: 1 },
  ],
  'kg/m2': [
    { symbol: 'g/m²', factor: 1e-3 },
    { symbol: 'kg/m²', factor: 1 },
  ],
  'N m': prefixed('N·m', [
    ['µ', 1e-6],
    ['m', 1e-3],
    ['', 1],
  ]),
  Hz: [
    { symbol: 'Hz', factor: 1 },
    { symbol: 'kHz', factor: 1e3 },
  ],
  '1/s': [{ symbol: '1/s', factor: 1 }],
};

/** Other spellings that may be typed, beside powers that are not raised. */
const SPELLINGS: Readonly<Record<string, string>> = { deg: '°', 'deg/s': '°/s' };

/** Units that may be typed, and are shown only where they are asked for. */
const TYPED_ONLY = new Set(['cm', 'km', 'g/cm³']);

/** Units of angles and lengths that are shown whatever the size of the number. */
const FIXED: Readonly<Record<string, string>> = { rad: '°', 'rad/s': '°/s' };

/** The units of an SI unit, the SI unit itself where no others are known; empty for a pure number. */
export function unitsOf(unit: string): readonly DisplayUnit[] {
  if (unit === '') return [];
  return UNITS[unit] ?? [{ symbol: unitText(unit), factor: 1 }];
}

/** The unit to show a value of an SI unit in: the one that was chosen for lengths, else the largest in which its size is at least 1 (SI for zero). */
export function bestUnit(unit: string, value: number): DisplayUnit {
  const units = unitsOf(unit);
  if (units.length === 0) return { symbol: '', factor: 1 };
  const fixed = units.find(({ symbol }) => symbol === (unit === 'm' ? lengthUnit() : FIXED[unit]));
  const si = units.find(({ factor }) => factor === 1) ?? units[0];
  if (fixed !== undefined) return fixed;
  if (value === 0 || !Number.isFinite(value)) return si;
  // Lengths and times stay in SI unless they are small: 1200 m says more than 1.2 km in a scene.
  const size = Math.abs(value) * (1 + 1e-12);
  const fitting = units.filter(({ symbol, factor }) => size >= factor && !TYPED_ONLY.has(symbol));
  return fitting.at(-1) ?? units[0];
}

/** SI value of one of a typed unit, or undefined where it does not measure the same thing. */
export function unitFactor(unit: string, typed: string): number | undefined {
  if (unit === '' && typed === '%') return 0.01;
  const symbol = SPELLINGS[typed] ?? unitText(typed);
  return unitsOf(unit).find((candidate) => candidate.symbol === symbol)?.factor;
}
