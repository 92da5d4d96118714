import { expect, test } from 'vitest';
import { SolidShares } from '../../../src/coupling/SolidShares.ts';
import { SurfaceClipper } from '../../../src/coupling/SurfaceClipper.ts';
import { SurfacePatches } from '../../../src/coupling/SurfacePatches.ts';
import { areaVector } from '../../../src/geometry/areaVector.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { boundaryFaces } from '../../../src/geometry/tetBoundary.ts';
import { CellGrid } from '../../../src/liquids/CellGrid.ts';
import { SeededRandom } from '../../support/random.ts';

interface Surface {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** A block of tetrahedra's surface, turned, bent and moved to `centre`. */
function bentBlock(centre: readonly [number, number, number], seed: number): Surface {
  const { positions, tets } = boxTets([0.5, 0.4, 0.3], [3, 2, 2]);
  const random = new SeededRandom(seed);
  const map = Array.from({ length: 9 }, (_, k) => (k % 4 === 0 ? 1 : 0) + 0.4 * (random.uniform() - 0.5));
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = positions.slice(k, k + 3);
    for (let axis = 0; axis < 3; axis++) {
      positions[k + axis] =
        centre[axis] + map[3 * axis] * x + map[3 * axis + 1] * y + map[3 * axis + 2] * z + 0.1 * Math.sin(5 * x + axis);
    }
  }
  return { positions, triangles: boundaryFaces(tets, positions.length / 3) };
}

function block(low: readonly [number, number, number], size: readonly [number, number, number]): Surface {
  const { positions, tets } = boxTets(size, [2, 2, 2]);
  for (let k = 0; k < positions.length; k++) positions[k] += low[k % 3] + size[k % 3] / 2;
  return { positions, triangles: boundaryFaces(tets, positions.length / 3) };
}

function clipped(grid: CellGrid, { positions, triangles }: Surface) {
  const patches = new SurfacePatches();
  const shares = new SolidShares(grid);
  new SurfaceClipper(grid).clip(positions, triangles, patches, shares);
  shares.finish();
  return { patches, shares };
}

/** Share of its triangle that a patch has, and the area vectors of triangles, m2. */
function share({ weights }: SurfacePatches, n: number): number {
  return weights[3 * n] + weights[3 * n + 1] + weights[3 * n + 2];
}

function areas({ positions, triangles }: Surface): Float64Array {
  const all = new Float64Array(triangles.length);
  const twice = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    areaVector(positions, triangles, t, twice);
    for (let k = 0; k < 3; k++) all[t + k] = twice[k] / 2;
  }
  return all;
}

const GRID = new CellGrid([9, 10, 11], 0.1);

test.each([1, 2, 3])('patches make up every triangle, and close (%d)', (seed) => {
  const surface = bentBlock([0.45, 0.5, 0.55], seed);
  const { patches } = clipped(GRID, surface);
  const whole = new Float64Array(surface.triangles.length / 3);
  const area = areas(surface);
  const sum = [0, 0, 0];
  for (let n = 0; n < patches.count; n++) {
    whole[patches.triangles[n]] += share(patches, n);
    for (let axis = 0; axis < 3; axis++) sum[axis] += share(patches, n) * area[3 * patches.triangles[n] + axis];
  }
  for (const total of whole) expect(total).toBeCloseTo(1, 13);
  for (const component of sum) expect(Math.abs(component)).toBeLessThan(1e-15);
});

test.each([1, 2, 3])('every centroid lies in the cell of its patch (%d)', (seed) => {
  const surface = bentBlock([0.45, 0.5, 0.55], seed);
  const { patches } = clipped(GRID, surface);
  for (let n = 0; n < patches.count; n++) {
    const place: number[] = [];
    for (let axis = 0; axis < 3; axis++) {
      let x = 0;
      for (let k = 0; k < 3; k++) {
        const vertex = surface.triangles[3 * patches.triangles[n] + k];
        x += (patches.weights[3 * n + k] / share(patches, n)) * surface.positions[3 * vertex + axis];
      }
      place.push(Math.floor(x / GRID.h + 1e-9));
      expect(Math.abs(x / GRID.h - place[axis] - 0.5)).toBeLessThan(0.5 + 2e-9);
    }
    expect(GRID.index(place[0], place[1], place[2])).toBe(patches.cells[n]);
  }
});

