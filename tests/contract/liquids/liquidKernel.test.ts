import { afterAll, expect, test } from 'vitest';
import type { SavedState } from '../../../src/base/state/stateFields.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { CellGrid } from '../../../src/liquids/CellGrid.ts';
import type { GridLiquid } from '../../../src/liquids/uniform/GridLiquid.ts';
import { liquidTransports } from '../../../src/liquids/LiquidTransport.ts';
import { LiquidKernel } from '../../../src/kernels/liquid/LiquidKernel.ts';
import { runShot, templateScene } from '../../support/shots.ts';
import { liquidPool } from '../../support/liquidPool.ts';
import { pointsIn } from '../../support/streams.ts';

const COUNTS = [14, 12, 10] as const;
const H = 1 / 14;
const pools = [1, 2, 3].map((threads) => new KernelPool(compileKernels(threads > 1), { threads }));
afterAll(() => {
  for (const pool of pools) pool.dispose();
});

const closedSides = [
  [true, false],
  [true, false],
  [true, true],
] as const;

/** A column that falls around a ball, in a box that is open on one side and on top. */
function splash(type: string, kernel?: LiquidKernel): GridLiquid {
  const definition = liquidTransports.get(type);
  const transport = definition.create(
    { grid: new CellGrid(COUNTS, H), closedSides, kernel },
    definition.params.parse({}),
  );
  const settings = { closedSides, kernel, transport };
  const solver = liquidPool(COUNTS, H, (x, y, z) => x < 0.4 && y < 0.6 && z < 0.6, settings);
  const [nx, ny, nz] = COUNTS;
  const distance = new Float64Array((nx + 2) * (ny + 2) * (nz + 2));
  for (let k = 0; k <= nz; k++) {
    for (let j = 0; j <= ny; j++) {
      for (let i = 0; i <= nx; i++) {
        const at = i + 1 + (nx + 2) * (j + 1 + (ny + 2) * (k + 1));
        distance[at] = Math.hypot(i * H - 0.6, j * H - 0.1, k * H - 0.3) - 0.15;
      }
    }
  }
  solver.setSolids(distance);
  return solver;
}

function bytes(state: SavedState): Buffer {
  return Buffer.concat([...state.values()].map((array) => Buffer.from(array.slice().buffer)));
}

/** Runs the same splash with and without kernels. */
function expectSameBytes(type: string, pool: KernelPool): void {
  const kernel = new LiquidKernel({ ...new CellGrid(COUNTS, H), closedSides }, pool);
  const reference = splash(type);
  const fast = splash(type, kernel);
  for (let frame = 0; frame < 6; frame++) {
    reference.advance(1 / 24);
    fast.advance(1 / 24);
  }
  expect(reference.substeps).toBeGreaterThan(1);
  expect(fast.particles.count).toBe(reference.particles.count);
  expect(Buffer.from(fast.phi.buffer).equals(Buffer.from(reference.phi.buffer))).toBe(true);
  expect(bytes(fast.state.save()).equals(bytes(reference.state.save()))).toBe(true);
  kernel.dispose();
}

test.each(pools)('a splash has the same bytes with kernels on $threads threads', (pool) => {
  expectSameBytes('affine', pool);
});

test('each transport has the same bytes with kernels', () => {
  for (const { type } of liquidTransports.all()) expectSameBytes(type, pools[1]);
});

test('more particles than go through the kernels at once have the same bytes', () => {
  const grid = new CellGrid([20, 20, 20], 0.05);
  const closed = [0, 1, 2].map(() => [true, true] as const);
  const kernels = [
    undefined,
    ...pools.slice(0, 2).map((pool) => new LiquidKernel({ ...grid, closedSides: closed }, pool)),
  ];
  const [reference, ...others] = kernels.map((kernel) => {
    const pool = liquidPool(grid.counts, grid.h, (x, y) => x < 0.6 || y < 0.5, { kernel });
    expect(pool.particles.count).toBeGreaterThan(40_000);
    pool.advance(1 / 24);
    return bytes(pool.state.save());
  });
  for (const other of others) expect(other.equals(reference)).toBe(true);
});

test('a shot has the same liquid with both backends', async () => {
  const scene = templateScene('dam-break', { frames: 5 });
  const [reference, fast] = await Promise.all(
    ['reference', 'simd'].map(async (backend) => {
      const shot = await runShot(scene, { backend });
      shot.advanceTo(scene.range.first + 2);
      const liquids = pointsIn(shot.simulation.currentFrame());
      shot.dispose();
      return liquids;
    }),
  );
  expect(reference[0].positions.length).toBeGreaterThan(1000);
  expect(fast).toEqual(reference);
});
