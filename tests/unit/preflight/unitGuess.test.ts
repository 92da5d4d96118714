import { expect, it } from 'vitest';
import { guessUnit } from '../../../src/geometry/preflight/unitGuess.ts';

it.each([
  [[1.8, 0.5, 0.3], 'm'],
  [[180, 50, 30], 'cm'],
  [[1800, 500, 300], 'mm'],
  [[0.156, 0.15, 0.12], 'm'],
  [[39.6875, 63.5, 12.7], 'mm'],
  [[5.08, 5.08, 60.96], 'mm'],
] as const)('takes sides %j for %s', (sides, unit) => expect(guessUnit(sides).unit).toBe(unit));

it('doubts what could be two units and what could be none', () => {
  expect(guessUnit([180, 50, 30])).toMatchObject({ confident: false, usual: true });
  expect(guessUnit([0.5, 0.5, 0.5])).toMatchObject({ confident: true, unit: 'm' });
  expect(guessUnit([1e9, 1, 1])).toMatchObject({ confident: false, usual: false });
  expect(guessUnit([1e9, 1, 1]).sentence).toContain('check the scale');
});
