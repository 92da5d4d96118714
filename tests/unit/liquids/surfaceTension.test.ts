import { describe, expect, test } from 'vitest';
import { CellBox } from '../../../src/liquids/CellBox.ts';
import { CellGrid } from '../../../src/liquids/CellGrid.ts';
import { SmoothedSurface } from '../../../src/liquids/tension/SmoothedSurface.ts';
import { surfaceCurvature } from '../../../src/liquids/tension/surfaceCurvature.ts';
import { LiquidObstacles } from '../../../src/liquids/walls/LiquidObstacles.ts';
import { CLOSED, sampleAtCorners } from '../../support/liquidPool.ts';

const COUNTS = [20, 20, 20] as const;
const H = 0.1;

type Distance = (x: number, y: number, z: number) => number;

/** Returns the curvatures, 1/m, that cells nearer than a cell to the surface find of a distance, m, `width` cells of which are known, among solids given by theirs. */
function curvatures(phi: Distance, width: number, solid?: Distance): number[] {
  const grid = new CellGrid(COUNTS, H);
  const obstacles = new LiquidObstacles(grid, CLOSED);
  if (solid !== undefined) obstacles.setSolids(sampleAtCorners(COUNTS, H, solid));
  const values = new Float64Array(grid.size);
  const at = (n: number) => (n + 0.5) * H;
  grid.forEach((c, i, j, k) => (values[c] = phi(at(i), at(j), at(k))));
  const surface = new SmoothedSurface(grid, CLOSED, width);
  surface.find(values, obstacles, new CellBox(grid));
  const found: number[] = [];
  grid.forEach((c, i, j, k) => {
    if (Math.abs(values[c]) > H || obstacles.fluidFraction[c] < 1) return;
    found.push(surfaceCurvature(surface.grid, surface.values, surface.index(i, j, k), surface.level));
  });
  expect(found.length).toBeGreaterThan(40);
  return found;
}

const worstError = (found: readonly number[], exact: number) => Math.max(...found.map((k) => Math.abs(k / exact - 1)));
const ball =
  (radius: number, [a, b, c]: readonly number[]): Distance =>
  (x, y, z) =>
    Math.hypot(x - a, y - b, z - c) - radius;

describe('the curvature of the surface next to a cell', () => {
  const middle = [1.013, 0.972, 1.038];

  test('is 2 / R of a ball of six cells that is known four cells deep, within 6 %, in cells on both sides', () => {
    expect(worstError(curvatures(ball(0.6, middle), 4), 2 / 0.6)).toBeLessThan(0.06);
  });

  test('is -2 / R of a bubble', () => {
    const inside = ball(0.6, middle);
    expect(
      worstError(
        curvatures((x, y, z) => -inside(x, y, z), 4),
        -2 / 0.6,
      ),
    ).toBeLessThan(0.06);
  });

  test('is 2 / R of a ball that is known half a cell deep, within 2 % on average and a third in each cell', () => {
    const found = curvatures(ball(0.6, middle), 0.5);
    const mean = found.reduce((sum, k) => sum + k / found.length, 0);
    expect(Math.abs((mean * 0.6) / 2 - 1)).toBeLessThan(0.02);
    expect(worstError(found, 2 / 0.6)).toBeLessThan(1 / 3);
  });

  test('is 1 / R of a cylinder', () => {
    expect(
      worstError(
        curvatures((x, y) => Math.hypot(x - 1.013, y - 0.972) - 0.6, 4),
        1 / 0.6,
      ),
    ).toBeLessThan(0.06);
  });

  test('is 0 of a level surface between walls', () => {
    const found = curvatures((_x, y) => y - 1.03, 0.5);
    expect(Math.max(...found.map(Math.abs))).toBeLessThan(1e-9);
  });

  test('is that of half a ball on a side of the box, which it meets at a right angle', () => {
    expect(worstError(curvatures(ball(0.6, [1, 0, 1]), 4), 2 / 0.6)).toBeLessThan(0.06);
  });

  test('is that of half a ball on a solid, which it meets at a right angle', () => {
    // Beside the wall the surface turns by the first cell that is continued from.
    const found = curvatures(ball(0.6, [1, 0.5, 1]), 4, (_x, y) => y - 0.5);
    expect(worstError(found, 2 / 0.6)).toBeLessThan(0.2);
  });
});
