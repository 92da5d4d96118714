import { afterAll, describe, expect, test } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { ShallowKernel } from '../../../src/kernels/liquid/ShallowKernel.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { ColumnGrid } from '../../../src/liquids/shallow/ColumnGrid.ts';
import { KernelShallowSteps } from '../../../src/liquids/shallow/KernelShallowSteps.ts';
import { ShallowColumns } from '../../../src/liquids/shallow/ShallowColumns.ts';
import type { ClosedEdges, ShallowForces, ShallowSteps } from '../../../src/liquids/shallow/ShallowSteps.ts';
import { SeededRandom } from '../../support/random.ts';

const G = 9.81;
const FORCES: ShallowForces = { gravity: G, pullX: 0, pullZ: 0, manning: 0 };
const CLOSED: ClosedEdges = [
  [true, true],
  [true, true],
];

const pool = new KernelPool(compileKernels(false), { threads: 1 });
afterAll(() => pool.dispose());

function stepsOf(grid: ColumnGrid, closed = CLOSED): ShallowSteps {
  return new KernelShallowSteps({ grid, closed }, (columns) => new ShallowKernel(columns, pool));
}

/** Moves the water to `time`, s, by the steps that the solver takes; returns the least depth that there ever was, m. */
function advance(steps: ShallowSteps, { h }: ColumnGrid, time: number, forces = FORCES): number {
  let least = Infinity;
  for (let t = 0; t < time * (1 - 1e-12);) {
    const dt = Math.min((0.25 * h) / steps.fastestWave(G), time - t);
    steps.step(dt, forces);
    t += dt;
    least = steps.water.depth.reduce((a, b) => Math.min(a, b), least);
  }
  return least;
}

function volumeOf({ water }: ShallowSteps, grid: ColumnGrid): number {
  let sum = 0;
  grid.forEach((c) => (sum += water.depth[c]));
  return sum * grid.h ** 2;
}

test('a lake over random ground, parts of which are dry, stays at rest', () => {
  const random = new SeededRandom('lake');
  const grid = new ColumnGrid([40, 30], 0.1);
  const steps = stepsOf(grid);
  let dry = 0;
  grid.forEach((c) => {
    steps.ground[c] = (1.16 * random.uint32()) / 2 ** 32;
    steps.water.depth[c] = Math.max(0, 1 - steps.ground[c]);
    if (steps.water.depth[c] === 0) dry++;
  });
  expect(dry).toBeGreaterThan(100);
  const before = volumeOf(steps, grid);
  for (let k = 0; k < 1000; k++) steps.step((0.25 * grid.h) / steps.fastestWave(G), FORCES);
  const { velocityX, velocityZ } = steps.water;
  grid.forEach((c) => expect(Math.hypot(velocityX[c], velocityZ[c])).toBeLessThan(1e-13));
  expect(Math.abs(volumeOf(steps, grid) / before - 1)).toBeLessThan(1e-12);
});

/** A dam at x = 0 that breaks at time 0, in a channel from -5 to 5 m of `count` columns: 1 m of water on the left, `depth`, m, on the right. */
function brokenDam(count: number, depth: number, time: number) {
  const grid = new ColumnGrid([count, 1], 10 / count, [-5, 0]);
  const steps = stepsOf(grid);
  const x = (i: number) => -5 + (i + 0.5) * grid.h;
  grid.forEach((c, i) => (steps.water.depth[c] = x(i) < 0 ? 1 : depth));
  const before = volumeOf(steps, grid);
  const least = advance(steps, grid, time);
  expect(least).toBeGreaterThanOrEqual(0);
  expect(Math.abs(volumeOf(steps, grid) / before - 1)).toBeLessThan(1e-12);
  return Array.from({ length: count }, (_, i) => ({ x: x(i), depth: steps.water.depth[grid.index(i, 0)] }));
}

/** Mean difference from the exact depth times the length, m2. */
function errorOf(found: readonly { x: number; depth: number }[], exact: (x: number) => number): number {
  return found.reduce((sum, { x, depth }) => sum + (Math.abs(depth - exact(x)) * 10) / found.length, 0);
}

/** Depth behind the rarefaction of a dam of 1 m at x / t, m/s. */
const rarefied = (speed: number) => (2 * Math.sqrt(G) - speed) ** 2 / (9 * G);

test('a dam that breaks over dry ground spreads as Ritter found', () => {
  const time = 0.7;
  const exact = (x: number) => (x < -Math.sqrt(G) * time ? 1 : x > 2 * Math.sqrt(G) * time ? 0 : rarefied(x / time));
  const [coarse, fine] = [200, 400].map((count) => brokenDam(count, 0, time));
  const shown = 0.02;
  const front = time * (2 * Math.sqrt(G) - 3 * Math.sqrt(G * shown));
  const found = Math.max(...fine.filter(({ depth }) => depth > shown).map(({ x }) => x)) + 5 / 400;
  expect(Math.abs(found / front - 1)).toBeLessThan(0.02);
  expect(Math.log2(errorOf(coarse, exact) / errorOf(fine, exact))).toBeGreaterThan(0.8);
});

