import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { KernelSolidOperators } from '../../src/solids/KernelSolidOperators.ts';
import { advanceFrame } from '../support/advanceFrame.ts';
import { beam, meshedBeam, relativeDroop } from '../support/beams.ts';
import { elementCount, type TestBody } from '../support/bodies.ts';
import { clamp, createIntegrator, solidBody } from '../support/solids.ts';
import type { BenchRow } from './BenchRow.ts';
import { bestTimes, byProcessor, type Times } from './timing.ts';

const FPS = 24;
const FRAMES = 4;
const POISSON_RATIO = 0.3;

/** Processor seconds of a frame of a semi-implicit cantilever that falls into its weight. */
function secondsPerFrame(mesh: TestBody): Times {
  const body = solidBody(mesh, { youngsModulus: 1e6, poissonRatio: POISSON_RATIO, dampingTime: 0.01 });
  const pool = new KernelPool(compileKernels(false), { threads: 1 });
  const operators = new KernelSolidOperators(body, pool);
  const targets = [clamp(mesh, (x) => x === 0)];
  const integrator = createIntegrator(body, operators, { gravity: [0, -1, 0], targets, tolerance: 1e-3 });
  let frame = 0;
  const times = bestTimes(FRAMES, () => {
    advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    frame++;
  });
  operators.dispose();
  pool.dispose();
  return times;
}

const errorOf = (mesh: TestBody) => `${(100 * (relativeDroop(mesh, POISSON_RATIO) - 1)).toFixed(1)} %`;

function row(what: string, linear: TestBody, quadratic: TestBody): BenchRow {
  return {
    name: `bending, ${what}, ${elementCount(quadratic)} quadratic`,
    unit: 's/frame',
    measured: byProcessor(secondsPerFrame(quadratic)),
    reference: { what: `${elementCount(linear)} linear`, measured: byProcessor(secondsPerFrame(linear)) },
    note: `droop of the cantilever: ${errorOf(quadratic)} by quadratic, ${errorOf(linear)} by linear elements`,
  };
}

/** Times a frame of a bar of quadratic elements beside one of linear elements that bends no better. */
export async function* runElementsBench(): AsyncGenerator<BenchRow> {
  yield row('cubes of six', beam('tet', 8, 10), beam('tet10', 1, 10));
  const [linear, quadratic] = [
    await meshedBeam('graded-stuffing', 6, 10, 1),
    await meshedBeam('graded-stuffing', 2, 10, 2),
  ];
  yield row('graded stuffing', linear, quadratic);
}
