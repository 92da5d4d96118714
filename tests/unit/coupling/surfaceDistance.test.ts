import { expect, test } from 'vitest';
import { SolidShares } from '../../../src/coupling/SolidShares.ts';
import { SurfaceClipper } from '../../../src/coupling/SurfaceClipper.ts';
import { SurfaceDistance } from '../../../src/coupling/SurfaceDistance.ts';
import { SurfacePatches } from '../../../src/coupling/SurfacePatches.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { boundaryFaces } from '../../../src/geometry/tetBoundary.ts';
import { CellGrid } from '../../../src/liquids/CellGrid.ts';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';

const SIZE = [0.53, 0.42, 0.61] as const;
const CENTRE = [0.51, 0.43, 0.57] as const;

/** Signed distance to the block, m. */
function exact(point: readonly number[]): number {
  const out = point.map((x, axis) => Math.abs(x - CENTRE[axis]) - SIZE[axis] / 2);
  const outside = Math.hypot(...out.map((d) => Math.max(d, 0)));
  return outside + Math.min(0, Math.max(...out));
}

test('is exact within four cells of a block, beyond edges and corners too, and no less than that further away', () => {
  const grid = new CellGrid([11, 12, 13], 0.1);
  const { positions, tets } = boxTets(SIZE, [2, 2, 2]);
  for (let k = 0; k < positions.length; k++) positions[k] += CENTRE[k % 3];
  const triangles = boundaryFaces(tets, positions.length / 3);
  const shares = new SolidShares(grid);
  new SurfaceClipper(grid).clip(positions, triangles, new SurfacePatches(), shares);
  shares.finish();
  const surface = new SurfaceDistance(grid);
  surface.clear();
  surface.add(positions, triangles);
  surface.finish(shares);
  grid.forEach((c, i, j, k) => {
    const distance = exact([i * grid.h, j * grid.h, k * grid.h]);
    if (Math.abs(distance) < 0.399) expect(surface.distance[c]).toBeCloseTo(distance, 12);
    else expect(Math.sign(distance) * surface.distance[c]).toBeGreaterThan(0.39);
  });
});

test('two pieces whose faces lie on each other are one where they meet, in whichever order they are given', () => {
  const grid = new CellGrid([11, 12, 13], 0.1);
  const half = [SIZE[0] / 2, SIZE[1], SIZE[2]] as const;
  const pieces = [-1, 1].map((side) => {
    const { positions, tets } = boxTets(half, [2, 2, 2]);
    for (let k = 0; k < positions.length; k++) positions[k] += CENTRE[k % 3];
    for (let k = 0; k < positions.length; k += 3) positions[k] += (side * half[0]) / 2;
    return { positions, triangles: boundaryFaces(tets, positions.length / 3) };
  });
  for (const order of [pieces, [...pieces].reverse()]) {
    const shares = new SolidShares(grid);
    const clipper = new SurfaceClipper(grid);
    const surface = new SurfaceDistance(grid);
    surface.clear();
    for (const { positions, triangles } of order) {
      clipper.clip(positions, triangles, new SurfacePatches(), shares);
      surface.add(positions, triangles);
    }
    shares.finish();
    surface.finish(shares);
    grid.forEach((c, i, j, k) => {
      const distance = exact([i * grid.h, j * grid.h, k * grid.h]);
      // Corners in the plane of the faces are none of the grid's.
      expect(Math.sign(surface.distance[c])).toBe(Math.sign(distance));
    });
  }
});

test('allocates a few numbers where it is measured again, up to the walls of the tank', () => {
  const grid = new CellGrid([21, 22, 23], 0.05);
  const { positions, tets } = boxTets(SIZE, [4, 4, 4]);
  // A corner of the block is in that of the tank: sweeps end where the grid does.
  for (let k = 0; k < positions.length; k++) positions[k] += SIZE[k % 3] / 2 + 0.01;
  const triangles = boundaryFaces(tets, positions.length / 3);
  const shares = new SolidShares(grid);
  const surface = new SurfaceDistance(grid);
  let least = Infinity;
  for (let round = 0; round < 40 && least >= SUBSTEP_BOUND; round++) {
    const bytes = allocatedBytes(() => {
      surface.clear();
      surface.add(positions, triangles);
      surface.finish(shares);
    });
    least = Math.min(least, bytes);
  }
  expect(least).toBeLessThan(SUBSTEP_BOUND);
});
