import { bestUnit, unitsOf, type DisplayUnit } from '../../units/displayUnits.ts';
import type { ColouringInfo } from './colourings.ts';

/** How the numbers of a colouring are written: in one unit for all of a legend, with digits that suit its size. */
export interface FieldScale {
  readonly unit: DisplayUnit;
  /** Digits after the point. */
  readonly digits: number;
  /** Positive numbers carry their sign. */
  readonly signed: boolean;
}

/** `size`: the greatest number that is written. */
export function fieldScale(
  { unit: name, range, percent }: Pick<ColouringInfo, 'unit' | 'range' | 'percent'>,
  size: number,
): FieldScale {
  const unit =
    percent === true
      ? { symbol: '%', factor: 0.01 }
      : unitsOf(name).length > 0
        ? bestUnit(name, size)
        : { symbol: '', factor: 1 };
  const shown = size / unit.factor;
  const digits = shown >= 100 ? 0 : shown >= 10 ? 1 : shown >= 1 ? 2 : 3;
  return { unit, digits, signed: range === 'symmetric' };
}

/** `+20.0 %`, `−11.6 %`, `1.42 kPa`; without trailing zeros where `round`. */
export function formatField(
  value: number,
  { unit, digits, signed }: FieldScale,
  withUnit = true,
  round = false,
): string {
  const shown = value / unit.factor;
  const fixed = Math.abs(shown).toFixed(digits);
  const text = round ? fixed.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : fixed;
  const sign = Number(fixed) === 0 ? '' : shown < 0 ? '−' : signed ? '+' : '';
  return `${sign}${text}${withUnit && unit.symbol !== '' ? ` ${unit.symbol}` : ''}`;
}

/** A typed number in the legend's unit, or undefined. */
export function parseField(text: string, { unit }: FieldScale): number | undefined {
  const match = /^\s*([+−-]?)\s*(\d*[.,]?\d+(?:e[+-]?\d+)?)/i.exec(text);
  if (match === null) return undefined;
  const value = Number(match[2].replace(',', '.')) * unit.factor;
  return match[1] === '-' || match[1] === '−' ? -value : value;
}
