import { expect, test } from 'vitest';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { LiquidObstacles } from '../../../src/liquids/walls/LiquidObstacles.ts';
import type { GridLiquid } from '../../../src/liquids/uniform/GridLiquid.ts';
import { VortexParticles } from '../../../src/liquids/vorticity/VortexParticles.ts';
import type { VortexSettings } from '../../../src/liquids/vorticity/VortexSettings.ts';
import { CLOSED, liquidPool, sampleAtCorners } from '../../support/liquidPool.ts';

const SETTINGS: VortexSettings = {
  source: 'everywhere',
  rate: 0,
  spin: 20,
  size: 0.2,
  lifetime: 1e9,
  strength: 10,
};

/** A grid of a metre square, `layers` cells deep, in which the velocity is told at every face. */
function flow(cells: number, at: (axis: number, x: number, y: number, z: number) => number, layers = cells) {
  const h = 1 / cells;
  const grid = new CellGrid([cells, cells, layers], h);
  const velocity = faceArrays(grid);
  for (const axis of [0, 1, 2] as const) {
    for (let k = -1; k <= layers; k++) {
      for (let j = -1; j <= cells; j++) {
        for (let i = -1; i <= cells; i++) {
          const [x, y, z] = [i, j, k].map((n, a) => (n + (a === axis ? 0 : 0.5)) * h);
          velocity[axis][grid.index(i, j, k)] = at(axis, x, y, z);
        }
      }
    }
  }
  const phi = new Float64Array(grid.size).fill(-1);
  const obstacles = new LiquidObstacles(grid, CLOSED);
  return { grid, velocity, surroundings: { velocity, phi, obstacles } };
}

test('a pair of vortices that turn against each other moves at Gamma / (2 pi d)', () => {
  // Gaussian vortices of a circulation: far from its core the velocity is Gamma / (2 pi r).
  const [circulation, core, apart] = [0.1, 0.05, 0.3];
  const middles = [0.5 - apart / 2, 0.5 + apart / 2];
  const pair = (axis: number, x: number, y: number, shift: number) =>
    middles.reduce((sum, middle, n) => {
      const [dx, dy] = [x - middle, y - shift];
      const square = dx * dx + dy * dy + 1e-12;
      const turn = ((n === 0 ? 1 : -1) * circulation * (1 - Math.exp(-square / core ** 2))) / (2 * Math.PI * square);
      return sum + (axis === 0 ? -dy * turn : axis === 1 ? dx * turn : 0);
    }, 0);
  const speed = circulation / (2 * Math.PI * apart);
  const [dt, steps] = [0.05, 60];
  const { grid } = flow(64, () => 0, 1);
  const vortices = new VortexParticles(grid, SETTINGS);
  vortices.add([middles[0], 0.3, 0.008], [0, 0, 20]);
  vortices.add([middles[1], 0.3, 0.008], [0, 0, -20]);
  for (let n = 0; n < steps; n++) {
    // The flow goes along with the pair.
    const shift = 0.3 + speed * dt * (n + 0.5);
    const { surroundings } = flow(64, (axis, x, y) => pair(axis, x, y, shift), 1);
    vortices.move({ ...surroundings, dt });
  }
  for (const [n, middle] of middles.entries()) {
    expect(vortices.positions[3 * n]).toBeCloseTo(middle, 3);
    expect(Math.abs((vortices.positions[3 * n + 1] - 0.3) / (speed * dt * steps) - 1)).toBeLessThan(0.02);
    // In the plane nothing stretches them.
    expect(vortices.vorticities[3 * n + 2]).toBeCloseTo(n === 0 ? 20 : -20, 6);
  }
});

test('strain stretches a vortex along its axis by exp(rate t), and no further than twice a new one', () => {
  const rate = 0.5;
  const { grid, surroundings } = flow(16, (axis, x, y, z) =>
    axis === 2 ? rate * (z - 0.5) : (-rate / 2) * ((axis === 0 ? x : y) - 0.5),
  );
  const vortices = new VortexParticles(grid, { ...SETTINGS, spin: 10 });
  vortices.add([0.5, 0.5, 0.5], [0, 0, 10]);
  for (let n = 0; n < 100; n++) vortices.move({ ...surroundings, dt: 0.01 });
  expect(vortices.vorticities[2] / (10 * Math.exp(rate))).toBeCloseTo(1, 2);
  for (let n = 0; n < 400; n++) vortices.move({ ...surroundings, dt: 0.01 });
  expect(vortices.vorticities[2]).toBeCloseTo(20, 1);
});

test('vortices decay by 1 / e in their lifetime, and are then forgotten', () => {
  const { grid, surroundings } = flow(8, () => 0);
  const vortices = new VortexParticles(grid, { ...SETTINGS, lifetime: 0.5 });
  vortices.add([0.5, 0.5, 0.5], [20, 0, 0]);
  for (let n = 0; n < 50; n++) vortices.move({ ...surroundings, dt: 0.01 });
  expect(vortices.vorticities[0]).toBeCloseTo(20 / Math.E, 9);
  for (let n = 0; n < 150; n++) vortices.move({ ...surroundings, dt: 0.01 });
  expect(vortices.count).toBe(0);
});

