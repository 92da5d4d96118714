import { describe, expect, test } from 'vitest';
import { ContactPhase } from '../../../src/collision/contactState.ts';
import { SeededRandom } from '../../support/random.ts';
import { OneRingMatrix } from '../../../src/solids/incompressibility/OneRingMatrix.ts';
import { oneRings } from '../../../src/solids/incompressibility/OneRings.ts';
import { PairConstraints } from '../../../src/solids/incompressibility/PairConstraints.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import type { DeformableBody } from '../../../src/solids/DeformableBody.ts';
import type { SolidBodyInput } from '../../../src/solids/SolidOperators.ts';
import { boxOfHexes, boxOfTets, regularTet, type TestBody } from '../../support/bodies.ts';
import {
  angularMomentum,
  clamp,
  createIntegrator,
  halfSpace,
  massMean,
  solidBody,
  standing,
  type MotionOptions,
} from '../../support/solids.ts';
import { spread } from '../../support/tetBodies.ts';
import { advanceFrame } from '../../support/advanceFrame.ts';

const exact = { recoveryTime: 0, tolerance: 1e-10, maxIterations: 2000 };
const block = () => boxOfTets([3, 3, 3], [0.3, 0.3, 0.3], 5);

function keeping(mesh: TestBody, options: MotionOptions = {}, body: Partial<SolidBodyInput> = {}) {
  const input = { ...solidBody(mesh, { youngsModulus: 2e4, dampingTime: 0.005 }), ...body };
  const operators = new ReferenceSolidOperators(input);
  return { integrator: createIntegrator(input, operators, { volume: exact, ...options }), operators };
}

function errors(integrator: DeformableBody) {
  return integrator.volume!.errors(integrator.positions);
}

test('a falling body knows no pressure and moves as one that keeps nothing', () => {
  const options = { gravity: [0, -9.81, 0] };
  const { integrator } = keeping(block(), options);
  const { integrator: plain } = keeping(block(), { ...options, volume: undefined });
  for (let frame = 0; frame < 5; frame++) {
    const report = advanceFrame(integrator, frame / 24, (frame + 1) / 24);
    advanceFrame(plain, frame / 24, (frame + 1) / 24);
    for (const substep of report.substeps) expect(substep.pressureIterations).toBe(0);
  }
  expect(integrator.positions).toEqual(plain.positions);
  expect(integrator.volume!.pressures.every((p) => p === 0)).toBe(true);
});

describe.each([
  ['a tetrahedron', () => regularTet(0.2)],
  ['a block', block],
  ['a block of hexahedra', () => boxOfHexes([2, 2, 2], [0.3, 0.3, 0.3])],
])('%s pressed to nine tenths', (_name, make) => {
  test('takes its volume back within a few substeps, and no velocity with it', () => {
    const mesh = make();
    const positions = mesh.restPositions.map((x, k) => (k % 3 === 1 ? 0.9 * x : x));
    const { integrator } = keeping(mesh, { positions, strengthAt: () => 0, minSubsteps: 4 });
    expect(errors(integrator).volumeError).toBeCloseTo(-0.1, 12);
    advanceFrame(integrator, 0, 0.04);
    // The solves end at a millionth of the one-rings.
    expect(errors(integrator).worstRing).toBeLessThan(1e-5);
    expect(integrator.velocities.reduce((most, v) => Math.max(most, Math.abs(v)), 0)).toBe(0);
  });

  test('takes no longer or shorter than the recovery time allows', () => {
    const mesh = make();
    const positions = mesh.restPositions.map((x, k) => (k % 3 === 1 ? 0.9 * x : x));
    const volume = { ...exact, recoveryTime: 1 };
    const { integrator } = keeping(mesh, { positions, strengthAt: () => 0, minSubsteps: 5, volume });
    advanceFrame(integrator, 0, 0.05);
    expect(errors(integrator).volumeError).toBeCloseTo(-0.05, 3);
    advanceFrame(integrator, 0.05, 0.15);
    expect(Math.abs(errors(integrator).volumeError)).toBeLessThan(1e-6);
  });
});

