import { expect, test } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { LiquidKernel } from '../../../src/kernels/liquid/LiquidKernel.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import type { GridLiquid } from '../../../src/liquids/uniform/GridLiquid.ts';
import { allocatedBytes } from '../../support/allocatedBytes.ts';
import { liquidPool } from '../../support/liquidPool.ts';
import '../../support/withoutInlining.ts';

const H = 0.1;
const COUNTS = [10, 10, 4] as const;
const CLOSED = [
  [true, true],
  [true, true],
  [true, true],
] as const;

function column(): GridLiquid {
  return liquidPool(COUNTS, H, (x, y) => x < 0.5 && y < 0.6);
}

/** Distance at the corners to a wall whose face stands at `x`, m, and that fills what is below. */
function wall(pool: GridLiquid, x: number): Float64Array {
  const distance = new Float64Array(pool.phi.length);
  const row = COUNTS[0] + 2;
  for (let c = 0; c < distance.length; c++) distance[c] = ((c % row) - 1) * H - x;
  return distance;
}

test('a liquid that goes on from a checkpoint has the same bytes as one that never stopped', () => {
  const whole = column();
  for (let n = 0; n < 30; n++) whole.substep(0.01);
  const resumed = column();
  resumed.state.load(structuredClone(whole.state.save()));
  for (const pool of [whole, resumed]) {
    pool.particles.add(0.7, 0.8, 0.2, 0, -1, 0);
    for (let n = 0; n < 10; n++) pool.substep(0.01);
  }
  // Some were seeded, so that their numbers count too.
  expect(whole.state.save().get('particles/nextId')![0]).toBeGreaterThan(961);
  expect(resumed.state.save()).toEqual(whole.state.save());
  const short = new Map(whole.state.save()).set('particles/ids', new Uint32Array(2));
  expect(() => resumed.state.load(short)).toThrow(/'particles\/positions' does not fit/);
});

test('particles that drains take go with their share of the volume', () => {
  const pool = column();
  const { volume } = pool;
  expect(volume / (0.5 * 0.6 * 0.4)).toBeCloseTo(1, 1);
  const { count } = pool.particles;
  pool.drain(Uint8Array.from({ length: count }, (_x, p) => (p % 4 === 0 ? 1 : 0)));
  expect(pool.particles.count).toBe((3 * count) / 4);
  expect(pool.volume).toBeCloseTo(0.75 * volume, 12);
  expect(pool.particles.ids[0]).toBe(1);
  pool.particles.add(0.5, 0.5, 0.2, 0, 0, 0);
  expect(pool.volume).toBeCloseTo(0.75 * volume + H ** 3 / 8, 12);
});

test('a wall that moves in pushes the liquid before it, one that has gone lets it back', () => {
  const pool = liquidPool(COUNTS, H, (x, y) => x > 0.2 && y < 0.4);
  const velocity = faceArrays({ size: pool.phi.length } as never);
  velocity[0].fill(0.25);
  const mean = (axis: number) => {
    let sum = 0;
    for (let p = 0; p < pool.particles.count; p++) sum += pool.particles.positions[3 * p + axis];
    return sum / pool.particles.count;
  };
  const level = mean(1);
  let time = 0;
  while (time < 0.8) {
    pool.setSolids(wall(pool, 0.2 + 0.25 * time), velocity);
    time += pool.substep(0.02);
  }
  // 0.8 m wide and 0.4 m deep at first, 0.6 m wide at last.
  expect(mean(0)).toBeGreaterThan(0.65);
  expect(mean(1) / level).toBeGreaterThan(1.2);
  for (let p = 0; p < pool.particles.count; p++) expect(pool.particles.positions[3 * p]).toBeGreaterThan(0.38);
  pool.setSolids(undefined);
  for (let n = 0; n < 100; n++) pool.substep(0.02);
  expect(mean(0)).toBeLessThan(0.6);
});

test('liquid leaves through open sides, with its volume', () => {
  const pool = liquidPool(COUNTS, H, (x, y) => x < 0.5 && y < 0.6, {
    closedSides: [
      [true, false],
      [true, true],
      [true, true],
    ],
  });
  const { volume } = pool;
  const { count } = pool.particles;
  for (let n = 0; n < 150; n++) pool.substep(0.02);
  expect(pool.particles.count).toBeLessThan(0.2 * count);
  expect(pool.volume).toBeLessThan(0.3 * volume);
  for (let p = 0; p < pool.particles.count; p++) expect(pool.particles.positions[3 * p]).toBeLessThanOrEqual(1);
});

/** Windows in which V8 may compile what runs; the last ones are warm. */
const WINDOWS = 8;
const SUBSTEPS = 20;

test('warm substeps with kernels allocate a few numbers', () => {
  const workers = new KernelPool(compileKernels(false), { threads: 1 });
  const counts = [20, 20, 8] as const;
  const kernel = new LiquidKernel({ ...new CellGrid(counts, H), closedSides: CLOSED }, workers);
  const pool = liquidPool(counts, H, (x, y) => x < 1 && y < 1.2, { kernel });
  // A number is 16 bytes: one for each particle would be the bound.
  const bound = 16 * pool.particles.count;
  let least = Infinity;
  for (let window = 0; window < WINDOWS && least >= bound; window++) {
    const bytes = allocatedBytes(() => {
      for (let n = 0; n < SUBSTEPS; n++) pool.substep(0.01);
    });
    least = Math.min(least, bytes / SUBSTEPS);
  }
  expect(least).toBeLessThan(bound);
  kernel.dispose();
});
