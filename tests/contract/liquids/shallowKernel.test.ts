import { afterAll, expect, test } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { ShallowKernel } from '../../../src/kernels/liquid/ShallowKernel.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { ColumnGrid } from '../../../src/liquids/shallow/ColumnGrid.ts';
import { KernelShallowSteps } from '../../../src/liquids/shallow/KernelShallowSteps.ts';
import { ReferenceShallowSteps } from '../../../src/liquids/shallow/ReferenceShallowSteps.ts';
import type { ClosedEdges, ShallowSteps } from '../../../src/liquids/shallow/ShallowSteps.ts';
import { SeededRandom } from '../../support/random.ts';

const pools = [1, 2, 3].map((threads) => new KernelPool(compileKernels(threads > 1), { threads }));
afterAll(() => {
  for (const pool of pools) pool.dispose();
});

const FORCES = { gravity: 9.81, pullX: 0.3, pullZ: -0.2, manning: 0.03 };
const STEPS = 12;

/** Fills columns with waves of random height over random ground, a third of them dry; returns all numbers after some steps. */
function bytesAfter(grid: ColumnGrid, steps: ShallowSteps): Buffer {
  const random = new SeededRandom('shallow');
  const number = (): number => random.uint32() / 2 ** 32;
  for (let c = 0; c < grid.size; c++) {
    steps.ground[c] = number();
    steps.water.depth[c] = Math.max(0, 0.5 + 0.5 * number() - steps.ground[c]);
    if (steps.water.depth[c] === 0) continue;
    steps.water.velocityX[c] = 2 * number() - 1;
    steps.water.velocityZ[c] = 2 * number() - 1;
  }
  for (let k = 0; k < STEPS; k++) steps.step((0.2 * grid.h) / steps.fastestWave(FORCES.gravity), FORCES);
  const { depth, velocityX, velocityZ } = steps.water;
  return Buffer.concat([depth, velocityX, velocityZ].map((array) => Buffer.from(Float64Array.from(array).buffer)));
}

test.each<{ counts: [number, number]; closed: ClosedEdges }>([
  {
    counts: [23, 17],
    closed: [
      [true, true],
      [true, true],
    ],
  },
  {
    counts: [16, 9],
    closed: [
      [true, false],
      [false, true],
    ],
  },
  {
    counts: [31, 2],
    closed: [
      [false, false],
      [false, false],
    ],
  },
  {
    counts: [1, 14],
    closed: [
      [true, true],
      [true, false],
    ],
  },
])('moves $counts columns to the bytes of the reference on any number of threads, closed sides $closed', (shape) => {
  const grid = new ColumnGrid(shape.counts, 0.1);
  const input = { grid, closed: shape.closed };
  const expected = bytesAfter(grid, new ReferenceShallowSteps(input));
  expect(expected.some((byte) => byte !== 0)).toBe(true);
  for (const pool of pools) {
    const steps = new KernelShallowSteps(input, (columns) => new ShallowKernel(columns, pool));
    expect(bytesAfter(grid, steps).equals(expected)).toBe(true);
    steps.dispose();
  }
});
