import { expect, test } from 'vitest';
import { colourMapOf, placeInMap, sequentialMap } from '../../../src/frames/colours/colourMaps.ts';
import { TypicalRange } from '../../../src/frames/colours/TypicalRange.ts';
import { viridis } from '../../../src/frames/colours/colourMaps.ts';

test('viridis matches the published ends and middle', () => {
  const close = (t: number, expected: readonly number[]) => {
    viridis(t).forEach((value, k) => {
      expect(Math.abs(value - expected[k])).toBeLessThan(0.015);
    });
  };
  close(0, [0.267, 0.005, 0.329]);
  close(0.5, [0.128, 0.567, 0.551]);
  close(1, [0.993, 0.906, 0.144]);
  expect(viridis(NaN)).toEqual(viridis(0));
});

test('a map is looked up from its low end to its high end, and no further', () => {
  expect([0, 0.5, 1, -3, 7, NaN].map((t) => placeInMap(sequentialMap, t) / 3)).toEqual([0, 128, 255, 0, 255, 0]);
});

test('a map that is turned round has the same colours in the other order', () => {
  const [plain, turned] = (['diverging', 'diverging-reversed'] as const).map((colours) => {
    return colourMapOf({ range: 'values', colours });
  });
  for (let k = 0; k < 256; k++)
    expect(turned.subarray(3 * k, 3 * k + 3)).toEqual(plain.slice(765 - 3 * k, 768 - 3 * k));
});

test('the typical range leaves out the few numbers that are far off', () => {
  const values = Float32Array.from({ length: 1000 }, (_, k) => k / 1000);
  values[17] = 1e6;
  values[400] = -1e6;
  const [low, high] = new TypicalRange().of(values);
  expect(low).toBeGreaterThan(0);
  expect(low).toBeLessThan(0.05);
  expect(high).toBeGreaterThan(0.95);
  expect(high).toBeLessThan(1);
  expect(new TypicalRange().of(new Float32Array(0))).toEqual([0, 0]);
});
