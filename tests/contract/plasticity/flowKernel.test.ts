import { describe, expect, test } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { SeededRandom } from '../../support/random.ts';
import type { PlasticBody } from '../../../src/plasticity/PlasticBody.ts';
import { PlasticFlow } from '../../../src/plasticity/PlasticFlow.ts';
import { plasticGoal, type PlasticGoal } from '../../../src/plasticity/PlasticGoal.ts';
import { yieldLaws } from '../../../src/plasticity/YieldLaw.ts';
import { elementQuadrature } from '../../../src/solids/elementQuadrature.ts';
import { waveFrequencySquares } from '../../../src/solids/waveFrequency.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import type { SolidBodyInput } from '../../../src/solids/SolidOperators.ts';
import { boxOfHexes, boxOfTets, elementCount, mixedBox, quadratic } from '../../support/bodies.ts';
import { createModel, solidBody } from '../../support/solids.ts';

const pool = new KernelPool(compileKernels(false), { threads: 1 });

const meshes = {
  tet: boxOfTets([5, 4, 3], [0.6, 0.5, 0.4], 5),
  hex: boxOfHexes([4, 3, 2], [0.6, 0.5, 0.4]),
  tet10: quadratic(boxOfTets([3, 2, 2], [0.6, 0.5, 0.4], 5)),
  mixed: mixedBox([4, 2, 2], [0.6, 0.5, 0.4]),
};
type Kind = keyof typeof meshes;

/** A body of some hundred points; two materials make the kernel keep its elements in an order of its own. */
function bodyOf(kind: Kind, dampingForm: 'robust' | 'conserving', materials: 1 | 2): SolidBodyInput {
  const mesh = meshes[kind];
  const body = { ...solidBody(mesh, { dampingTime: 0.02, dampingForm }), plastic: true };
  if (materials === 1) return body;
  const models = [createModel('rotated-linear', 1e5, 0.3), createModel('neo-hookean', 2e5, 0.4)];
  return { ...body, models, elementModel: Uint8Array.from({ length: elementCount(mesh) }, (_, e) => e % 2) };
}

/** Creates the same body twice: flow by the kernel, and point by point with the same stretches and its own gradients. */
function twins(body: SolidBodyInput, type: string, params: Record<string, unknown>, goalOf?: GoalMaker, on = pool) {
  const quadrature = elementQuadrature(body);
  const plasticBody: PlasticBody = {
    elements: body.elements,
    verticesPerElement: quadrature.verticesPerElement,
    pointsPerElement: quadrature.pointsPerElement,
    gradients: quadrature.gradients,
    frequencySquares: waveFrequencySquares(quadrature, body),
  };
  const goal = goalOf?.(plasticBody, body);
  const law = () => yieldLaws.get(type).create(yieldLaws.get(type).params.parse(params));
  const create = (operators: KernelSolidOperators, kernel: boolean) =>
    new PlasticFlow({
      body: plasticBody,
      operators: kernel
        ? operators
        : { singularValues: operators.singularValues, setGradients: (q, g) => operators.setGradients(q, g) },
      law: law(),
      stretchLimit: 3,
      goal,
    });
  const [a, b] = [new KernelSolidOperators(body, on), new KernelSolidOperators(body, on)];
  expect(a.flowKernel).toBeDefined();
  return { fast: { operators: a, flow: create(a, true) }, plain: { operators: b, flow: create(b, false) } };
}

type GoalMaker = (plastic: PlasticBody, body: SolidBodyInput) => PlasticGoal;
type Twin = ReturnType<typeof twins>['fast'];

/** Vertices here and there, so that some elements flatten and turn inside out. */
function shaken(body: SolidBodyInput, random: SeededRandom, size: number): Float64Array {
  const stretch = [0, 1, 2].map(() => Math.exp(random.between(-0.5, 0.5)));
  return body.restPositions.map((x, k) => stretch[k % 3] * x + random.between(-size, size));
}

function step({ operators, flow }: Twin, positions: Float64Array, pullRate = 0, dt = 0.01): boolean {
  operators.updateElastic(positions, 1);
  return flow.flow(positions, dt, pullRate);
}

/** Largest difference of two arrays. */
const apart = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);

const compressed: GoalMaker = (plastic, body) =>
  plasticGoal({
    body: plastic,
    // One corner turns its element inside out.
    positions: body.restPositions.map((x, k) => x * [1.5, 0.5, 1.2][k % 3] + (k < 3 ? 0.5 : 0)),
    stretchLimit: 3,
    deviatoric: true,
    strengthOf: (element) => [0, 0.5, 0.9, 1][element % 4],
    guidance: 0.5,
  });

