import { describe, expect, test } from 'vitest';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { CentreSamples } from '../../../src/liquids/levelset/centreSamples.ts';
import { LiquidObstacles } from '../../../src/liquids/walls/LiquidObstacles.ts';
import { isolatedParticles } from '../../../src/liquids/spray/isolatedParticles.ts';
import { SprayDrops } from '../../../src/liquids/spray/SprayDrops.ts';
import { CLOSED, sampleAtCorners } from '../../support/liquidPool.ts';

const H = 0.1;
const PER_CELL = 64;
const GRAVITY = [0, -9.81, 0];

/** A box of 1 m, filled up to `level`, m, and drops of a 64th of a cell. */
function boxWith(level: number, closedSides = CLOSED as ConstructorParameters<typeof LiquidObstacles>[1]) {
  const grid = new CellGrid([10, 10, 10], H);
  const phi = new Float64Array(grid.size).fill(5 * H);
  grid.forEach((c, _i, j) => (phi[c] = (j + 0.5) * H - level));
  const drops = new SprayDrops(grid, new CentreSamples(grid), 1, PER_CELL);
  const obstacles = new LiquidObstacles(grid, closedSides);
  return { grid, phi, drops, obstacles, velocity: faceArrays(grid) };
}

describe('a drop', () => {
  test('flies along a parabola', () => {
    const { drops, obstacles } = boxWith(0);
    drops.particles.add(0.1, 0.5, 0.5, 2, 1, 0);
    const [dt, steps] = [0.001, 300];
    for (let n = 0; n < steps; n++) drops.move({ obstacles, gravity: GRAVITY, dt });
    const { positions, velocities } = drops.particles;
    const time = dt * steps;
    expect(positions[0]).toBeCloseTo(0.1 + 2 * time, 12);
    expect(positions[1]).toBeCloseTo(0.5 + time - (9.81 * dt * dt * steps * (steps + 1)) / 2, 12);
    expect(velocities[1]).toBeCloseTo(1 - 9.81 * time, 12);
  });

  test('that meets a wall loses what leads into it and keeps the rest', () => {
    const { drops, obstacles } = boxWith(0);
    drops.particles.add(0.95, 0.5, 0.5, 3, 2, 1);
    drops.move({ obstacles, gravity: [0, 0, 0], dt: 0.05 });
    const [u, v, w] = drops.particles.velocities;
    expect(u).toBeCloseTo(0, 12);
    expect([v, w]).toEqual([2, 1]);
    expect(drops.particles.positions[0]).toBeLessThan(1);
  });

  test('that meets a ball slides off it', () => {
    const { drops, obstacles } = boxWith(0);
    const ball = (x: number, y: number, z: number) => Math.hypot(x - 0.5, y - 0.5, z - 0.5) - 0.25;
    obstacles.setSolids(sampleAtCorners([10, 10, 10], H, ball));
    drops.particles.add(0.55, 0.9, 0.5, 0, -2, 0);
    for (let n = 0; n < 40; n++) drops.move({ obstacles, gravity: GRAVITY, dt: 0.005 });
    const [x, y, z] = drops.particles.positions;
    expect(ball(x, y, z)).toBeGreaterThan(-0.02);
    expect(x).toBeGreaterThan(0.56);
  });

  test('is gone through an open side', () => {
    const { drops, obstacles } = boxWith(0, [
      [true, false],
      [true, true],
      [true, true],
    ]);
    drops.particles.add(0.95, 0.5, 0.5, 3, 0, 0);
    drops.move({ obstacles, gravity: GRAVITY, dt: 0.05 });
    expect(drops.particles.count).toBe(0);
  });
});

