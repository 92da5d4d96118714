import { afterAll, expect, test } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { LiquidPressureKernel } from '../../../src/kernels/liquid/LiquidPressureKernel.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import type { PressureCoupling } from '../../../src/liquids/pressure/PressureCoupling.ts';
import { PressureMatrix } from '../../../src/liquids/pressure/PressureMatrix.ts';
import { PressureSolver } from '../../../src/liquids/pressure/PressureSolver.ts';
import { SeededRandom } from '../../support/random.ts';

type Counts = readonly [number, number, number];

const pools = [1, 2, 3].map((threads) => new KernelPool(compileKernels(threads > 1), { threads }));
afterAll(() => {
  for (const pool of pools) pool.dispose();
});

/** Numbers in [0, 1). */
function numbers(name: string): () => number {
  const random = new SeededRandom(name);
  return () => random.uint32() / 2 ** 32;
}

/** Assembles waves and drops among walls that close faces by chance; sides are closed where `closed` says so. */
function assemble(matrix: PressureMatrix, name: string, closed: boolean): void {
  const { grid } = matrix;
  const next = numbers(name);
  const open = faceArrays(grid);
  for (const axis of [0, 1, 2] as const) {
    grid.forEach((c, i, j, k) => {
      const at = [i, j, k][axis];
      const isSide = at === 0 || at === grid.counts[axis];
      const share = next() < 0.3 ? next() - 0.3 : 1;
      open[axis][c] = closed && isSide ? 0 : Math.max(0, share);
    }, axis);
  }
  const phi = new Float64Array(grid.size).fill(1);
  const [, ny] = grid.counts;
  const phase = 6 * next();
  grid.forEach((c, i, j, k) => {
    const isDrop = next() < 0.01;
    phi[c] = isDrop ? -0.3 : j + 0.5 - 0.6 * ny + Math.sin(0.4 * i + phase) * 0.2 * ny + Math.cos(0.3 * k);
  });
  matrix.assemble(open, phi);
}

/** Solves a few systems one after the other; gives all that came out. */
function solveAll(counts: Counts, closed: boolean, kernel?: LiquidPressureKernel, coupling?: PressureCoupling) {
  const grid = new CellGrid(counts, 1);
  const matrix = new PressureMatrix(grid);
  const solver = new PressureSolver(matrix, 'multigrid', kernel);
  const solutions: Float64Array[] = [];
  const reports: string[] = [];
  for (let round = 0; round < 4; round++) {
    assemble(matrix, `system ${round}`, closed);
    coupling?.begin(matrix.active);
    solver.update(coupling);
    const next = numbers(`sides ${round}`);
    const b = new Float64Array(grid.size);
    const x = new Float64Array(grid.size);
    for (let n = 0; n < matrix.unknowns; n++) {
      b[matrix.cells[n]] = next() - 0.5;
      // The last one starts from what is near.
      if (round === 3) x[matrix.cells[n]] = next() - 0.5;
    }
    const report = solver.solve(b, x, 1e-8, 60);
    expect(report.converged).toBe(true);
    reports.push(JSON.stringify(report));
    solutions.push(x);
  }
  return { reports, bytes: Buffer.concat(solutions.map((x) => Buffer.from(x.buffer))) };
}

const grids: readonly (readonly [Counts, boolean])[] = [
  [[14, 12, 10], true],
  [[13, 11, 9], false],
  [[40, 17, 33], false],
  [[3, 5, 7], false],
  [[25, 8, 8], true],
  [[50, 9, 6], false],
  [[6, 100, 8], true],
  [[66, 5, 34], false],
  [[1, 2, 5], false],
];

test.each(grids)('pressures of %j cells have the same bytes with kernels', (counts, closed) => {
  const reference = solveAll(counts, closed);
  for (const pool of pools) {
    const kernel = new LiquidPressureKernel(counts, pool);
    const fast = solveAll(counts, closed, kernel);
    kernel.dispose();
    expect(fast.reports).toEqual(reference.reports);
    expect(fast.bytes.equals(reference.bytes)).toBe(true);
  }
});

/** Ties the pressures of two cells of every pair of layers to each other. */
function tied({ size, strides }: CellGrid): PressureCoupling {
  let pairs: number[] = [];
  let cells = new Uint32Array(0);
  return {
    begin(active) {
      const lower = Array.from({ length: Math.ceil((size - strides[2]) / 7) }, (_, n) => 7 * n);
      pairs = lower.filter((c) => active[c] === 1 && active[c + strides[2]] === 1);
      cells = Uint32Array.from(new Set(pairs.flatMap((c) => [c, c + strides[2]])));
    },
    compliant: new Uint8Array(size),
    get coupled() {
      return cells;
    },
    get coupledCount() {
      return cells.length;
    },
    addOutflow: () => undefined,
    addProduct(x, out) {
      for (const c of pairs) {
        const d = c + strides[2];
        out[c] += 0.3 * (x[c] - x[d]);
        out[d] += 0.3 * (x[d] - x[c]);
      }
    },
  };
}

test('what yields to pressures has the same bytes with kernels', () => {
  const counts: Counts = [20, 16, 18];
  const grid = new CellGrid(counts, 1);
  const free = solveAll(counts, false);
  const reference = solveAll(counts, false, undefined, tied(grid));
  const kernel = new LiquidPressureKernel(counts, pools[1]);
  const fast = solveAll(counts, false, kernel, tied(grid));
  kernel.dispose();
  expect(reference.bytes.equals(free.bytes)).toBe(false);
  expect(fast.reports).toEqual(reference.reports);
  expect(fast.bytes.equals(reference.bytes)).toBe(true);
});

test('a grid without unknowns is solved', () => {
  const counts: Counts = [6, 6, 6];
  const matrix = new PressureMatrix(new CellGrid(counts, 1));
  const kernel = new LiquidPressureKernel(counts, pools[1]);
  const solver = new PressureSolver(matrix, 'multigrid', kernel);
  solver.update();
  const nothing = new Float64Array(matrix.grid.size);
  expect(solver.solve(nothing, nothing, 1e-8, 60)).toEqual({
    iterations: 0,
    size: 0,
    residual: 0,
    converged: true,
    trapped: 0,
  });
  kernel.dispose();
});