test.each([
  ['semi-implicit', {}],
  ['implicit', { implicit: { typicalStep: 0.01 } }],
])('%s: the velocity of a limp body has no divergence', (_name, body: Partial<SolidBodyInput>) => {
  const mesh = block();
  const random = new SeededRandom('divergence');
  const velocities = mesh.restPositions.map(() => spread(random, 0.3));
  const { integrator } = keeping(mesh, { velocities, strengthAt: () => 0 }, body);
  const rings = oneRings(mesh);
  const matrix = new OneRingMatrix(rings, new Float64Array(rings.cells.length / 4));
  const rates = new Float64Array(mesh.restPositions.length / 3);
  const divergence = () => {
    matrix.update(integrator.positions);
    matrix.multiplyRates(integrator.velocities, rates);
    return Math.hypot(...rates);
  };
  const before = divergence();
  advanceFrame(integrator, 0, 0.01);
  const after = divergence();
  expect(after).toBeLessThan(1e-4 * before);
  expect(after).toBeLessThan((1e-6 * Math.hypot(...integrator.volume!.restVolumes)) / 0.01);
});

test('a bouncing, spinning body keeps its momenta to rounding and its volume', () => {
  const mesh = block();
  const random = new SeededRandom('momentum');
  const positions = mesh.restPositions.map((x) => x + spread(random, 0.01));
  const velocities = positions.map((_x, k) => [-3 * positions[k + 1], 3 * positions[k - 1], 0.4][k % 3]);
  const { integrator, operators } = keeping(mesh, { positions, velocities });
  const spin = angularMomentum(integrator.positions, integrator.velocities, operators.masses);
  const drift = massMean(integrator.velocities, operators.masses);
  for (let frame = 0; frame < 10; frame++) advanceFrame(integrator, frame / 48, (frame + 1) / 48);
  massMean(integrator.velocities, operators.masses).forEach((v, axis) => expect(v).toBeCloseTo(drift[axis], 12));
  const after = angularMomentum(integrator.positions, integrator.velocities, operators.masses);
  after.forEach((value, axis) => expect(value).toBeCloseTo(spin[axis], 12));
  expect(errors(integrator).worstRing).toBeLessThan(1e-3);
});

