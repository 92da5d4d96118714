import { expect, it } from 'vitest';
import { quantityText, unitText } from '../../src/base/quantityText.ts';

it.each([
  [200_000_000_000, 'Pa', '200 GPa'],
  [50_000, 'Pa', '50 kPa'],
  [999.9996, 'Pa', '1000 Pa'],
  [0.94074, '', '0.941'],
  [0.00125, 's', '1.25 ms'],
  [3.2e-10, 's', '0.32 ns'],
  [0, 'Pa', '0 Pa'],
  [-1500, 'Pa', '-1.5 kPa'],
  [12.3456, 'm/s', '12.3 m/s'],
])('%d %s is written %s', (value, unit, text) => expect(quantityText(value, unit)).toBe(text));

it('prints units with their powers raised', () => {
  expect(unitText('m/s2')).toBe('m/s²');
  expect(unitText('kg/m3')).toBe('kg/m³');
  expect(quantityText(9.81, 'm/s2')).toBe('9.81 m/s²');
});
