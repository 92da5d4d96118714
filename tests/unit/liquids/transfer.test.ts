import { expect, test } from 'vitest';
import { SeededRandom } from '../../support/random.ts';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { extrapolateVelocity, fillLayer } from '../../../src/liquids/uniform/extrapolateVelocity.ts';
import { LiquidParticles } from '../../../src/liquids/transport/LiquidParticles.ts';
import { writeVelocity } from '../../../src/liquids/transport/moveParticles.ts';
import { ParticleTransfer } from '../../../src/liquids/transport/ParticleTransfer.ts';

const grid = new CellGrid([6, 5, 4], 0.25, [-0.5, 0, 1]);

/** A linear motion: velocity and its gradient. */
const gradient = [0.3, -1, 0.2, 0.7, 0.1, -0.4, 0.6, 0.9, -0.4];
const linear = (x: readonly number[]) =>
  [0, 1, 2].map((a) => 0.5 * a - 1 + gradient[3 * a] * x[0] + gradient[3 * a + 1] * x[1] + gradient[3 * a + 2] * x[2]);

function scattered(count: number): LiquidParticles {
  const random = new SeededRandom('transfer');
  const particles = new LiquidParticles();
  for (let p = 0; p < count; p++) {
    // Away from the sides, so that all faces around are the grid's.
    const x = [0, 1, 2].map(
      (a) => grid.origin[a] + (0.6 + (grid.counts[a] - 1.2) * (random.uint32() / 2 ** 32)) * grid.h,
    );
    const [u, v, w] = linear(x);
    particles.add(x[0], x[1], x[2], u, v, w);
    particles.gradients.set(gradient, 9 * p);
  }
  return particles;
}

test('a linear motion goes to the faces and back to the particles as it was', () => {
  const particles = scattered(3000);
  const velocity = faceArrays(grid);
  const known = velocity.map(() => new Uint8Array(grid.size));
  const transfer = new ParticleTransfer(grid);
  transfer.toGrid(particles, velocity, known);
  for (let axis = 0; axis < 3; axis++) {
    grid.forEach(
      (c, i, j, k) => {
        if (known[axis][c] === 0) return;
        const place = [i, j, k].map((n, a) => grid.origin[a] + (n + (a === axis ? 0 : 0.5)) * grid.h);
        expect(velocity[axis][c]).toBeCloseTo(linear(place)[axis], 10);
      },
      axis as 0 | 1 | 2,
    );
  }
  const before = particles.velocities.slice();
  transfer.toParticles(velocity, particles);
  for (let k = 0; k < 3 * particles.count; k++) expect(particles.velocities[k]).toBeCloseTo(before[k], 10);
  for (let k = 0; k < 9 * particles.count; k++) expect(particles.gradients[k]).toBeCloseTo(gradient[k % 9], 9);
  const u = new Float64Array(3);
  writeVelocity(grid, velocity, Float64Array.of(0.1, 0.6, 1.4), 0, u);
  linear([0.1, 0.6, 1.4]).forEach((value, axis) => expect(u[axis]).toBeCloseTo(value, 10));
});

test('velocities spread outwards layer by layer and along the sides', () => {
  const [u] = faceArrays(grid);
  const known = new Uint8Array(grid.size);
  const start = grid.index(2, 2, 2);
  u[start] = 4;
  known[start] = 1;
  known[grid.index(4, 2, 2)] = 255;
  extrapolateVelocity(grid, u, known, 0, 2);
  expect(u[grid.index(1, 2, 2)]).toBe(4);
  expect(u[grid.index(0, 2, 2)]).toBe(4);
  expect(u[grid.index(4, 2, 2)]).toBe(0);
  expect(known[grid.index(2, 2, 0)]).toBe(3);
  expect(known[grid.index(1, 1, 0)]).toBe(0);
  fillLayer(grid, u, 0);
  expect(u[grid.index(2, 2, -1)]).toBe(4);
  expect(u[grid.index(2, 2, 4)]).toBe(u[grid.index(2, 2, 3)]);
});

test('particles are put in another order, or left out, with all that is theirs', () => {
  const particles = scattered(4);
  const [x, v] = [particles.positions.slice(9, 12), particles.velocities.slice(9, 12)];
  particles.reorder(Uint32Array.of(3, 0), 2);
  expect([particles.count, ...particles.ids.subarray(0, 2)]).toEqual([2, 3, 0]);
  expect(particles.positions.subarray(0, 3)).toEqual(x);
  expect(particles.velocities.subarray(0, 3)).toEqual(v);
  particles.add(0, 0, 0, 1, 1, 1);
  expect(particles.ids[2]).toBe(4);
  expect(particles.gradients.subarray(18, 27).every((value) => value === 0)).toBe(true);
});
