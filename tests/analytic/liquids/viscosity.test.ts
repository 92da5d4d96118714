import { expect, test } from 'vitest';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { openFaces } from '../../../src/liquids/walls/openFaces.ts';
import { ViscosityStep } from '../../../src/liquids/viscosity/ViscosityStep.ts';
import { liquidPool } from '../../support/liquidPool.ts';

type Sides = readonly (readonly [boolean, boolean])[];

/** Liquid everywhere, at rest. */
function channel(counts: readonly [number, number, number], h: number, closedSides: Sides) {
  const grid = new CellGrid(counts, h);
  const open = faceArrays(grid);
  openFaces(grid, new Float64Array(grid.size).fill(1), open, closedSides);
  const phi = new Float64Array(grid.size).fill(-h);
  const state = { velocity: faceArrays(grid), solidVelocity: faceArrays(grid), open, phi };
  return { grid, state, step: new ViscosityStep(grid, closedSides) };
}

test.each([8, 16])('liquid between two walls is driven to the profile of Poiseuille, %d cells wide', (cells) => {
  const [width, pull, viscosity] = [0.5, 2, 0.1];
  const h = width / cells;
  const { grid, state, step } = channel([6 * cells, cells, 1], h, [
    [false, false],
    [true, true],
    [false, false],
  ]);
  const u = state.velocity[0];
  const dt = 0.5;
  for (let n = 0; n < 20; n++) {
    grid.forEach((c) => (u[c] += pull * dt), 0);
    // As long as it is driven along the channel alone.
    state.velocity[1].fill(0);
    state.velocity[2].fill(0);
    step.apply(state, viscosity, dt);
  }
  const fastest = (pull * width ** 2) / (8 * viscosity);
  for (let j = 0; j < cells; j++) {
    const y = (j + 0.5) * h;
    const exact = (pull * y * (width - y)) / (2 * viscosity);
    expect(Math.abs(u[grid.index(3 * cells, j, 0)] - exact) / fastest).toBeLessThan(1.3 / cells ** 2);
  }
});

test('a drop that turns like a rigid body is not braked, whatever its viscosity', () => {
  const { grid, state, step } = channel([16, 16, 16], 1 / 16, [
    [true, true],
    [true, true],
    [true, true],
  ]);
  const turning = (axis: number, x: readonly number[]) => [-2 * (x[1] - 0.5), 2 * (x[0] - 0.5), 0][axis];
  const place = (axis: number, ijk: readonly number[]) => ijk.map((n, a) => (n + (a === axis ? 0 : 0.5)) / 16);
  grid.forEach((c, i, j, k) => (state.phi[c] = Math.hypot(...place(3, [i, j, k]).map((x) => x - 0.5)) - 0.3));
  for (const axis of [0, 1, 2] as const) {
    grid.forEach((c, i, j, k) => (state.velocity[axis][c] = turning(axis, place(axis, [i, j, k]))), axis);
  }
  step.apply(state, 100, 1);
  for (const axis of [0, 1, 2] as const) {
    grid.forEach((c, i, j, k) => {
      const inside = Math.min(state.phi[c], state.phi[c - grid.strides[axis]]) < 0;
      if (inside) expect(state.velocity[axis][c]).toBeCloseTo(turning(axis, place(axis, [i, j, k])), 9);
    }, axis);
  }
});

test('a drop without forces keeps its momentum while its shear dies out', () => {
  const { grid, state, step } = channel([12, 12, 12], 1 / 12, [
    [true, true],
    [true, true],
    [true, true],
  ]);
  grid.forEach((c, i, j, k) => (state.phi[c] = Math.hypot(i - 5.5, j - 5.5, k - 5.5) / 12 - 0.27));
  grid.forEach((c, _i, j) => (state.velocity[0][c] = 0.5 + (j - 5.5) / 12), 0);
  const moments = () => {
    let sum = 0;
    let shear = 0;
    grid.forEach((c, _i, j) => {
      const share = Math.min(1, Math.max(0, 0.5 - 6 * (state.phi[c] + state.phi[c - 1])));
      sum += share * state.velocity[0][c];
      shear += share * state.velocity[0][c] * (j - 5.5);
    }, 0);
    return [sum, shear];
  };
  const [before, shearBefore] = moments();
  step.apply(state, 1, 10);
  const [after, shearAfter] = moments();
  expect(after / before).toBeCloseTo(1, 5);
  // Half of a shear flow is rotation, which stays.
  expect(shearAfter / shearBefore).toBeGreaterThan(0.4);
  expect(shearAfter / shearBefore).toBeLessThan(0.6);
});

test('a thick column slumps slowly, a pool of it still rests', () => {
  const front = (viscosity: number) => {
    const pool = liquidPool([10, 10, 4], 0.1, (x, y) => x < 0.4 && y < 0.6, { viscosity });
    for (let n = 0; n < 15; n++) pool.advance(0.02);
    let far = 0;
    for (let p = 0; p < pool.particles.count; p++) far = Math.max(far, pool.particles.positions[3 * p]);
    return far;
  };
  expect(front(1)).toBeLessThan(0.5);
  expect(front(0)).toBeGreaterThan(0.8);
  const pool = liquidPool([8, 8, 4], 0.125, (_x, y) => y < 0.5, { viscosity: 0.1, tolerance: 1e-13 });
  for (let n = 0; n < 50; n++) pool.advance(0.01);
  for (let k = 0; k < 3 * pool.particles.count; k++) expect(Math.abs(pool.particles.velocities[k])).toBeLessThan(1e-10);
});
