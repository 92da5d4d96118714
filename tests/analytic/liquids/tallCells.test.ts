import { describe, expect, test } from 'vitest';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { PressureProjection } from '../../../src/liquids/pressure/PressureProjection.ts';
import { TallAdvection } from '../../../src/liquids/tall/TallAdvection.ts';
import { TallFaces } from '../../../src/liquids/tall/TallFaces.ts';
import { gradedHeights, TallLayers } from '../../../src/liquids/tall/TallLayers.ts';
import { TallProjection } from '../../../src/liquids/tall/TallProjection.ts';
import { transferVelocity } from '../../../src/liquids/tall/transferVelocity.ts';
import { openFaces } from '../../../src/liquids/walls/openFaces.ts';

const CLOSED = [
  [true, true],
  [true, false],
  [true, true],
] as const;
const SOLVE = { tolerance: 1e-12, maxIterations: 2000 } as const;

/** Water in a box of `counts` uniform cells, up to half a cell below the last but two, whose surface is `level` above that. */
function uniformBox(counts: readonly [number, number, number], h: number, level: (x: number) => number = () => 0) {
  const grid = new CellGrid(counts, h);
  const open = faceArrays(grid);
  openFaces(grid, new Float64Array(grid.size).fill(1), open, CLOSED);
  const phi = new Float64Array(grid.size).fill(h);
  grid.forEach((c, i, j) => (phi[c] = (j + 0.5 - counts[1] + 2.5) * h - level((i + 0.5) * h)));
  return { grid, phi, open, velocity: faceArrays(grid), solidVelocity: faceArrays(grid) };
}

/** Makes the same water with tall cells of the given heights, from the top one down, in the place of the lowest uniform cells. */
function tallBox(
  counts: readonly [number, number, number],
  h: number,
  heights: readonly number[],
  level?: (x: number) => number,
) {
  const [nx, ny, nz] = counts;
  const layers = new TallLayers(heights);
  const faces = new TallFaces(new CellGrid(counts, h), layers);
  faces.openAll();
  const band = uniformBox([nx, ny - layers.cells, nz], h, level);
  const projection = new TallProjection(band.grid, faces, SOLVE);
  return { layers, faces, band, projection, tall: faceArrays(faces.grid) };
}

function largest(arrays: readonly Float64Array[]): number {
  return Math.max(...arrays.map((u) => u.reduce((most, x) => Math.max(most, Math.abs(x)), 0)));
}

function sumOf(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0);
}

describe('graded heights', () => {
  test.each([
    [56, 8, [8, 16, 32]],
    [30, 8, [8, 22]],
    [40, 8, [8, 16, 16]],
    [48, 8, [8, 16, 24]],
    [7, 8, [7]],
    [0, 8, []],
  ])('of %i cells below a band of %i', (cells, band, heights) => {
    expect(gradedHeights(cells, band)).toEqual(heights);
  });
});

test('weights of samples sum to the height of the tall cells, and so do distances', () => {
  const { heights, gaps, places, samples } = new TallLayers([1, 5, 2, 9]);
  expect(samples).toBe(7);
  expect([...places]).toEqual([0, 8, 9, 10, 11, 15, 16]);
  expect(sumOf([...heights])).toBe(17);
  expect(sumOf([...gaps]) - 1).toBe(17);
});

describe.each([[[1]], [[4]], [[4, 8]], [[3, 6, 13]]])('over tall cells %j', (heights) => {
  test('water that falls on a level floor comes to rest', () => {
    const { band, tall, projection, faces } = tallBox([5, 6 + sumOf(heights), 4], 0.1, heights);
    for (const u of [band.velocity[1], tall[1]]) u.fill(-0.3);
    faces.grid.forEach((c, _i, s) => {
      if (s === 0) tall[1][c] = 0;
    });
    const { converged, iterations } = projection.project(band, tall);
    expect(converged).toBe(true);
    expect(iterations).toBeLessThan(16);
    band.grid.forEach((c, _i, j) => {
      if (j < 4) expect(Math.abs(band.velocity[1][c])).toBeLessThan(1e-10);
    });
    faces.grid.forEach((c) => expect(Math.abs(tall[1][c])).toBeLessThan(1e-10));
    expect(largest([tall[0], tall[2], band.velocity[0]])).toBeLessThan(1e-10);
  });
});

const floors: [string, (x: number, y: number, z: number) => number][] = [
  ['steps', (x, y) => y - (x < 0.3 ? 0.72 : x < 0.5 ? 0.31 : -1)],
  ['a slope', (x, y, z) => (y - 0.1 - 0.9 * x - 0.6 * z) / Math.hypot(1, 0.9, 0.6)],
];