test("a dam that breaks over shallow water sends out Stoker's shock", () => {
  const [low, time] = [0.1, 1];
  const speedBehind = (h: number) => 2 * (Math.sqrt(G) - Math.sqrt(G * h));
  // The depth between rarefaction and shock: both give water there the same velocity.
  let [a, b] = [low, 1];
  for (let k = 0; k < 60; k++) {
    const h = (a + b) / 2;
    if (speedBehind(h) > (h - low) * Math.sqrt((G * (h + low)) / (2 * h * low))) a = h;
    else b = h;
  }
  const u = speedBehind(a);
  const shock = (a * u) / (a - low);
  const exact = (x: number) => {
    if (x > shock * time) return low;
    if (x > (u - Math.sqrt(G * a)) * time) return a;
    return x < -Math.sqrt(G) * time ? 1 : rarefied(x / time);
  };
  const [coarse, fine] = [200, 400].map((count) => brokenDam(count, low, time));
  const middle = (a + low) / 2;
  const n = fine.findIndex(({ x, depth }) => x > 0 && depth < middle);
  const share = (fine[n - 1].depth - middle) / (fine[n - 1].depth - fine[n].depth);
  const found = fine[n - 1].x + share * (fine[n].x - fine[n - 1].x);
  expect(Math.abs(found / (shock * time) - 1)).toBeLessThan(0.005);
  expect(Math.log2(errorOf(coarse, exact) / errorOf(fine, exact))).toBeGreaterThan(0.8);
});

test("water turns in Thacker's bowl: after three turns its centre is where it was", () => {
  const [count, depth, radius] = [100, 0.1, 0.5];
  const grid = new ColumnGrid([count, count], 4 / count, [-2, -2]);
  const steps = stepsOf(grid);
  const turning = Math.sqrt(2 * G * depth);
  const place = (i: number) => -2 + (i + 0.5) * grid.h;
  grid.forEach((c, i, k) => {
    steps.ground[c] = -depth * (1 - place(i) ** 2 - place(k) ** 2);
    steps.water.depth[c] = Math.max(0, radius * depth * (2 * place(i) - radius) - steps.ground[c]);
    if (steps.water.depth[c] > 0) steps.water.velocityZ[c] = radius * turning;
  });
  const before = volumeOf(steps, grid);
  const least = advance(steps, grid, (3 * 2 * Math.PI) / turning);
  let [x, z] = [0, 0];
  grid.forEach((c, i, k) => {
    const share = (steps.water.depth[c] * grid.h ** 2) / before;
    x += share * place(i);
    z += share * place(k);
  });
  expect(Math.abs(Math.hypot(x, z) / radius - 1)).toBeLessThan(0.03);
  expect(Math.abs(Math.atan2(z, x))).toBeLessThan(0.05);
  expect(least).toBeGreaterThanOrEqual(0);
  expect(Math.abs(volumeOf(steps, grid) / before - 1)).toBeLessThan(1e-12);
});

describe.each([0.01, 0.2])('a pulse of %s of the depth', (height) => {
  test('leaves through an open side: less than a hundredth of it comes back', () => {
    const grid = new ColumnGrid([200, 1], 0.05);
    const steps = stepsOf(grid, [
      [false, false],
      [true, true],
    ]);
    const { depth } = steps.water;
    grid.forEach((c) => (depth[c] = 1));
    new ShallowColumns(grid, steps).beginOutside();
    grid.forEach((c, i) => (depth[c] += height * Math.exp(-(((i - 100) / 10) ** 2))));
    advance(steps, grid, 3);
    const left = Math.max(...Array.from({ length: 200 }, (_, i) => Math.abs(depth[grid.index(i, 0)] - 1)));
    expect(left).toBeLessThan(0.01 * height);
  });
});

test("a river on a rough slope comes to Manning's speed", () => {
  const grid = new ColumnGrid([4, 1], 1);
  const steps = stepsOf(grid, [
    [false, false],
    [true, true],
  ]);
  const [depth, slope, manning] = [0.5, 0.01, 0.03];
  steps.water.depth.fill(depth);
  const speed = (depth ** (2 / 3) * Math.sqrt(slope)) / manning;
  steps.water.velocityX.fill(speed);
  // The bed slopes as much as its drag needs, given by a pull along it.
  const forces = { ...FORCES, pullX: G * slope, manning };
  for (let k = 0; k < 200; k++) steps.step(0.02, forces);
  expect(steps.water.velocityX[grid.index(2, 0)] / speed).toBeCloseTo(1, 3);
  // From rest, u' = g S (1 - u^2 / U^2) where the depth stays.
  steps.water.velocityX.fill(0);
  for (let k = 0; k < 1000; k++) {
    steps.step(0.02, forces);
    steps.water.velocityX.fill(steps.water.velocityX[grid.index(2, 0)]);
    steps.water.depth.fill(depth);
  }
  expect(steps.water.velocityX[grid.index(2, 0)] / speed).toBeCloseTo(Math.tanh((G * slope * 20) / speed), 3);
});
