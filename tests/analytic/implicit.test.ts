import { expect, test } from 'vitest';
import { constitutiveModels } from '../../src/materials/ConstitutiveModel.ts';
import { SeededRandom } from '../support/random.ts';
import { boxOfHexes, boxOfTets } from '../support/bodies.ts';
import {
  angularMomentum,
  clamp,
  createIntegrator,
  createModel,
  halfSpace,
  massMean,
  standing,
  operatorImplementations,
  solidBody,
} from '../support/solids.ts';
import { spread } from '../support/tetBodies.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const FPS = 24;
const createKernelOperators = operatorImplementations[1][1];
const implicit = { typicalStep: 1 / FPS };

const meshes = [
  ['tetrahedra', boxOfTets([8, 2, 2], [1, 0.2, 0.2], 6)],
  ['hexahedra', boxOfHexes([8, 2, 2], [1, 0.2, 0.2])],
] as const;
const cases = operatorImplementations.flatMap(([name, create]) =>
  meshes.map(([elements, mesh]) => ({ name, create, elements, mesh })),
);

test.each(cases)('a stiff beam of $elements hangs at rest as its forces balance ($name)', ({ create, mesh }) => {
  const body = { ...solidBody(mesh, { youngsModulus: 1e7, dampingTime: 0.001 }), implicit };
  const integrator = createIntegrator(body, create(body), {
    gravity: [0, -9.81, 0],
    targets: [clamp(mesh, (x) => x === 0)],
    tolerance: 1e-6,
  });
  for (let frame = 0; frame < 3 * FPS; frame++) {
    const { substeps } = advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    expect(substeps.length).toBe(1);
  }
  const speed = Math.max(...integrator.velocities.map(Math.abs));
  expect(speed).toBeLessThan(1e-4);
  // The weight is carried where the beam is held: elastic forces balance gravity at every other vertex.
  const operators = create(body);
  operators.updateElastic(integrator.positions, 1);
  let worst = 0;
  for (let v = 0; v < operators.vertexCount; v++) {
    if (mesh.restPositions[3 * v] === 0) continue;
    const weight = 9.81 * operators.masses[v];
    worst = Math.max(worst, Math.abs(operators.elasticForce[3 * v + 1] - weight) / weight);
  }
  expect(worst).toBeLessThan(0.02);
});

/** Models with a logarithm find wound states from incoherent ones, and stay there: neo-Hookean without one inverted element. */
const WOUND = ['neo-hookean', 'muscle'];
const states = ['a plane', 'a point', 'its mirror image', 'noise'];
const recoveries = constitutiveModels
  .types()
  .flatMap((model) => states.map((state) => [model, state] as const))
  .filter(([model, state]) => !(WOUND.includes(model) && state === 'noise'));

function degenerate(restPositions: Float64Array, state: string): Float64Array {
  const random = new SeededRandom(state);
  return restPositions.map((x, k) => {
    const vertical = k % 3 === 1;
    if (state === 'a plane') return vertical ? 0 : x;
    if (state === 'a point') return 0;
    if (state === 'its mirror image') return vertical ? -x : x;
    return spread(random, 1);
  });
}

test.each(recoveries)('a cube of %s recovers from %s without any option', (model, state) => {
  const mesh = boxOfTets([4, 4, 4], [1, 1, 1], 6);
  const body = { ...solidBody(mesh, { model: createModel(model, 1e6, 0.4), dampingTime: 0.01 }), implicit };
  const positions = degenerate(mesh.restPositions, state);
  const integrator = createIntegrator(body, createKernelOperators(body), { positions, tolerance: 1e-4 });
  let inverted = Infinity;
  for (let frame = 0; frame < 4 * FPS; frame++) {
    inverted = advanceFrame(integrator, frame / FPS, (frame + 1) / FPS).inverted;
  }
  expect(inverted).toBe(0);
  // Of the order of 1e5 J at the start.
  expect(integrator.energies(4).elastic).toBeLessThan(0.05);
});

test('steps converge to the motion of the semi-implicit scheme, at first order', () => {
  const mesh = boxOfTets([6, 2, 2], [0.6, 0.2, 0.2], 6);
  const body = solidBody(mesh, { youngsModulus: 1e5, dampingTime: 0.02 });
  const tipAfter = (substeps: number, stiff: boolean) => {
    const stepped = stiff ? { ...body, implicit } : body;
    const integrator = createIntegrator(stepped, createKernelOperators(stepped), {
      gravity: [0, -9.81, 0],
      targets: [clamp(mesh, (x) => x === 0)],
      tolerance: 1e-6,
      minSubsteps: substeps,
    });
    for (let frame = 0; frame < 4; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    return integrator.positions[integrator.positions.length - 2] - 0.2;
  };
  const exact = tipAfter(400, false);
  const coarse = Math.abs(tipAfter(40, true) / exact - 1);
  const fine = Math.abs(tipAfter(80, true) / exact - 1);
  expect(coarse).toBeLessThan(0.05);
  expect(fine / coarse).toBeGreaterThan(0.45);
  expect(fine / coarse).toBeLessThan(0.55);
});

test.each([0.2, 0.8])('a stiff block on an incline of tan 0.5 with friction %d moves as a rigid one', (friction) => {
  const angle = Math.atan(0.5);
  const mesh = boxOfTets([2, 1, 2], [0.2, 0.1, 0.2], 6);
  const body = { ...solidBody(mesh, { youngsModulus: 1e7, dampingTime: 0.001 }), implicit };
  const integrator = createIntegrator(body, createKernelOperators(body), {
    // The incline lies along x; gravity is turned instead.
    gravity: [9.81 * Math.sin(angle), -9.81 * Math.cos(angle), 0],
    colliders: [standing(halfSpace([0, 1, 0]), friction)],
    tolerance: 1e-7,
    minSubsteps: 8,
  });
  const { masses } = createKernelOperators(body);
  const start = massMean(integrator.positions, masses);
  for (let frame = 0; frame < FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
  const slid = massMean(integrator.positions, masses)[0] - start[0];
  const speed = massMean(integrator.velocities, masses)[0];
  const acceleration = Math.max(0, 9.81 * (Math.sin(angle) - friction * Math.cos(angle)));
  // Backward Euler moves by the velocity at the end of each substep.
  const distance = 0.5 * acceleration * (1 + 1 / FPS / 8);
  expect(Math.abs(speed - acceleration)).toBeLessThan(2e-4);
  expect(Math.abs(slid - distance)).toBeLessThan(2e-4);
});

test('a free body keeps its momenta', () => {
  const mesh = boxOfTets([6, 2, 2], [0.6, 0.2, 0.2], 6);
  const body = { ...solidBody(mesh, { youngsModulus: 1e5, dampingTime: 0.005 }), implicit };
  const operators = createKernelOperators(body);
  const velocities = mesh.restPositions.map((_, k) => {
    const x = mesh.restPositions.subarray(3 * Math.floor(k / 3), 3 * Math.floor(k / 3) + 3);
    return [1 - 3 * x[1], 3 * x[0], 2][k % 3];
  });
  const integrator = createIntegrator(body, operators, { velocities, tolerance: 1e-4, minSubsteps: 4 });
  const { masses } = operators;
  const before = [...massMean(velocities, masses), ...angularMomentum(mesh.restPositions, velocities, masses)];
  for (let frame = 0; frame < FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
  const { positions, velocities: final } = integrator;
  const after = [...massMean(final, masses), ...angularMomentum(positions, final, masses)];
  after.forEach((value, k) => expect(value).toBeCloseTo(before[k], 6));
});
