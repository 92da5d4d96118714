import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { LiquidKernel } from '../../src/kernels/liquid/LiquidKernel.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { CellGrid } from '../../src/liquids/CellGrid.ts';
import type { GridLiquid } from '../../src/liquids/uniform/GridLiquid.ts';
import { liquidTransports } from '../../src/liquids/LiquidTransport.ts';
import { LiquidVolume } from '../../src/liquids/uniform/LiquidVolume.ts';
import { heldBytes } from '../support/heldBytes.ts';
import { liquidPool, sampleAtCorners } from '../support/liquidPool.ts';
import type { BenchRow } from './BenchRow.ts';
import { byClock, byProcessor, scaled, stopwatch, type Times } from './timing.ts';

/** Frames of the dam break that count: in the first the column is still a box, and the tenth takes 2.3 to 5 times as long. */
const FIRST_FRAME = 2;
const LAST_FRAME = 10;
const FRAMES = LAST_FRAME - FIRST_FRAME + 1;
/** Cells along the cube, and those at which the solver without kernels is measured too. */
const DAM_CELLS = [32, 64, 96];
const COMPARED_CELLS = 32;
/** Edge of the dam break's cube, m. */
const SIDE = 2;
const CLOSED = [
  [true, true],
  [true, true],
  [true, true],
] as const;
/** Steps of the ball of liquid that count, s; those before them are left out. */
const STEP = 0.01;
const STEPS = 4;
const FIRST_STEPS = 2;

/** Largest net flow out of a cell that holds liquid, beyond what there shall be, 1/s. */
function largestDivergence({ velocity, open, phi, targetDivergence }: GridLiquid, grid: CellGrid): number {
  let most = 0;
  grid.forEach((c) => {
    let outflow = 0;
    let openings = 0;
    for (let axis = 0; axis < 3; axis++) {
      const next = c + grid.strides[axis];
      outflow += open[axis][next] * velocity[axis][next] - open[axis][c] * velocity[axis][c];
      openings += open[axis][next] + open[axis][c];
    }
    if (phi[c] < 0 && openings > 0) most = Math.max(most, Math.abs(outflow / grid.h - targetDivergence));
  });
  return most;
}

function column(cells: number, kernel?: LiquidKernel): GridLiquid {
  return liquidPool([cells, cells, cells], SIDE / cells, (x, y) => x < 0.8 && y < 1, { kernel });
}

/** Frames of a column that breaks in a closed cube, on kernels or without them (0 threads), and what became of its volume. */
function damBreak(cells: number, threads: number) {
  const workers = threads === 0 ? undefined : new KernelPool(compileKernels(threads > 1), { threads });
  const grid = new CellGrid([cells, cells, cells], SIDE / cells);
  const kernel = workers && new LiquidKernel({ ...grid, closedSides: CLOSED }, workers);
  const pool = column(cells, kernel);
  const { count } = pool.particles;
  for (let frame = 1; frame < FIRST_FRAME; frame++) pool.advance(1 / 24);
  const elapsed = stopwatch();
  let substeps = 0;
  let iterations = 0;
  for (let frame = FIRST_FRAME; frame <= LAST_FRAME; frame++) {
    pool.advance(1 / 24);
    substeps += pool.substeps;
    iterations += pool.incompressible.iterations;
  }
  const perFrame = scaled(elapsed(), 1 / FRAMES);
  workers?.dispose();
  const measured = new LiquidVolume(grid).measure(pool.phi, new Float64Array(grid.size).fill(1));
  return {
    perFrame,
    note: `${substeps} substeps and ${iterations} iterations to 1e-6 in frames ${FIRST_FRAME} to ${LAST_FRAME}`,
    drift: (100 * (measured - pool.volume)) / pool.volume,
    divergence: largestDivergence(pool, grid),
    count,
  };
}

function damBreakRow(cells: number): BenchRow {
  const { perFrame, note, drift, divergence, count } = damBreak(cells, 1);
  const slow = cells === COMPARED_CELLS ? damBreak(cells, 0).perFrame : undefined;
  return {
    name: `breaking dam, ${cells} cells, ${count} particles`,
    unit: 's/frame',
    measured: byProcessor(perFrame),
    reference: slow && { what: 'TypeScript', measured: byProcessor(slow) },
    size: { series: 'breaking dam', count },
    note: `one thread; ${note}; volume off by ${drift.toFixed(2)} %, divergence ${divergence.toExponential(1)} /s`,
  };
}

/** Measures wall-clock time: processor time does not show what a second thread gains. */
function threadRow(cells: number): BenchRow {
  const one = damBreak(cells, 1).perFrame;
  return {
    name: `breaking dam, ${cells} cells, two threads`,
    unit: 's/frame',
    measured: byClock(damBreak(cells, 2).perFrame),
    reference: { what: 'one thread', measured: byClock(one) },
    note: `frames ${FIRST_FRAME} to ${LAST_FRAME}`,
  };
}

