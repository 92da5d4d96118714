import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { constitutiveModels } from '../../src/materials/ConstitutiveModel.ts';
import { KernelSolidOperators } from '../../src/solids/KernelSolidOperators.ts';
import { ReferenceSolidOperators } from '../../src/solids/ReferenceSolidOperators.ts';
import { Constraint } from '../../src/collision/VelocityConstraints.ts';
import type { SolidBodyInput, SolidOperators } from '../../src/solids/SolidOperators.ts';
import { freudenthalBox } from '../support/freudenthalBox.ts';
import type { BenchRow } from './BenchRow.ts';
import { byClock, byProcessor, difference, stopwatch, timeOf, type Times } from './timing.ts';

/** Time of one step, s, and the tolerance of its linear solve. */
const STEP = 0.01;
const TOLERANCE = 1e-6;
/** Steps of which the best counts; the first is left out. */
const STEPS = 20;
const REFERENCE_STEPS = 4;
const GRAVITY = -9.81;

/** Cells along an edge of the cubes, and whether the reference is measured there too: the large one would take minutes. */
const CUBES = [
  { cells: 12, isCompared: true },
  { cells: 26, isCompared: false },
] as const;

/** Seconds of the best step after the first, and where they went. */
interface StepTimes {
  /** Once for the body. */
  readonly preparation: Times;
  readonly total: Times;
  readonly elastic: Times;
  readonly stiffness: Times;
  readonly solve: Times;
  readonly iterations: number;
  readonly residual: number;
}

function cubeBody(cells: number): SolidBodyInput {
  const mesh = freudenthalBox(cells, cells, cells, 1 / cells);
  const definition = constitutiveModels.get('fixed-corotated');
  const model = definition.create({ youngsModulus: 1e6, poissonRatio: 0.45 }, definition.params.parse({}));
  return {
    restPositions: mesh.positions,
    elementKind: 'tet',
    elements: mesh.tets,
    models: [model],
    density: 1000,
    dampingBeta: 0.01 * model.mu,
    dampingAlpha: 0.01 * model.lambda,
    dampingForm: 'robust',
    implicit: { typicalStep: STEP },
  };
}

/** A cube of 1 m that one face holds, in backward Euler steps of one Newton iteration each. */
function cantilever({ restPositions }: SolidBodyInput, body: SolidOperators, steps: number): StepTimes {
  const count = body.vertexCount;
  const kinds = new Uint8Array(count);
  for (let v = 0; v < count; v++) if (restPositions[3 * v] === 0) kinds[v] = Constraint.fixed;
  const constraints = { kinds, normals: new Float64Array(3 * count) };
  const positions = restPositions.slice();
  const velocity = new Float64Array(3 * count);
  const rhs = new Float64Array(3 * count);
  const dv = new Float64Array(3 * count);
  const preparation = timeOf(() => body.freezePreconditioner(kinds));
  let best: StepTimes | undefined;
  for (let step = 0; step < steps; step++) {
    const elapsed = stopwatch();
    body.updateElastic(positions, 1);
    const elastic = elapsed();
    body.updateStiffness(STEP);
    const stiffness = elapsed();
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
    const total = elapsed();
    if (step === 0 || (best !== undefined && best.total.processor <= total.processor)) continue;
    best = {
      preparation,
      total,
      elastic,
      stiffness: difference(stiffness, elastic),
      solve: difference(total, stiffness),
      iterations: solved.iterations,
      residual: solved.relativeResidual,
    };
  }
  if (best === undefined) throw new Error('no step was measured');
  return best;
}

function onKernels(body: SolidBodyInput, threads: number): StepTimes {
  const pool = new KernelPool(compileKernels(threads > 1), { threads });
  const operators = new KernelSolidOperators(body, pool);
  const times = cantilever(body, operators, STEPS);
  operators.dispose();
  pool.dispose();
  return times;
}

function stepRow(cells: number, threads: number, times: StepTimes): Omit<BenchRow, 'measured'> {
  const { preparation, elastic, stiffness, solve, iterations, residual } = times;
  const ms = ({ clock }: Times) => (1e3 * clock).toFixed(1);
  return {
    name: `implicit cantilever, ${6 * cells ** 3} tets, ${threads} threads`,
    unit: 's/step',
    size: { series: `implicit cantilever, ${threads} threads`, count: 6 * cells ** 3 },
    note: `once ${ms(preparation)}; forces ${ms(elastic)}, stiffness ${ms(stiffness)}, solve ${ms(solve)} ms; ${iterations} CG iterations to ${residual.toExponential(1)}`,
  };
}

/** Times the backward Euler step of a stiff cantilever: on one thread beside the same step in TypeScript, and on two beside one. */
export function* runImplicitBench(): Generator<BenchRow> {
  for (const { cells, isCompared } of CUBES) {
    const body = cubeBody(cells);
    const slow = isCompared ? cantilever(body, new ReferenceSolidOperators(body), REFERENCE_STEPS) : undefined;
    const one = onKernels(body, 1);
    yield {
      ...stepRow(cells, 1, one),
      measured: byProcessor(one.total),
      reference: slow && { what: `f64 TypeScript, ${slow.iterations} iterations`, measured: byProcessor(slow.total) },
    };
    const two = onKernels(body, 2);
    yield {
      ...stepRow(cells, 2, two),
      measured: byClock(two.total),
      reference: { what: 'one thread', measured: byClock(one.total) },
    };
  }
}
