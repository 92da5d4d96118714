import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestUnit, unitFactor } from '../../../app/units/displayUnits.ts';
import { evaluateExpression } from '../../../app/units/expression.ts';
import { formatNumber, formatQuantity, formatShort } from '../../../app/units/formatNumber.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const kPa = { symbol: 'kPa', factor: 1e3 };
const metre = { symbol: 'm', factor: 1 };
const none = { symbol: '', factor: 1 };

describe('typed expressions', () => {
  test.each([
    ['50', 'Pa', kPa, 50e3],
    ['2*50 kPa', 'Pa', kPa, 100e3],
    ['1 MPa', 'Pa', kPa, 1e6],
    ['1 MPa + 2', 'Pa', kPa, 1.002e6],
    ['3 cm + 1', 'm', metre, 1.03],
    ['(1+2)*3', '', none, 9],
    ['-2^2', '', none, -4],
    ['2^-1', '', none, 0.5],
    ['2^3^2', '', none, 512],
    ['1,5', '', none, 1.5],
    ['30 %', '', none, 0.3],
    ['90 deg', 'rad', { symbol: '°', factor: Math.PI / 180 }, Math.PI / 2],
    ['90', 'rad', { symbol: '°', factor: Math.PI / 180 }, Math.PI / 2],
    ['sqrt(2)/2', '', none, Math.SQRT1_2],
    ['1e-3', '', none, 0.001],
    ['2 pi', '', none, undefined],
    ['1/0', '', none, undefined],
    ['', '', none, undefined],
    ['2 m', 'Pa', kPa, undefined],
    ['(1', '', none, undefined],
    ['constructor(1)', '', none, undefined],
    [`${'('.repeat(60)}1`, '', none, undefined],
  ])('%s in %s', (text, unit, shown, value) => {
    const result = evaluateExpression(text, unit, shown);
    if (value === undefined) expect(result).toHaveProperty('problem');
    else expect('value' in result && result.value).toBeCloseTo(value, 9);
  });

  test('a leading operator works on the present value', () => {
    expect(evaluateExpression('*=2', 'Pa', kPa, 50e3)).toEqual({ value: 100e3 });
    expect(evaluateExpression('+=10', 'Pa', kPa, 50e3)).toEqual({ value: 60e3 });
  });

  test('any text gives a finite number or a problem', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40, unit: 'binary' }), (text) => {
        const result = evaluateExpression(text, 'm', metre, 1);
        return 'problem' in result ? result.problem.length > 0 : Number.isFinite(result.value);
      }),
    );
  });
});

describe('numbers as shown', () => {
  test.each([
    [0, '0'],
    [0.063, '0.063'],
    [-12500, '\u221212\u2009500'],
    [1234.5678, '1235'],
    [0.00001, '1e-5'],
    [2.2e9, '2.2e9'],
    [NaN, '–'],
  ])('%d', (value, text) => expect(formatNumber(value)).toBe(text));

  test.each([
    [310, '310'],
    [-9500, '\u22129500'],
    [-12500, '\u221212.5k'],
    [125_000, '125k'],
    [-1.2345e6, '\u22121.23M'],
    [4e12, '4T'],
    [4e15, '4e15'],
  ])('%d where there is little room', (value, text) => expect(formatShort(value)).toBe(text));

  test('units follow the size', () => {
    expect(formatQuantity(5e4, bestUnit('Pa', 5e4))).toBe('50\u00a0kPa');
    expect(formatQuantity(0.012, bestUnit('m', 0.012))).toBe('12\u00a0mm');
    expect(bestUnit('rad', 1).symbol).toBe('°');
    expect(unitFactor('m', 'kPa')).toBeUndefined();
  });

  test('what is shown reads back within its digits', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
        const text = formatNumber(value, 6).replaceAll('\u2009', '').replace('\u2212', '-');
        return Math.abs(Number(text) - value) <= 1e-5 * Math.abs(value);
      }),
    );
  });
});