test('a vortex turns liquid at rest its own way, with no net push, and liquid that turns so already not at all', () => {
  const { grid, velocity } = flow(20, () => 0);
  const known = velocity.map(() => new Uint8Array(grid.size).fill(1));
  const vortices = new VortexParticles(grid, SETTINGS);
  vortices.add([0.5, 0.5, 0.5], [0, 0, 20]);
  vortices.drive(velocity, known, 0.01);
  let turn = 0;
  const push = [0, 0, 0];
  grid.forEach((c, i, j) => {
    const [x, y] = [i / 20 - 0.5, j / 20 - 0.5];
    turn += x * velocity[1][c] - y * velocity[0][c];
    for (let a = 0; a < 3; a++) push[a] += velocity[a][c];
  });
  expect(turn).toBeGreaterThan(0);
  for (const sum of push) expect(Math.abs(sum)).toBeLessThan(1e-9 * turn);
  // dt epsilon h omega k x / r of a face at (.075, 0, -.025) m from it.
  const square = 0.075 ** 2 + 0.025 ** 2;
  const expected = (0.01 * 10 * 0.05 * 20 * (1 - square / 0.04) ** 3 * 0.075) / Math.sqrt(square);
  expect(velocity[1][grid.index(11, 10, 9)]).toBeCloseTo(expected, 12);

  const turning = flow(20, (axis, x, y) => (axis === 0 ? -10 * (y - 0.5) : axis === 1 ? 10 * (x - 0.5) : 0));
  const before = turning.velocity.map((u) => u.slice());
  vortices.drive(turning.velocity, known, 0.01);
  turning.velocity.forEach((u, axis) => expect(u.every((v, c) => Math.abs(v - before[axis][c]) < 1e-9)).toBe(true));
});

/** A full box of a metre whose liquid turns around its middle, dying away towards the walls; energy after some steps, m5/s2. */
function energyOfTurningBox(vortices: VortexSettings | undefined, sign = 1): number {
  const cells = 16;
  const pool = liquidPool([cells, cells, 4], 1 / cells, () => true, { gravity: [0, 0, 0], vortices });
  const { particles } = pool;
  for (let p = 0; p < particles.count; p++) {
    const [x, y] = particles.positions.subarray(3 * p, 3 * p + 2);
    particles.velocities[3 * p] = 0.5 * Math.sin(Math.PI * x) * Math.cos(Math.PI * y);
    particles.velocities[3 * p + 1] = -0.5 * Math.cos(Math.PI * x) * Math.sin(Math.PI * y);
  }
  // This turns counter-clockwise: its vorticity in the middle is pi.
  pool.vortices?.add([0.5, 0.5, 0.125], [0, 0, 10 * sign]);
  for (let n = 0; n < 20; n++) pool.advance(0.02);
  return energyOf(pool);
}

function energyOf({ particles }: GridLiquid): number {
  let sum = 0;
  for (let k = 0; k < 3 * particles.count; k++) sum += particles.velocities[k] ** 2 / 2;
  return sum / 8 / 16 ** 3;
}

test('a vortex keeps a turning liquid from coming to rest, and one that turns against it brings it to rest', () => {
  const settings = { ...SETTINGS, spin: 10, size: 0.4, strength: 4 };
  const [alone, driven, braked] = [
    energyOfTurningBox(undefined),
    energyOfTurningBox(settings),
    energyOfTurningBox(settings, -1),
  ];
  expect(driven).toBeGreaterThan(1.1 * alone);
  expect(braked).toBeLessThan(0.9 * alone);
});

test.each(['everywhere', 'obstacles', 'emitters'] as const)(
  'vortices begin %s at their rate, in the liquid, as strong as they are told, twice alike',
  (source) => {
    const [counts, h] = [[10, 10, 10] as const, 0.1];
    const ball = (x: number, y: number, z: number) => Math.hypot(x - 0.5, y - 0.3, z - 0.5) - 0.2;
    const runs = [0, 1].map(() => {
      const pool = liquidPool(counts, h, (x, y, z) => y < 0.6 && ball(x, y, z) > 0, {
        solidDistance: sampleAtCorners(counts, h, ball),
        vortices: { ...SETTINGS, source, rate: 100 },
      });
      const grid = new CellGrid(counts, h);
      const { emitterCells } = pool.vortices!;
      expect(emitterCells === undefined).toBe(source !== 'emitters');
      grid.forEach((c, i, j) => {
        if (emitterCells !== undefined) emitterCells[c] = i < 2 && j < 2 ? 1 : 0;
      });
      pool.advance(0.1);
      return pool.vortices!;
    });
    const [{ count, positions, vorticities }] = runs;
    expect(count).toBe(10);
    for (let p = 0; p < count; p++) {
      const [x, y, z] = positions.subarray(3 * p, 3 * p + 3);
      expect(y).toBeLessThan(0.7);
      if (source === 'obstacles') expect(ball(x, y, z)).toBeLessThan(0.3);
      if (source === 'emitters') expect(Math.max(x, y)).toBeLessThan(0.25);
      expect(Math.hypot(...vorticities.subarray(3 * p, 3 * p + 3))).toBeCloseTo(20, 6);
    }
    expect(runs[1].positions).toEqual(positions);
    expect(runs[1].vorticities).toEqual(vorticities);
  },
);
