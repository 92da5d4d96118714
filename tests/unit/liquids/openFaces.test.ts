import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { openFaces, positiveShare } from '../../../src/liquids/walls/openFaces.ts';

test('the share of a square on one side of a line is exact', () => {
  expect(positiveShare([1, 1, 1, 1])).toBe(1);
  expect(positiveShare([-1, -1, -1, -1])).toBe(0);
  expect(positiveShare([1, 1, -1, -1])).toBeCloseTo(0.5, 15);
  expect(positiveShare([1, -1, -3, -1])).toBeCloseTo(0.125, 15);
  expect(positiveShare([-1, 1, 3, 1])).toBeCloseTo(0.875, 15);
});

test('a share and that of the other side make one, whichever corner comes first', () => {
  const number = fc.double({ min: -2, max: 2, noNaN: true }).filter((value) => Math.abs(value) > 1e-3);
  fc.assert(
    fc.property(number, number, number, (a, b, c) => {
      // The fourth corner of a plane: no square is cut twice.
      const corners = [a, b, b + c - a, c] as [number, number, number, number];
      fc.pre(Math.abs(corners[2]) > 1e-3);
      const share = positiveShare(corners);
      const other = positiveShare(corners.map((value) => -value) as typeof corners);
      const turned = positiveShare([corners[1], corners[2], corners[3], corners[0]]);
      expect(share + other).toBeCloseTo(1, 12);
      expect(turned).toBeCloseTo(share, 12);
      expect(share).toBeGreaterThanOrEqual(0);
    }),
    { seed: 7 },
  );
});

test('closed sides are closed, slivers are rounded away', () => {
  const grid = new CellGrid([3, 2, 2], 0.5);
  const distance = new Float64Array(grid.size).fill(1);
  const open = faceArrays(grid);
  openFaces(grid, distance, open, [
    [true, false],
    [true, true],
    [false, false],
  ]);
  const at = (i: number) => open[0][grid.index(i, 0, 0)];
  expect([at(0), at(1), at(3)]).toEqual([0, 1, 1]);
  expect([0, 1, 2].map((j) => open[1][grid.index(1, j, 1)])).toEqual([0, 1, 0]);
  grid.forEach((c, i) => (distance[c] = i - 1.005));
  openFaces(grid, distance, open, [
    [false, false],
    [false, false],
    [false, false],
  ]);
  expect(open[2][grid.index(1, 0, 0)]).toBe(1);
  expect(open[0][grid.index(1, 0, 0)]).toBe(0);
});
