import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { ShallowKernel } from '../../src/kernels/liquid/ShallowKernel.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { ColumnGrid } from '../../src/liquids/shallow/ColumnGrid.ts';
import { KernelShallowSteps } from '../../src/liquids/shallow/KernelShallowSteps.ts';
import { ReferenceShallowSteps } from '../../src/liquids/shallow/ReferenceShallowSteps.ts';
import type { ClosedEdges, ShallowSteps } from '../../src/liquids/shallow/ShallowSteps.ts';
import type { BenchRow } from './BenchRow.ts';
import { bestTimes, byClock, byProcessor, scaled, type Times } from './timing.ts';

const CLOSED: ClosedEdges = [
  [true, true],
  [true, true],
];
const COUNT = 512;
/** Edge of a column and mean depth, m; and duration of a frame, s. */
const [EDGE, DEPTH, FRAME] = [0.1, 2, 1 / 24];
const REPETITIONS = 5;
/** Bytes that a step moves of a column: it reads seven numbers twice and three once more, and writes three twice, which are read before. */
const BYTES = 184;

/** What a frame of shallow water takes: columns of .1 m, 2 m deep, over an uneven bed. */
export function* runShallowWaterBench(): Generator<BenchRow> {
  const reference = frameOf(32, (grid) => new ReferenceShallowSteps({ grid, closed: CLOSED }), 0.03);
  for (const threads of [1, 2]) {
    const pool = new KernelPool(compileKernels(threads > 1), { threads });
    for (const manning of [0, 0.03]) {
      const make = (grid: ColumnGrid) =>
        new KernelShallowSteps({ grid, closed: CLOSED }, (columns) => new ShallowKernel(columns, pool));
      const { times, steps } = frameOf(COUNT, make, manning);
      const perColumn = 1 / (steps * COUNT ** 2);
      const measured = threads === 1 ? byProcessor(times) : byClock(times);
      yield {
        name: `shallow water, ${COUNT}^2 columns, ${threads === 1 ? 'one thread' : 'two threads'}, ${manning > 0 ? 'rough bed' : 'smooth bed'}`,
        unit: 's/frame',
        measured,
        ...(threads === 1 &&
          manning > 0 && {
            reference: {
              what: 'the reference, from 32^2 columns',
              measured: byProcessor(scaled(reference.times, ((COUNT / 32) ** 2 * steps) / reference.steps)),
            },
          }),
        bandwidth: (BYTES * steps * COUNT ** 2) / times.clock,
        note: `${steps} steps; ${(1e9 * perColumn * times.processor).toFixed(0)} ns of processor time per column and step`,
      };
    }
    pool.dispose();
  }
}

function frameOf(
  count: number,
  make: (grid: ColumnGrid) => ShallowSteps,
  manning: number,
): { times: Times; steps: number } {
  const grid = new ColumnGrid([count, count], EDGE);
  const water = make(grid);
  grid.forEach((c, i, k) => {
    water.ground[c] = 0.3 * Math.sin(0.05 * i) * Math.cos(0.04 * k);
    water.water.depth[c] = DEPTH - water.ground[c] + 0.05 * Math.sin(0.1 * i + 0.07 * k);
  });
  const forces = { gravity: 9.81, pullX: 0, pullZ: 0, manning };
  const steps = Math.ceil((4 * FRAME * water.fastestWave(forces.gravity)) / EDGE);
  const times = bestTimes(REPETITIONS, () => {
    for (let k = 0; k < steps; k++) {
      water.fastestWave(forces.gravity);
      water.step(FRAME / steps, forces);
    }
  });
  water.dispose?.();
  return { times, steps };
}
