import { afterEach, expect, test } from 'vitest';
import { bestUnit } from '../../../app/units/displayUnits.ts';
import { setLengthUnit } from '../../../app/units/lengthUnit.ts';

afterEach(() => setLengthUnit('auto'));

test('lengths are shown in the chosen unit, whatever their size', () => {
  expect(bestUnit('m', 0.02).symbol).toBe('mm');
  setLengthUnit('cm');
  expect(bestUnit('m', 0.02)).toEqual({ symbol: 'cm', factor: 0.01 });
  expect(bestUnit('m', 0).symbol).toBe('cm');
  expect(bestUnit('m', 12).symbol).toBe('cm');
});

test('other quantities do not follow it', () => {
  setLengthUnit('mm');
  expect(bestUnit('Pa', 2e3).symbol).toBe('kPa');
  expect(bestUnit('m/s', 0.5).symbol).toBe('m/s');
});