test('a drop that lands gives the liquid its volume and its momentum', () => {
  const { grid, phi, drops, velocity } = boxWith(0.5);
  const v = [0.7, -2, 0.4];
  drops.particles.add(0.33, 0.42, 0.56, v[0], v[1], v[2]);
  // One that is still in the air.
  drops.particles.add(0.5, 0.8, 0.5, 1, 1, 1);
  expect(drops.land({ phi, velocity })).toBeCloseTo(drops.dropVolume, 15);
  expect(drops.particles.count).toBe(1);
  for (const axis of [0, 1, 2] as const) {
    let taken = 0;
    let momentum = 0;
    grid.forEach((c) => {
      const u = velocity[axis][c];
      if (u === 0) return;
      expect(Math.min(phi[c], phi[c - grid.strides[axis]])).toBeLessThan(0);
      // A cell of liquid at rest that takes in a part V moves at u = V v / (h^3 + V).
      const part = (H ** 3 * u) / (v[axis] - u);
      taken += part;
      momentum += (H ** 3 + part) * u;
    }, axis);
    expect(taken / drops.dropVolume).toBeCloseTo(1, 10);
    expect(momentum / (drops.dropVolume * v[axis])).toBeCloseTo(1, 10);
  }
});

test('a drop that lands at the speed of the liquid changes nothing', () => {
  const { phi, drops, velocity } = boxWith(0.5);
  velocity.forEach((u, axis) => u.fill(0.3 - axis));
  drops.particles.add(0.52, 0.47, 0.31, 0.3, -0.7, -1.7);
  drops.land({ phi, velocity });
  velocity.forEach((u, axis) => expect(u.every((value) => Math.abs(value - 0.3 + axis) < 1e-14)).toBe(true));
});

test("a cell's worth of drops becomes a ball of liquid of their volume that moves as they did; fewer stay drops", () => {
  const { grid, phi, drops, velocity } = boxWith(-0.5);
  for (let n = 0; n < PER_CELL + 30; n++) {
    const [x, y, z] = n < PER_CELL ? [0.5, 0.5, 0.5] : [0.2, 0.2, 0.2];
    const jitter = (k: number) => 0.01 + 0.08 * ((n * (0.618 + 0.1 * k)) % 1);
    drops.particles.add(x + jitter(0), y + jitter(1), z + jitter(2), 1, -2, 0.5);
  }
  expect(drops.gather({ phi, velocity })).toBeCloseTo(H ** 3, 15);
  expect(drops.particles.count).toBe(30);
  const c = grid.index(5, 5, 5);
  // The ball of a cell's volume has a radius of .62 h; its middle is that of the drops.
  expect(phi[c]).toBeLessThan(-0.5 * H);
  expect(phi[c + 3]).toBeGreaterThan(0);
  expect([0, 1, 2].map((a) => velocity[a][c])).toEqual([1, -2, 0.5].map((v) => expect.closeTo(v, 12)));
});

test('particles far from cells that are half full are isolated', () => {
  const grid = new CellGrid([10, 10, 10], H);
  const positions: number[] = [];
  for (let n = 0; n < 8; n++) {
    for (let i = 0; i < 10; i++) positions.push((i + 0.25 + 0.5 * (n & 1)) * H, 0.025 + 0.05 * ((n >> 1) & 1), 0.05);
  }
  const body = positions.length / 3;
  positions.push(0.5, 0.15, 0.05, 0.5, 0.25, 0.05, 0.5, 0.85, 0.95);
  const flags = (distance: number) =>
    [...isolatedParticles(grid, Float64Array.from(positions), positions.length / 3, distance)].slice(body);
  expect([...isolatedParticles(grid, Float64Array.from(positions), body, 1)].every((flag) => flag === 0)).toBe(true);
  expect(flags(1)).toEqual([0, 1, 1]);
  expect(flags(2)).toEqual([0, 0, 1]);
  // A pair is no body.
  const pair = Float64Array.from([0.5, 0.5, 0.5, 0.52, 0.5, 0.5]);
  expect([...isolatedParticles(grid, pair, 2, 1)]).toEqual([1, 1]);
});
