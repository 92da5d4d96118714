import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { LiquidKernel } from '../../src/kernels/liquid/LiquidKernel.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { CellGrid } from '../../src/liquids/CellGrid.ts';
import { liquidPool } from '../support/liquidPool.ts';
import type { BenchRow } from './BenchRow.ts';

const FRAMES = 4;
const SIDE = 2;
const CLOSED = [
  [true, true],
  [true, true],
  [true, true],
] as const;

/** Processor time of a frame, s, over the first frames of a column that falls in a closed cube of 2 m. */
function damBreak(cells: number, kernel?: LiquidKernel): { time: number; substeps: number; particles: number } {
  const pool = liquidPool([cells, cells, cells], SIDE / cells, (x, y) => x < 0.8 && y < 1, { kernel });
  const particles = pool.particles.count;
  const processor = process.cpuUsage();
  let substeps = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    pool.advance(1 / 24);
    substeps += pool.substeps;
  }
  const { user, system } = process.cpuUsage(processor);
  return { time: (user + system) / 1e6 / FRAMES, substeps, particles };
}

function damBreakRow(cells: number): BenchRow {
  const workers = new KernelPool(compileKernels(false), { threads: 1 });
  const grid = new CellGrid([cells, cells, cells], SIDE / cells);
  const kernel = new LiquidKernel({ ...grid, closedSides: CLOSED }, workers);
  const { time: reference } = damBreak(cells);
  const { time: fast, substeps, particles } = damBreak(cells, kernel);
  return {
    name: `dam break, ${cells} cells, ${particles} particles`,
    reference,
    fast,
    ratio: reference / fast,
    unit: 's/frame',
    note: `one thread, processor time; ${substeps} substeps in ${FRAMES} frames, pressure to 1e-6`,
  };
}

/** Frames of liquids with and without the kernels of their particles. */
export function runLiquidSpeedBench(): BenchRow[] {
  return [32, 64, 96].map(damBreakRow);
}
