import { expect, test } from 'vitest';
import { boxOfTets } from '../support/bodies.ts';
import {
  angularMomentum,
  clamp,
  createIntegrator,
  createModel,
  halfSpace,
  massMean,
  type MotionOptions,
  operatorImplementations,
  solidBody,
  standing,
} from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const FPS = 24;
const createKernelOperators = operatorImplementations[1][1];
/** Pa: the beam swings 2.8 times a second. */
const STIFF = 1e6;
const beam = boxOfTets([6, 2, 2], [0.6, 0.2, 0.2], 6);

const SCHEMES = { 1: 'implicit', 2: 'implicit-second-order' } as const;

interface Scheme {
  readonly order: 1 | 2;
  readonly newtonIterations?: number;
}

/** A beam that one end holds; `scheme` left out is semi-implicit. `youngsModulus` in Pa. */
function cantilever(scheme: Scheme | undefined, dampingTime: number, options: MotionOptions, youngsModulus = 1e5) {
  const body = solidBody(beam, { model: createModel('fixed-corotated', youngsModulus, 0.3), dampingTime });
  const stepped = scheme === undefined ? body : { ...body, implicit: { typicalStep: 1 / FPS } };
  return createIntegrator(stepped, createKernelOperators(stepped), {
    gravity: [0, -9.81, 0],
    targets: [clamp(beam, (x) => x === 0)],
    tolerance: 1e-6,
    ...(scheme && { scheme: SCHEMES[scheme.order], newtonIterations: scheme.newtonIterations }),
    ...options,
  });
}

function tipAfter(frames: number, substeps: number, scheme: Scheme | undefined): number {
  const integrator = cantilever(scheme, 0.02, { minSubsteps: substeps });
  for (let frame = 0; frame < frames; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
  return integrator.positions[integrator.positions.length - 2];
}

test('generalised alpha converges to the motion of the semi-implicit scheme, at second order', () => {
  const exact = tipAfter(4, 1600, undefined);
  const errors = [20, 40, 80].map((substeps) =>
    Math.abs(tipAfter(4, substeps, { order: 2, newtonIterations: 3 }) - exact),
  );
  expect(errors[0]).toBeLessThan(0.01);
  for (const k of [1, 2]) {
    expect(errors[k] / errors[k - 1]).toBeGreaterThan(0.15);
    expect(errors[k] / errors[k - 1]).toBeLessThan(0.33);
  }
});

test('a beam that swings keeps far more of its energy by generalised alpha than by backward Euler', () => {
  const sag = cantilever({ order: 1 }, 0.02, { minSubsteps: 4 }, STIFF);
  for (let frame = 0; frame < 8 * FPS; frame++) advanceFrame(sag, frame / FPS, (frame + 1) / FPS);
  // Let go of its weight, it swings about its rest shape.
  const energyAfterSwinging = (order: 1 | 2) => {
    const integrator = cantilever(
      { order },
      0,
      { gravity: [0, 0, 0], positions: sag.positions, minSubsteps: 8 },
      STIFF,
    );
    const { elastic } = integrator.energies(0);
    for (let frame = 0; frame < 2 * FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    const after = integrator.energies(2);
    return (after.elastic + after.kinetic) / elastic;
  };
  const [first, second] = [energyAfterSwinging(1), energyAfterSwinging(2)];
  expect(second).toBeGreaterThan(0.9);
  expect(second).toBeLessThan(1.001);
  expect(second / first).toBeGreaterThan(4);
});

test.each([1, 2] as const)(
  'order %d: Newton iterations meet their tolerance where one leaves a large residual',
  (order) => {
    const bent = (newtonIterations: number) => {
      // Thrown about its held end: one step turns it far.
      const velocities = beam.restPositions.map((_, k) => (k % 3 === 1 ? 8 * beam.restPositions[k - 1] : 0));
      const integrator = cantilever({ order, newtonIterations }, 0.01, { velocities, minSubsteps: 2 });
      for (let frame = 0; frame < 3; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
      return integrator.positions;
    };
    const distance = (a: Float64Array, b: Float64Array) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));
    const exact = bent(30);
    // Generalised alpha linearises about where its velocity leads to.
    expect(distance(bent(1), exact)).toBeGreaterThan(order === 1 ? 1e-2 : 5e-4);
    expect(distance(bent(15), exact)).toBeLessThan(1e-6);
  },
);

test('a second-order run that goes on from a saved state has the bytes of a whole one, in free flight and on the floor', () => {
  const create = () => {
    const body = {
      ...solidBody(beam, { youngsModulus: 1e5, dampingTime: 0.01 }),
      implicit: { typicalStep: 1 / FPS },
    };
    return createIntegrator(body, createKernelOperators(body), {
      gravity: [0, -9.81, 0],
      colliders: [standing(halfSpace([0, 1, 0], [0, -0.5, 0]), 0.3)],
      scheme: SCHEMES[2],
      tolerance: 1e-4,
      minSubsteps: 2,
    });
  };
  const whole = create();
  const states = [];
  for (let frame = 0; frame < 16; frame++) {
    states.push(whole.state.save());
    advanceFrame(whole, frame / FPS, (frame + 1) / FPS);
  }
  expect(states.filter((state) => state.get('last/step')![0] > 0).length).toBeGreaterThan(4);
  expect(states.some((state) => state.get('contacts/vertices')!.length > 0)).toBe(true);
  for (const first of [0, 3, 9, 14]) {
    const resumed = create();
    resumed.state.load(states[first]);
    for (let frame = first; frame < 16; frame++) advanceFrame(resumed, frame / FPS, (frame + 1) / FPS);
    expect(resumed.positions).toEqual(whole.positions);
    expect(resumed.velocities).toEqual(whole.velocities);
  }
});

test('free flight by generalised alpha is a parabola, and a spinning body keeps its angular momentum', () => {
  const body = {
    ...solidBody(beam, { youngsModulus: 1e5, dampingTime: 0.01 }),
    implicit: { typicalStep: 1 / FPS },
  };
  const velocities = beam.restPositions.map((_, k) =>
    k % 3 === 0 ? -2 * beam.restPositions[k + 1] : k % 3 === 1 ? 2 * beam.restPositions[k - 1] : 0,
  );
  const integrator = createIntegrator(body, createKernelOperators(body), {
    scheme: SCHEMES[2],
    velocities,
    minSubsteps: 4,
    tolerance: 1e-6,
  });
  const { masses } = integrator;
  const before = angularMomentum(integrator.positions, integrator.velocities, masses);
  const momentum = massMean(integrator.velocities, masses);
  for (let frame = 0; frame < FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
  massMean(integrator.velocities, masses).forEach((v, axis) => expect(v).toBeCloseTo(momentum[axis], 9));
  const after = angularMomentum(integrator.positions, integrator.velocities, masses);
  expect(after[2] / before[2]).toBeGreaterThan(0.98);
  expect(after[2] / before[2]).toBeLessThan(1.02);
});