/** Largest |faces out of the solid's part of a cell + its patches|, in faces. */
function worstClosure(grid: CellGrid, surface: Surface): number {
  const { patches, shares } = clipped(grid, surface);
  const area = areas(surface);
  const sums = [0, 1, 2].map(() => new Float64Array(grid.size));
  for (let n = 0; n < patches.count; n++) {
    for (let axis = 0; axis < 3; axis++) {
      sums[axis][patches.cells[n]] += (share(patches, n) * area[3 * patches.triangles[n] + axis]) / grid.h ** 2;
    }
  }
  let worst = 0;
  grid.forEach((c) => {
    for (let axis = 0; axis < 3; axis++) {
      const out = shares.faces[axis][c + grid.strides[axis]] - shares.faces[axis][c];
      worst = Math.max(worst, Math.abs(out + sums[axis][c]));
    }
  });
  return worst;
}

test.each<[string, Surface]>([
  ['bent', bentBlock([0.45, 0.5, 0.55], 4)],
  ['partly outside', bentBlock([0.05, 1, 0.02], 5)],
  ['on the planes of the grid', block([0.2, 0.3, 0.4], [0.4, 0.2, 0.5])],
  ['over all of the grid', block([-1, 0.45, -1], [3, 0.2, 3])],
])('in every cell shares of faces and patches close: %s', (_name, surface) => {
  expect(worstClosure(GRID, surface)).toBeLessThan(1e-12);
});

test('shares of cells and faces of a block are its overlaps', () => {
  const [low, size] = [[0.23, 0.31, 0.48] as const, [0.34, 0.29, 0.41] as const];
  const { shares } = clipped(GRID, block(low, size));
  const overlap = (axis: number, i: number): number => {
    const from = Math.max(low[axis] / GRID.h, i);
    return Math.max(0, Math.min((low[axis] + size[axis]) / GRID.h, i + 1) - from);
  };
  const isIn = (axis: number, i: number) => i > low[axis] / GRID.h && i < (low[axis] + size[axis]) / GRID.h;
  GRID.forEach((c, i, j, k) => {
    expect(shares.cells[c]).toBeCloseTo(overlap(0, i) * overlap(1, j) * overlap(2, k), 12);
    expect(shares.faces[0][c]).toBeCloseTo(isIn(0, i) ? overlap(1, j) * overlap(2, k) : 0, 12);
    expect(shares.faces[1][c]).toBeCloseTo(isIn(1, j) ? overlap(0, i) * overlap(2, k) : 0, 12);
    expect(shares.faces[2][c]).toBeCloseTo(isIn(2, k) ? overlap(0, i) * overlap(1, j) : 0, 12);
  });
});

test('what lies outside the grid counts for what lies behind it', () => {
  const { shares, patches } = clipped(GRID, block([-0.5, 0.33, -0.4], [0.77, 0.3, 2]));
  expect(patches.count).toBeGreaterThan(0);
  expect(shares.cells[GRID.index(1, 5, 5)]).toBeCloseTo(1, 12);
  expect(shares.cells[GRID.index(2, 5, 5)]).toBeCloseTo(0.7, 12);
  expect(shares.faces[0][GRID.index(0, 5, 5)]).toBeCloseTo(1, 12);
  expect(shares.faces[2][GRID.index(2, 6, 0)]).toBeCloseTo(0.7 * 0.3, 12);
  expect(shares.faces[2][GRID.index(2, 6, 11)]).toBeCloseTo(0.7 * 0.3, 12);
});
