import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { PlasticFlow } from '../../src/plasticity/PlasticFlow.ts';
import { plasticGoal } from '../../src/plasticity/PlasticGoal.ts';
import { yieldLaws } from '../../src/plasticity/YieldLaw.ts';
import { elementQuadrature } from '../../src/solids/elementQuadrature.ts';
import { waveFrequencySquares } from '../../src/solids/waveFrequency.ts';
import { KernelSolidOperators } from '../../src/solids/KernelSolidOperators.ts';
import type { SolidBodyInput } from '../../src/solids/SolidOperators.ts';
import { freudenthalBox } from '../support/freudenthalBox.ts';
import { solidBody } from '../support/solids.ts';
import type { BenchRow } from './BenchRow.ts';
import { byClock, byProcessor, least, timeOf, type Times } from './timing.ts';

const REPETITIONS = 15;
/** The box is stretched by this one way and then another, far beyond the yield strain. */
const STRETCH = 1.2;
const WAYS = [
  [0.48, 0.6, 0.64],
  [0.8, -0.36, 0.48],
] as const;
const CELLS = [24, 16, 16] as const;

function boxBody(): SolidBodyInput {
  const mesh = freudenthalBox(...CELLS, 0.05);
  const body = solidBody({ elementKind: 'tet', elements: mesh.tets, restPositions: mesh.positions });
  return { ...body, plastic: true };
}

/** Pass of flow over one body, and the elastic pass before it: least seconds. */
interface PassTimes {
  readonly elastic: Times;
  readonly flow: Times;
}

type State = 'yielding' | 'directed' | 'at rest';

function measure(body: SolidBodyInput, pool: KernelPool, kernel: boolean, state: State): PassTimes {
  const operators = new KernelSolidOperators(body, pool);
  const quadrature = elementQuadrature(body);
  const plastic = { ...quadrature, elements: body.elements, frequencySquares: waveFrequencySquares(quadrature, body) };
  const stretched = WAYS.map((way) =>
    body.restPositions.map((x, k) => {
      const along = [0, 1, 2].reduce((sum, j) => sum + way[j] * body.restPositions[k - (k % 3) + j], 0);
      return x + (STRETCH - 1) * along * way[k % 3];
    }),
  );
  const goal = plasticGoal({
    body: plastic,
    positions: stretched[0],
    stretchLimit: 4,
    deviatoric: true,
    strengthOf: () => 0.5,
    guidance: 0.5,
  });
  const { singularValues } = operators;
  const flow = new PlasticFlow({
    body: plastic,
    operators: kernel ? operators : { singularValues, setGradients: (q, g) => operators.setGradients(q, g) },
    law: yieldLaws.get('log-strain').create({ yieldStrain: 0.02, compressible: false }),
    stretchLimit: 4,
    ...(state === 'directed' && { goal }),
  });
  // Within the yield strain, but not so near to rest that a glance tells.
  const calm = body.restPositions.map((x, k) => (k % 3 === 0 ? 1.015 * x : x));
  const never: Times = { clock: Infinity, processor: Infinity };
  const times = { elastic: never, flow: never };
  for (let k = 0; k < REPETITIONS; k++) {
    const positions = state === 'at rest' ? calm : stretched[k % 2];
    const elastic = timeOf(() => operators.updateElastic(positions, 1));
    let flowed = false;
    const passed = timeOf(() => (flowed = flow.flow(positions, 1e-3, 0)));
    if (flowed === (state === 'at rest')) throw new Error(`the body is not ${state}`);
    times.elastic = least(times.elastic, elastic);
    times.flow = least(times.flow, passed);
  }
  operators.dispose();
  return times;
}

/** The pass of plastic flow point by point and on the kernels, and what it adds to the elastic pass. */
export function runPlasticBench(): Promise<BenchRow[]> {
  const body = boxBody();
  const count = body.elements.length / 4;
  const nanoseconds = 1e9 / count;
  const rows: BenchRow[] = [];
  for (const threads of [1, 2]) {
    const pool = new KernelPool(compileKernels(threads > 1), { threads });
    const judge = threads === 1 ? byProcessor : byClock;
    for (const state of ['yielding', 'directed', 'at rest'] as const) {
      const slow = measure(body, pool, false, state);
      const { elastic, flow } = measure(body, pool, true, state);
      const times = (pass: Times) => (1 + pass.clock / elastic.clock).toFixed(2);
      rows.push({
        name: `plastic flow, ${state}, ${threads} threads`,
        unit: 'ns/tet',
        measured: judge(flow, nanoseconds),
        reference: { what: 'point by point', measured: judge(slow.flow, nanoseconds) },
        note: `${count} tets; elastic pass ${(elastic.clock * nanoseconds).toFixed(0)}: with flow ${times(flow)} times it, point by point ${times(slow.flow)}`,
      });
    }
    pool.dispose();
  }
  return Promise.resolve(rows);
}