test.each(floors)('water that falls on %s comes to rest', (_, solid) => {
  const counts = [7, 26, 6] as const;
  const { band, tall, projection, faces } = tallBox(counts, 0.1, [4, 6, 10]);
  const grid = new CellGrid(counts, 0.1);
  const corners = new Float64Array(grid.size);
  for (let k = 0; k <= 6; k++) {
    for (let j = 0; j <= 26; j++) {
      for (let i = 0; i <= 7; i++) corners[grid.index(i, j, k)] = solid(0.1 * i, 0.1 * j, 0.1 * k);
    }
  }
  const whole = faces.volume;
  faces.openAround(grid, corners);
  faces.openAbove(band.grid, band.open);
  projection.update();
  expect(faces.volume).toBeLessThan(0.9 * whole);
  const isOpen = (c: number) => faces.open[1][c] > 0;
  for (const u of [band.velocity[1], tall[1]]) u.fill(-0.3);
  faces.grid.forEach((c) => {
    if (!isOpen(c)) tall[1][c] = 0;
  });
  expect(projection.project(band, tall).converged).toBe(true);
  band.grid.forEach((c, _i, j) => {
    if (j > 0 && j < 4) expect(Math.abs(band.velocity[1][c])).toBeLessThan(1e-10);
  });
  faces.grid.forEach((c, _i, s) => {
    if (s <= faces.layers.samples) expect(Math.abs(tall[1][c])).toBeLessThan(1e-10);
  });
  expect(largest([band.velocity[0], band.velocity[2]])).toBeLessThan(1e-10);
  faces.grid.forEach((c) => {
    for (const axis of [0, 2]) if (faces.open[axis][c] > 0) expect(Math.abs(tall[axis][c])).toBeLessThan(1e-10);
  });
});

test('without solids near, faces are those of a free box', () => {
  const counts = [3, 12, 4] as const;
  const { faces } = tallBox(counts, 0.1, [3, 1, 4]);
  const before = faces.open.map((u) => u.slice());
  const crosses = faces.cross.map((u) => u.slice());
  const { volume, moment } = faces;
  const grid = new CellGrid(counts, 0.1);
  faces.openAround(grid, new Float64Array(grid.size).fill(1));
  faces.grid.forEach((c, _i, s) => {
    for (let axis = 0; axis < 3; axis++) {
      if (s === faces.layers.samples && axis !== 1) continue;
      expect(faces.open[axis][c]).toBeCloseTo(before[axis][c], 12);
      expect(faces.cross[axis][c]).toBeCloseTo(crosses[axis][c], 12);
    }
  });
  expect(faces.volume).toBeCloseTo(volume, 12);
  expect(faces.moment).toBeCloseTo(moment, 12);
});

/** A velocity without any symmetry. */
function stirred(axis: number, i: number, j: number, k: number): number {
  return Math.sin(3 * i + 5 * j * (axis + 1) + 7 * k);
}

test.each([[[1, 1, 1, 1, 1, 1]], [[2, 2, 2]]])('tall cells %j project as uniform ones', (heights) => {
  const counts = [6, 12, 5] as const;
  const wave = (x: number) => 0.04 * Math.cos(5 * x);
  const full = uniformBox(counts, 0.1, wave);
  const { band, tall, projection, faces, layers } = tallBox(counts, 0.1, heights, wave);
  const isWall = (axis: number, i: number, j: number, k: number) => [i, j, k][axis] === 0;
  full.grid.forEach((c, i, j, k) => {
    for (let axis = 0; axis < 3; axis++) {
      const u = isWall(axis, i, j, k) ? 0 : stirred(axis, i, j, k);
      full.velocity[axis][c] = u;
      if (j >= 6) band.velocity[axis][band.grid.index(i, j - 6, k)] = u;
      if (j < 6 || (j === 6 && axis === 1)) tall[axis][faces.grid.index(i, j, k)] = u;
    }
  });
  new PressureProjection(full.grid, SOLVE).project(full);
  projection.project(band, tall);
  let off = 0;
  full.grid.forEach((c, i, j, k) => {
    for (let axis = 0; axis < 3; axis++) {
      const own = j >= 6 ? band.velocity[axis][band.grid.index(i, j - 6, k)] : tall[axis][faces.grid.index(i, j, k)];
      off = Math.max(off, Math.abs(own - full.velocity[axis][c]));
    }
  });
  expect(layers.samples).toBe(6);
  expect(off).toBeLessThan(1e-8);
});

