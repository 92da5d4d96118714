import { describe, expect, test } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { LiquidKernel } from '../../../src/kernels/liquid/LiquidKernel.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { CellBox } from '../../../src/liquids/CellBox.ts';
import { CellGrid } from '../../../src/liquids/CellGrid.ts';
import type { GridLiquid } from '../../../src/liquids/uniform/GridLiquid.ts';
import { liquidTransports } from '../../../src/liquids/LiquidTransport.ts';
import { CLOSED, liquidPool, sampleAtCorners } from '../../support/liquidPool.ts';

const COUNTS = [36, 34, 32] as const;
const H = 1 / 16;
const STEPS = 4;

/** A drop that is thrown at a ball, far from most of its box. */
function drop(type: string, kernel?: LiquidKernel): GridLiquid {
  const grid = new CellGrid(COUNTS, H);
  const definition = liquidTransports.get(type);
  const transport = definition.create({ grid, closedSides: CLOSED, kernel }, definition.params.parse({}));
  const solidDistance = sampleAtCorners(COUNTS, H, (x, y, z) =>
    Math.min(4 * H, Math.hypot(x - 1, y - 0.2, z - 1) - 0.25),
  );
  const inside = (x: number, y: number, z: number) => Math.hypot(x - 0.9, y - 0.75, z - 1) < 0.2;
  const pool = liquidPool(COUNTS, H, inside, { kernel, transport, solidDistance });
  for (let k = 0; k < 3 * pool.particles.count; k += 3) pool.particles.velocities[k + 1] = -3;
  return pool;
}

function bytes(pool: GridLiquid): Buffer {
  return Buffer.concat(
    [...pool.particles.state.save().values(), pool.phi, ...pool.velocity].map((array) =>
      Buffer.from(array.slice().buffer),
    ),
  );
}

describe.each(liquidTransports.types())('%s', (type) => {
  test.each([
    ['in kernels', true],
    ['in TypeScript', false],
  ])('works only where liquid is or was, with the bytes of working everywhere, %s', (_, isFast) => {
    const workers = new KernelPool(compileKernels(false), { threads: 1 });
    const makeKernel = () =>
      isFast ? new LiquidKernel({ ...new CellGrid(COUNTS, H), closedSides: CLOSED }, workers) : undefined;
    const [sparse, dense] = [drop(type, makeKernel()), drop(type, makeKernel())];
    for (let n = 0; n < STEPS; n++) {
      sparse.substep(0.02);
      // What was restored may be anywhere.
      dense.state.load(dense.state.save());
      dense.substep(0.02);
      expect(bytes(sparse).equals(bytes(dense))).toBe(true);
    }
    workers.dispose();
  });
});

test('the box of a substep follows the liquid', () => {
  const pool = drop('affine');
  const { size } = new CellGrid(COUNTS, H);
  for (let n = 0; n < STEPS; n++) pool.substep(0.02);
  expect(pool.box.size).toBeLessThan(size / 4);
  const { positions, count } = pool.particles;
  const around = new CellBox(new CellGrid(COUNTS, H));
  around.clear();
  around.includePoints(positions, count);
  for (let axis = 0; axis < 3; axis++) {
    expect(pool.box.first[axis]).toBeLessThanOrEqual(around.first[axis]);
    expect(pool.box.end[axis]).toBeGreaterThanOrEqual(around.end[axis]);
  }
});

test('a box counts points beyond the grid to its sides, and stays empty without any', () => {
  const box = new CellBox(new CellGrid([4, 3, 2], 1));
  expect(box.size).toBe(6 * 5 * 4);
  box.clear();
  box.grow(2);
  box.includePoints(new Float64Array(3), 0);
  expect([box.isEmpty, box.size]).toEqual([true, 0]);
  box.includePoints(Float64Array.of(-5, 1.5, 0.5, 9, 1.5, 0.5), 2);
  expect([...box.first, ...box.end]).toEqual([1, 2, 1, 5, 3, 2]);
  const seen: number[][] = [];
  box.grow(3);
  box.forEach((_, i, j, k) => seen.push([i, j, k]));
  expect(seen.length).toBe(4 * 3 * 2);
});