test('a block that stands on the floor is carried by it: pressures press on contacts too', () => {
  const volume = { recoveryTime: 0.1, tolerance: 1e-4, maxIterations: 2000 };
  const { integrator } = keeping(block(), {
    gravity: [0, -9.81, 0],
    volume,
    colliders: [standing(halfSpace([0, 1, 0]), 0)],
    dragAt: () => 10,
  });
  for (let frame = 0; frame < 60; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
  expect(Math.abs(errors(integrator).volumeError)).toBeLessThan(1e-3);
  // The contacts carry the weight: N summed over the floor.
  const { counts, normalForces } = integrator.contacts;
  let carried = 0;
  counts.forEach((count, v) => (carried += count > 0 ? normalForces[3 * v] : 0));
  expect(carried / (1000 * 9.81 * 0.027)).toBeCloseTo(1, 1);
});

test('what stands under pressure sticks, and does not change between sticking and slipping in every solve', () => {
  const { integrator } = keeping(
    block(),
    {
      gravity: [0, -9.81, 0],
      volume: { recoveryTime: 0.1, tolerance: 1e-2, maxIterations: 2000 },
      tolerance: 1e-2,
      colliders: [standing(halfSpace([0, 1, 0]), 0.3)],
    },
    solidBody(block(), { youngsModulus: 1e4, dampingTime: 0.01 }),
  );
  let iterations = 0;
  for (let frame = 0; frame < 48; frame++) {
    const report = advanceFrame(integrator, frame / 24, (frame + 1) / 24);
    // Where reactions count pressures that the solve does not know, every solve is repeated as often as it may be: 55 in each frame.
    if (frame >= 24) iterations += report.iterations;
  }
  expect(iterations / 24).toBeLessThan(30);
  // What rests sticks; it slipped while its velocity kept a part that moved nothing.
  const touching = integrator.contacts.phases.filter((phase) => phase !== ContactPhase.free);
  expect(touching.length).toBeGreaterThan(0);
  expect(touching.every((phase) => phase === ContactPhase.stick)).toBe(true);
});

/** m: the walls touch from the first substep on, and no blow leaves pressures that push nothing. */
const TOUCHING = 1e-6;

test('pressures in a limp block in a box are those of water: they grow with depth by its weight', () => {
  const walls = [
    halfSpace([0, 1, 0]),
    halfSpace([1, 0, 0], [TOUCHING, 0, 0]),
    halfSpace([-1, 0, 0], [0.3 - TOUCHING, 0, 0]),
    halfSpace([0, 0, 1], [0, 0, TOUCHING]),
    halfSpace([0, 0, -1], [0, 0, 0.3 - TOUCHING]),
  ];
  // Pressures take back what gravity brings in a substep, which drag lessens.
  const drag = 20;
  const weight = (1000 * 9.81) / (1 + drag / 192);
  const mesh = boxOfTets([4, 4, 4], [0.3, 0.3, 0.3], 5);
  const { integrator } = keeping(mesh, {
    gravity: [0, -9.81, 0],
    colliders: walls.map((wall) => standing(wall, 0)),
    strengthAt: () => 0,
    dragAt: () => drag,
    minSubsteps: 4,
  });
  for (let frame = 0; frame < 12; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
  integrator.volume!.pressures.forEach((p, v) => {
    const depth = 0.3 - mesh.restPositions[3 * v + 1];
    // At every single vertex, to a share of the pressure at the bottom: none alternates.
    expect(Math.abs(p / (weight * 0.3) - depth / 0.3)).toBeLessThan(0.03);
  });
});

test('held vertices stay where they are held', () => {
  const mesh = block();
  const { integrator } = keeping(mesh, {
    gravity: [0, -9.81, 0],
    targets: [clamp(mesh, (_x, y) => y > 0.29)],
  });
  for (let frame = 0; frame < 4; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
  for (let v = 0; v < mesh.restPositions.length; v += 3) {
    if (mesh.restPositions[v + 1] < 0.29) continue;
    for (let k = v; k < v + 3; k++) expect(integrator.positions[k]).toBe(mesh.restPositions[k]);
  }
  expect(errors(integrator).worstRing).toBeLessThan(1e-3);
});

test('constraints between vertices hold through both corrections', () => {
  const mesh = block();
  const random = new SeededRandom('pairs');
  const velocities = mesh.restPositions.map(() => spread(random, 0.3));
  const pairs = new PairConstraints(1);
  pairs.count = 1;
  pairs.vertices.set([0, 20, 21, 25]);
  pairs.weights.set([1, -0.2, -0.3, -0.5]);
  pairs.directions.set([0, 1, 0]);
  const rate = (v: Float64Array) => v[1] - 0.2 * v[61] - 0.3 * v[64] - 0.5 * v[76];
  const { integrator } = keeping(mesh, { velocities, strengthAt: () => 0, volume: { ...exact, pairs } });
  const before = rate(velocities);
  advanceFrame(integrator, 0, 1e-3);
  // The body's spin is balanced after the projection, which turns the constraint a little.
  expect(Math.abs(rate(integrator.velocities) / before - 1)).toBeLessThan(0.01);
  const { integrator: free } = keeping(mesh, { velocities, strengthAt: () => 0 });
  advanceFrame(free, 0, 1e-3);
  expect(Math.abs(rate(free.velocities) / before - 1)).toBeGreaterThan(0.05);
});

test('a loaded state goes on with the same bytes', () => {
  const options = { gravity: [0, -9.81, 0], colliders: [standing(halfSpace([0, 1, 0]), 0.3)] };
  const { integrator } = keeping(block(), options);
  for (let frame = 0; frame < 4; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
  const state = structuredClone(integrator.state.save());
  expect(state.get('pressures')!.some((p) => p !== 0)).toBe(true);
  advanceFrame(integrator, 4 / 24, 5 / 24);
  const { integrator: other } = keeping(block(), options);
  other.state.load(state);
  advanceFrame(other, 4 / 24, 5 / 24);
  expect(other.positions).toEqual(integrator.positions);
  expect(other.velocities).toEqual(integrator.velocities);
  const { integrator: plain } = keeping(block(), { ...options, volume: undefined });
  expect(() => plain.state.load(state)).toThrow('not of this shot: it has more arrays');
});
