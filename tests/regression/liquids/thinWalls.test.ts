import { expect, test } from 'vitest';
import { CellGrid } from '../../../src/liquids/CellGrid.ts';
import { LiquidObstacles } from '../../../src/liquids/LiquidObstacles.ts';
import { sampleAtCorners } from '../../support/liquidPool.ts';

/**
 * Symptom: where water hit a sheet, single particles were thrown through it and across the box. Cause: half way through a thin wall the interpolated distance
 * has next to no slope, and the way out was the depth over that slope.
 */
test('points half way through a thin wall are not thrown away', () => {
  const counts = [8, 8, 8] as const;
  const h = 0.1;
  const obstacles = new LiquidObstacles(new CellGrid(counts, h), [
    [true, true],
    [true, true],
    [true, true],
  ]);
  // In the middle between corners, so that its slope is that of the tilt.
  obstacles.setSolids(sampleAtCorners(counts, h, (x, y) => Math.abs(y - 0.45 - 0.01 * x) - h));
  const before = Float64Array.of(0.31, 0.45, 0.42, 0.52, 0.46, 0.2, 0.12, 0.449, 0.6);
  const points = before.slice();
  obstacles.pushOut(points, before.length / 3);
  for (let k = 0; k < points.length; k++) expect(Math.abs(points[k] - before[k])).toBeLessThan(3 * h);
});