/** Wavenumber times depth of waves in a tank twice as long as deep. */
const WAVES = [1, 2, 3, 6].map((half) => (half * Math.PI) / 2);

describe('graded tall cells below an eighth of the depth', () => {
  const counts = [64, 34, 1] as const;
  const h = 1 / 32;

  /** Amplitude of the vertical velocity just below the surface of a wave that begins to fall: the square of its frequency times what the same factor makes of it in any cells. */
  function fall(k: number, heights: readonly number[]): number {
    const level = (x: number) => 0.2 * h * Math.cos(k * x);
    const { band, tall, projection, faces } = tallBox(counts, h, heights, level);
    for (const u of [band.velocity[1], tall[1]]) u.fill(-1);
    faces.grid.forEach((c, _i, s) => {
      if (s === 0) tall[1][c] = 0;
    });
    projection.project(band, tall);
    let sum = 0;
    band.grid.forEach((c, i, j) => {
      if (j === band.grid.counts[1] - 4) sum += Math.cos(k * (i + 0.5) * h) * band.velocity[1][c];
    });
    return sum;
  }

  test.each(WAVES)('waves of k H = %f keep their frequency', (k) => {
    const uniform = fall(
      k,
      Array.from({ length: 28 }, () => 1),
    );
    const error = Math.sqrt(fall(k, [4, 8, 16]) / uniform) - 1;
    expect(Math.abs(error)).toBeLessThan(0.01);
    // One tall cell in their place is what the grading is for.
    if (k < 2) expect(Math.sqrt(fall(k, [28]) / uniform) - 1).toBeGreaterThan(0.03);
  });
});

describe('advection in tall cells', () => {
  const { faces, tall } = tallBox([7, 30, 6], 0.1, [4, 8, 12]);
  const isOpen = (axis: number, c: number) => faces.open[axis][c] > 0;

  /** A velocity that no wall lets through, up to the first layer above. */
  function stir(): void {
    faces.grid.forEach((c, i, s, k) => {
      for (let axis = 0; axis < 3; axis++) tall[axis][c] = isOpen(axis, c) ? stirred(axis, i, s, k) : 0;
    });
  }

  test('is a mean of velocities around, however long the substep', () => {
    stir();
    const before = [0, 1, 2].map((axis) => largest([tall[axis]]));
    new TallAdvection(faces).advance(tall, 0.5);
    for (let axis = 0; axis < 3; axis++) {
      expect(largest([tall[axis]])).toBeLessThanOrEqual(before[axis] * (1 + 1e-12));
      expect(largest([tall[axis]])).toBeLessThan(before[axis]);
    }
  });

  test('keeps a velocity that is the same everywhere, but at the walls ahead and behind', () => {
    for (let axis = 0; axis < 3; axis++) tall[axis].fill(0);
    faces.grid.forEach((c) => (tall[0][c] = isOpen(0, c) ? 0.3 : 0));
    new TallAdvection(faces).advance(tall, 0.02);
    faces.grid.forEach((c, i) => {
      if (i > 1 && i < 6) expect(tall[0][c]).toBeCloseTo(0.3, 12);
    });
    expect(largest([tall[2]])).toBe(0);
  });
});

test('another plane keeps what tall cells can have, and momentum', () => {
  const [from, to] = [tallBox([4, 26, 3], 0.1, [4, 8, 8]), tallBox([4, 26, 3], 0.1, [6, 10])];
  const line = (j: number) => 0.2 - 0.03 * j;
  for (const axis of [0, 2]) {
    from.faces.grid.forEach(
      (c, _i, s) => (from.tall[axis][c] = s < from.layers.samples ? line(from.layers.places[s]) : 0),
    );
  }
  from.faces.grid.forEach((c, i, s, k) => (from.tall[1][c] = stirred(1, i, s, k)));
  transferVelocity(
    { faces: from.faces, velocity: from.tall, above: from.band },
    { faces: to.faces, velocity: to.tall },
  );
  to.faces.grid.forEach((c, _i, s) => {
    if (s < to.layers.samples) expect(to.tall[0][c]).toBeCloseTo(line(to.layers.places[s]), 12);
  });
  const momentum = ({ layers, tall, faces }: typeof from, last: number) => {
    let sum = 0;
    for (let s = 1, reached = 0; s <= layers.samples && reached < last; s++) {
      const length = Math.min(layers.gaps[s], last - reached);
      sum += length * tall[1][faces.grid.index(2, s, 1)];
      reached += length;
    }
    return sum;
  };
  // Up to the upper sample of the lower new tall cell, and the face above it.
  expect(momentum(to, 9)).toBeCloseTo(momentum(from, 9), 12);
});