const cases: [string, Kind, 'robust' | 'conserving', 1 | 2, string, Record<string, unknown>, GoalMaker?][] = [
  ['tetrahedra', 'tet', 'robust', 1, 'log-strain', {}],
  ['two materials', 'tet', 'conserving', 2, 'log-strain', { yieldStrain: 0.02 }],
  ['foam', 'tet', 'robust', 1, 'log-strain', { compressible: true }],
  ['hexahedra', 'hex', 'conserving', 1, 'rate', { flowTime: 0.02, hardening: 0.2 }],
  ['hardening', 'tet', 'robust', 2, 'rate', { flowTime: 0, hardening: 0.5 }],
  ['a goal', 'tet', 'robust', 1, 'log-strain', {}, compressed],
  ['quadratic tetrahedra', 'tet10', 'conserving', 2, 'log-strain', { yieldStrain: 0.02 }],
  ['mixed shapes', 'mixed', 'conserving', 2, 'rate', { flowTime: 0.02, hardening: 0.2 }],
  ['a goal, quadratic tetrahedra', 'tet10', 'robust', 1, 'log-strain', {}, compressed],
  ['a goal, hexahedra, rate', 'hex', 'robust', 2, 'rate', { hardening: 0.1 }, compressed],
];

describe.each(cases)('flow on the kernels, %s', (_name, kind, form, materials, type, params, goal) => {
  const body = bodyOf(kind, form, materials);

  test('is that of the reference, substep by substep', () => {
    const { fast, plain } = twins(body, type, params, goal);
    const random = new SeededRandom('flow kernel');
    let flowed = 0;
    for (let k = 0; k < 12; k++) {
      const positions = shaken(body, random, 0.03 * (k % 4));
      const pull = k % 3 === 2 ? 4 : 0;
      // Both from one state: whether a point at the edge of yielding flows is up to rounding.
      fast.flow.state.load(plain.flow.state.save());
      fast.operators.updateElastic(positions, 1);
      plain.operators.updateElastic(positions, 1);
      expect(apart(fast.operators.singularValues, plain.operators.singularValues)).toBe(0);
      expect(fast.flow.flow(positions, 0.01, pull)).toBe(plain.flow.flow(positions, 0.01, pull));
      const [a, b] = [fast.flow.state.save(), plain.flow.state.save()];
      expect([...a.get('points')!]).toEqual([...b.get('points')!]);
      flowed = a.get('points')!.length;
      for (const name of ['strain', 'inverse', 'hardening', 'leastSquares']) {
        expect(apart(a.get(name)!, b.get(name)!)).toBeLessThan(1e-12);
      }
      expect(fast.flow.frequencyFactor).toBeCloseTo(plain.flow.frequencyFactor, 12);
      // The gradients and what damping makes of them.
      for (const { operators } of [fast, plain]) {
        operators.updateElastic(positions, 1);
        operators.updateDamping();
      }
      const size = Math.max(...plain.operators.elasticForce.map(Math.abs));
      expect(apart(fast.operators.elasticForce, plain.operators.elasticForce) / size).toBeLessThan(2e-6);
      const [own, other] = [fast, plain].map(({ operators }) => {
        const out = new Float64Array(positions.length);
        operators.applyDamping(positions, out);
        return out;
      });
      const largest = Math.max(...other.map(Math.abs));
      expect(largest).toBeGreaterThan(0);
      expect(apart(own, other) / largest).toBeLessThan(2e-5);
    }
    expect(flowed).toBeGreaterThan(100);
  });

  test('keeps the volume, the limit and the distance to the goal', () => {
    const { fast } = twins(body, type, params, goal);
    const random = new SeededRandom('many substeps');
    for (let k = 0; k < 300; k++) step(fast, shaken(body, random, 0.02), k % 5 === 0 ? 1 : 0);
    const { flow } = fast;
    if (flow.keepsVolume) expect(flow.volumeDrift()).toBeLessThan(1e-12);
    const state = flow.state.save();
    for (const square of state.get('leastSquares')!) expect(square).toBeGreaterThan((1 - 1e-9) / 9);
    expect(state.get('strain')!.every(Number.isFinite)).toBe(true);
  });

  test('passes over what is within the yield strain, and what is no number', () => {
    const { fast } = twins(body, type, params, goal);
    expect(step(fast, body.restPositions)).toBe(false);
    expect(fast.flow.state.save().get('points')!.length).toBe(0);
    const crushed = body.restPositions.map((x, k) => (k % 3 === 1 ? -0.5 * x : x));
    expect(step(fast, crushed)).toBe(false);
  });
});

test('any number of threads gives the same bytes', () => {
  const mesh = boxOfTets([12, 10, 8], [1.2, 1, 0.8], 5);
  const body = { ...solidBody(mesh, { dampingTime: 0.02 }), plastic: true };
  expect(mesh.elements.length / 4).toBeGreaterThan(4096);
  const states = [1, 2, 3].map((threads) => {
    const workers = new KernelPool(compileKernels(threads > 1), { threads });
    const { fast } = twins(body, 'rate', { hardening: 0.1 }, compressed, workers);
    const random = new SeededRandom('threads');
    for (let k = 0; k < 4; k++) step(fast, shaken(body, random, 0.01 * k), k === 2 ? 3 : 0);
    const state = fast.flow.state.save();
    const { frequencyFactor } = fast.flow;
    fast.operators.dispose();
    workers.dispose();
    return { state, frequencyFactor };
  });
  expect(states[0].state.get('points')!.length).toBeGreaterThan(1000);
  expect(states[1]).toEqual(states[0]);
  expect(states[2]).toEqual(states[0]);
});
