import { performance } from 'node:perf_hooks';
import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { constitutiveModels } from '../../src/materials/ConstitutiveModel.ts';
import { KernelSolidOperators } from '../../src/solids/KernelSolidOperators.ts';
import { Constraint } from '../../src/solids/SolidOperators.ts';
import { freudenthalBox } from '../support/freudenthalBox.ts';
import type { BenchRow } from './BenchRow.ts';

/** Time of one step, s, and the tolerance of its linear solve. */
const STEP = 0.01;
const TOLERANCE = 1e-6;
const STEPS = 20;
const GRAVITY = -9.81;

/** Best seconds of processor time of the steps after the first, and where they went. */
interface StepTimes {
  /** Once for the body. */
  readonly preparation: number;
  readonly total: number;
  readonly elastic: number;
  readonly stiffness: number;
  readonly solve: number;
  readonly iterations: number;
  readonly residual: number;
}

function seconds(threads: number): number {
  if (threads > 1) return performance.now() / 1e3;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A cube of 1 m that one face holds, in backward Euler steps of one Newton iteration each. */
function cantilever(cells: number, threads: number): StepTimes {
  const mesh = freudenthalBox(cells, cells, cells, 1 / cells);
  const definition = constitutiveModels.get('fixed-corotated');
  const model = definition.create({ youngsModulus: 1e6, poissonRatio: 0.45 }, definition.params.parse({}));
  const pool = new KernelPool(compileKernels(threads > 1), { threads });
  const body = new KernelSolidOperators(
    {
      restPositions: mesh.positions,
      elementKind: 'tet',
      elements: mesh.tets,
      models: [model],
      density: 1000,
      dampingBeta: 0.01 * model.mu,
      dampingAlpha: 0.01 * model.lambda,
      dampingForm: 'robust',
      implicit: { typicalStep: STEP },
    },
    pool,
  );
  const count = body.vertexCount;
  const kinds = new Uint8Array(count);
  for (let v = 0; v < count; v++) if (mesh.positions[3 * v] === 0) kinds[v] = Constraint.fixed;
  const constraints = { kinds, normals: new Float64Array(3 * count) };
  const positions = mesh.positions.slice();
  const velocity = new Float64Array(3 * count);
  const rhs = new Float64Array(3 * count);
  const dv = new Float64Array(3 * count);
  const prepared = seconds(threads);
  body.freezePreconditioner(kinds);
  const preparation = seconds(threads) - prepared;
  let best: StepTimes | undefined;
  for (let step = 0; step < STEPS; step++) {
    const start = seconds(threads);
    body.updateElastic(positions, 1);
    const elastic = seconds(threads);
    body.updateStiffness(STEP);
    const stiffness = seconds(threads);
    body.applyDamping(velocity, rhs);
    for (let k = 0; k < rhs.length; k++) {
      const weight = k % 3 === 1 ? body.masses[(k - 1) / 3] * GRAVITY : 0;
      rhs[k] = STEP * (body.elasticForce[k] + weight - rhs[k]);
    }
    const solved = body.solveVelocity({ h: STEP, tolerance: TOLERANCE, maxIterations: 5000 }, rhs, constraints, dv);
    for (let k = 0; k < rhs.length; k++) {
      velocity[k] += dv[k];
      positions[k] += STEP * velocity[k];
    }
    const end = seconds(threads);
    const times = {
      preparation,
      total: end - start,
      elastic: elastic - start,
      stiffness: stiffness - elastic,
      solve: end - stiffness,
      iterations: solved.iterations,
      residual: solved.relativeResidual,
    };
    if (step > 0 && (best === undefined || times.total < best.total)) best = times;
  }
  body.dispose();
  pool.dispose();
  if (best === undefined) throw new Error('no step was measured');
  return best;
}

/** Times the backward Euler step of a stiff cantilever beside the best-known C++ library's on one core (middle of what was reported). */
export function runImplicitBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [cells, reference] of [
    [12, 0.03],
    [26, 0.8],
  ]) {
    for (const threads of [1, 2]) {
      const { preparation, total, elastic, stiffness, solve, iterations, residual } = cantilever(cells, threads);
      const ms = (value: number) => (1e3 * value).toFixed(1);
      rows.push({
        name: `implicit cantilever, ${6 * cells ** 3} tets, ${threads} threads`,
        reference,
        fast: total,
        ratio: reference / total,
        unit: 's/step',
        note: `once ${ms(preparation)}; forces ${ms(elastic)}, stiffness ${ms(stiffness)}, solve ${ms(solve)} ms; ${iterations} CG iterations to ${residual.toExponential(1)}`,
      });
    }
  }
  return Promise.resolve(rows);
}