/** A ball of liquid, of `radius` m, in a hollow sphere of .35 m in a box of 1 m; the time of a step and the bytes of its arrays. */
function ballInSphere(cells: number, radius: number) {
  const counts = [cells, cells, cells] as const;
  const h = 1 / cells;
  const workers = new KernelPool(compileKernels(false), { threads: 1 });
  const grid = new CellGrid(counts, h);
  const kernel = new LiquidKernel({ ...grid, closedSides: CLOSED }, workers);
  const solidDistance = sampleAtCorners(counts, h, (x, y, z) => 0.35 - Math.hypot(x - 0.5, y - 0.5, z - 0.5));
  const inside = (x: number, y: number, z: number) => Math.hypot(x - 0.55, y - 0.55, z - 0.4) < radius;
  const pool = liquidPool(counts, h, inside, { kernel, solidDistance });
  const { count } = pool.particles;
  for (let n = 0; n < FIRST_STEPS; n++) pool.advance(STEP);
  const elapsed = stopwatch();
  let substeps = 0;
  let iterations = 0;
  for (let n = 0; n < STEPS; n++) {
    pool.advance(STEP);
    substeps += pool.substeps;
    iterations += pool.incompressible.iterations;
  }
  const perStep = scaled(elapsed(), 1 / STEPS);
  workers.dispose();
  const bytes = heldBytes(pool);
  return { perStep, substeps, iterations, count, bytes, divergence: largestDivergence(pool, grid) };
}

function ballRow(cells: number, radius: number): BenchRow {
  const { perStep, substeps, iterations, count, bytes, divergence } = ballInSphere(cells, radius);
  const each = (iterations / substeps).toFixed(1);
  return {
    name: `ball in a sphere, ${cells}^3, ${count} particles`,
    unit: 's/step',
    measured: byProcessor(perStep),
    size: { series: `ball of ${radius} m in a sphere`, count },
    note: `${STEP} s each, one thread; ${substeps} substeps, ${each} iterations each; ${((1e9 * perStep.processor * STEPS) / (substeps * count)).toFixed(0)} ns per particle and substep; divergence ${divergence.toExponential(1)} /s; ${(bytes / 2 ** 20).toFixed(0)} MiB`,
  };
}

/** The time of a step, s, of a column in the corner of a closed cube of cells of 1 / 64 m, beside a post, with `transport`. */
function columnInBox(cells: number, type: string): { perStep: Times; count: number } {
  const counts = [cells, cells, cells] as const;
  const h = 1 / 64;
  const workers = new KernelPool(compileKernels(false), { threads: 1 });
  const grid = new CellGrid(counts, h);
  const kernel = new LiquidKernel({ ...grid, closedSides: CLOSED }, workers);
  const { create, params } = liquidTransports.get(type);
  const transport = create({ grid, closedSides: CLOSED, kernel }, params.parse({}));
  const solidDistance = sampleAtCorners(counts, h, (x, _, z) => Math.min(4 * h, Math.hypot(x - 0.6, z - 0.4) - 0.1));
  const inside = (x: number, y: number, z: number) => x < 0.35 && y < 0.5 && z < 0.9;
  const pool = liquidPool(counts, h, inside, { kernel, transport, solidDistance });
  for (let n = 0; n < FIRST_STEPS; n++) pool.advance(STEP);
  const elapsed = stopwatch();
  for (let n = 0; n < STEPS; n++) pool.advance(STEP);
  const perStep = scaled(elapsed(), 1 / STEPS);
  workers.dispose();
  return { perStep, count: pool.particles.count };
}

/** Compares a liquid in a box that it fills a part of with the same one in a box of eight times as many cells. */
function emptyRow(type: string): BenchRow {
  const own = columnInBox(64, type);
  const { perStep } = columnInBox(128, type);
  return {
    name: `column, ${type}, ${own.count} particles, 128^3`,
    unit: 's/step',
    measured: byProcessor(perStep),
    reference: { what: 'in 64^3 cells', measured: byProcessor(own.perStep) },
    note: `${STEP} s each, one thread: how much empty cells cost`,
  };
}

/** What a cell and a particle take, from two liquids on the same grid. */
function memoryRow(cells: number): BenchRow {
  const few = ballInSphere(cells, 0.03);
  const many = ballInSphere(cells, 0.23);
  const perCell = few.bytes / cells ** 3;
  const perParticle = (many.bytes - few.bytes) / (many.count - few.count);
  return {
    name: `memory, ${cells}^3 cells`,
    unit: 'B/cell',
    measured: { by: 'figure', figure: perCell },
    note: `and ${perParticle.toFixed(0)} B per particle, of ${many.count}: arrays that grow have room for more`,
  };
}

/** Frames of liquids with and without kernels: time, what it grows with, and memory. */
export async function* runLiquidSpeedBench(): AsyncGenerator<BenchRow> {
  await Promise.resolve();
  yield memoryRow(100);
  for (const cells of DAM_CELLS) yield damBreakRow(cells);
  yield threadRow(64);
  for (const type of liquidTransports.types()) yield emptyRow(type);
  yield ballRow(100, 0.11);
  for (const cells of [50, 100, 150, 200]) yield ballRow(cells, 0.23);
}
