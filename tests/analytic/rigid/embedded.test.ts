import { describe, expect, test } from 'vitest';
import { constitutiveModels } from '../../../src/materials/ConstitutiveModel.ts';
import { newJointReport, type Joint } from '../../../src/rigid/joints/Joint.ts';
import { boxOfTets, type TestBody as TestMesh } from '../../support/bodies.ts';
import { BoundaryWorld, embeddedIn } from '../../support/boundaryWorld.ts';
import { boxOf, type TestBody } from '../../support/rigidWorld.ts';
import { createKernel, createReference, softBody, softSchemes, type SoftScheme } from '../../support/softBodies.ts';
import { clamp, createIntegrator, solidBody, type MotionOptions } from '../../support/solids.ts';
import type { DeformableBody } from '../../../src/solids/DeformableBody.ts';

interface Flesh {
  readonly mesh: TestMesh;
  readonly bones: readonly TestBody[];
  readonly youngsModulus?: number;
  readonly dampingTime?: number;
}

/** A soft body in which bones are embedded. */
function flesh(
  scheme: SoftScheme,
  { mesh, bones, youngsModulus = 1e5, dampingTime }: Flesh,
  options: MotionOptions = {},
  create = createKernel,
): DeformableBody {
  const embedded = bones.map((bone, k) => embeddedIn(bone, k, mesh.restPositions));
  return softBody(scheme, mesh, { youngsModulus, dampingTime }, { embedded, ...options }, create);
}

/** The largest distance of embedded vertices from where the pose of their bone takes them, m. */
function drift({ deformable, rigid }: BoundaryWorld): number {
  let most = 0;
  for (const { embedded, positions } of deformable) {
    for (const { vertices, boundary, places } of embedded) {
      const { body } = rigid.find(({ id }) => id === boundary)!;
      const [x, y, z, w] = body.rotation;
      vertices.forEach((v, i) => {
        const p = places.subarray(3 * i, 3 * i + 3);
        const c = [y * p[2] - z * p[1], z * p[0] - x * p[2], x * p[1] - y * p[0]];
        const turned = [
          p[0] + 2 * (w * c[0] + y * c[2] - z * c[1]),
          p[1] + 2 * (w * c[1] + z * c[0] - x * c[2]),
          p[2] + 2 * (w * c[2] + x * c[1] - y * c[0]),
        ];
        turned.forEach((part, axis) => {
          most = Math.max(most, Math.abs(positions[3 * v + axis] - body.position[axis] - part));
        });
      });
    }
  }
  return most;
}

const kept = { volume: { recoveryTime: 0.1, tolerance: 1e-6, maxIterations: 2000 } };

test.each([...softSchemes.map((scheme) => [scheme, 'without', {}] as const), ['implicit', 'with', kept] as const])(
  'flesh and the bone in it keep their momenta, and its vertices their places in the bone: %s %s kept volume',
  (scheme, _kept, options) => {
    const bone: TestBody = {
      shape: boxOf(0.21, 0.21, 0.31),
      position: [0.2, 0.2, 0.2],
      velocity: [0.5, 1, 0],
      angularVelocity: [2, 1, 4],
      mass: 3,
    };
    const mesh = boxOfTets([4, 4, 4], [0.4, 0.4, 0.4]);
    const soft = flesh(scheme, { mesh, bones: [bone] }, options, createReference);
    expect(soft.embedded[0].vertices.length).toBeGreaterThan(2);
    const world = new BoundaryWorld([bone], [soft], { gravity: [0, 0, 0] });
    const before = world.momenta;
    const energy = world.energy;
    world.advance(1 / 192, 12);
    expect(drift(world)).toBeLessThan(1e-14);
    // Positions that are moved to their volumes take angular momentum along.
    const turned = 'volume' in options ? 2e-5 : 1e-12;
    world.momenta.forEach((value, k) => expect(Math.abs(value - before[k])).toBeLessThan(k < 3 ? 1e-12 : turned));
    expect(world.energy).toBeLessThan(energy);
  },
);

describe('a bone in flesh that stands on a floor gains no energy', () => {
  test.each([
    ['implicit', 0.1],
    ['implicit', 3],
    ['implicit', 100],
    ['implicit', 3000],
    ['semi-implicit', 0.1],
    ['semi-implicit', 3000],
    ['implicit-second-order', 3],
  ] as const)('%s, %f kg', (scheme, mass) => {
    const mesh = boxOfTets([6, 3, 6], [1.2, 0.4, 1.2]);
    const bone: TestBody = {
      shape: boxOf(0.42, 0.1, 0.42),
      position: [0.6, 0.36, 0.6],
      velocity: [0.1, -0.3, 0],
      angularVelocity: [0, 1, 0.5],
      mass,
    };
    const held = clamp(mesh, (_x, y) => y < 1e-9);
    const options = { gravity: [0, -9.81, 0], tolerance: 1e-4, targets: [held] };
    const soft = flesh(scheme, { mesh, bones: [bone], youngsModulus: 1e6 }, options);
    const world = new BoundaryWorld([bone], [soft], { edge: 0.2 });
    const begun = world.energy;
    for (let k = 0; k < 6; k++) {
      world.advance(1 / 192, 8);
      expect(world.energy).toBeLessThanOrEqual(begun);
    }
    expect(drift(world)).toBeLessThan(1e-14);
  });
});

const LINK = 0.35;

/** Links along x from the origin in one soft bar, joined to each other and to the world. */
function limb(count: number, mass: number, given: Partial<Joint> = {}, youngsModulus = 3e4) {
  const mesh = boxOfTets([6 * count, 2, 2], [count * LINK, 0.12, 0.12]);
  for (let k = 0; k < mesh.restPositions.length; k += 3) {
    mesh.restPositions[k + 1] -= 0.06;
    mesh.restPositions[k + 2] -= 0.06;
  }
  const bones = Array.from({ length: count }, (_, k): TestBody => ({
    shape: boxOf(0.7 * LINK, 0.02, 0.02),
    position: [LINK * (k + 0.5), 0, 0],
    mass,
  }));
  const joints = bones.map((_, k): Joint => ({
    id: `joint ${k}`,
    type: 'hinge',
    first: k === 0 ? undefined : k - 1,
    second: k,
    position: [LINK * k, 0, 0],
    axis: [0, 0, 1],
    touching: false,
    report: newJointReport(),
    ...given,
  }));
  const motion = { gravity: [0, -9.81, 0], tolerance: 1e-4 };
  const soft = flesh('implicit', { mesh, bones, youngsModulus, dampingTime: 0.01 }, motion);
  return { world: new BoundaryWorld(bones, [soft], { edge: 0.05, joints }), joints, soft };
}

/** Weight, N, and its torque about the origin, N m, of everything. */
function load({ rigid, deformable }: BoundaryWorld): { weight: number; torque: number } {
  let [mass, moment] = [0, 0];
  for (const { body } of rigid) {
    mass += body.properties.mass;
    moment += body.properties.mass * body.position[0];
  }
  for (const { masses, positions } of deformable) {
    masses.forEach((m, v) => {
      mass += m;
      moment += m * positions[3 * v];
    });
  }
  return { weight: 9.81 * mass, torque: -9.81 * moment };
}

test.each([0.02, 5])('three links of %f kg that swing in a firm bar stay joined, and gain no energy', (mass) => {
  const { world, joints } = limb(3, mass, {}, 1e6);
  let before = world.energy;
  const room = 1e-6 * load(world).weight * LINK;
  for (let k = 0; k < 5; k++) {
    world.advance(1 / 24);
    expect(world.energy).toBeLessThan(before + room);
    before = world.energy;
    for (const { report } of joints) expect(report.gap).toBeLessThan(1e-3 * LINK);
  }
  expect(drift(world)).toBeLessThan(1e-14);
  expect(world.rigid[2].body.position[1]).toBeLessThan(-0.2);
});

test('the sag of a limb that a motor holds is its load over the stiffness, and its joint carries all of its weight', () => {
  const stiffness = 400;
  const motorAt: Joint['motorAt'] = (_time, out) => {
    out.speed = out.value = 0;
    out.stiffness = stiffness;
    out.damping = 20;
    out.most = 1e6;
  };
  const { world, joints } = limb(1, 0.5, { motorAt });
  world.advance(1 / 24, 15);
  const { report } = joints[0];
  report.force = report.torque = 0;
  world.advance(1 / 24);
  const { weight, torque } = load(world);
  expect(Math.abs((stiffness * report.value) / torque - 1)).toBeLessThan(2e-3);
  expect(Math.abs(report.force / weight - 1)).toBeLessThan(2e-3);
});

test('limits, motors at their largest torque and breaking act on bones in flesh as on bare ones', () => {
  const limited = limb(1, 0.5, { range: [-0.3, 0.1] });
  limited.world.advance(1 / 24, 9);
  expect(Math.abs(limited.joints[0].report.value + 0.3)).toBeLessThan(1e-3);
  const driven = limb(1, 0.5, {
    motorAt(_time, out) {
      out.value = out.stiffness = out.damping = 0;
      out.speed = 2;
      out.most = 100;
    },
  });
  driven.world.advance(1 / 24, 6);
  expect(Math.abs(driven.joints[0].report.value - 0.5)).toBeLessThan(2e-3);
  const weak = limb(1, 0.5, {
    motorAt(_time, out) {
      out.value = out.stiffness = out.damping = 0;
      out.speed = 2;
      out.most = 3;
    },
    breaking: { force: 30, torque: 1e9 },
  });
  weak.world.advance(1 / 24, 2);
  // The torque of the weight is 9.4 N m.
  expect(weak.joints[0].report.value).toBeLessThan(-0.01);
  // Elements are not symmetric, so that the hinge also holds it sideways.
  expect(Math.abs(weak.joints[0].report.torque - 3)).toBeLessThan(0.01);
  weak.world.advance(1 / 24, 4);
  expect(weak.joints[0].report.broken).toBe(true);
});

test('a world that goes on from a state gives the same bytes as one that went on', () => {
  const [whole, resumed] = [limb(2, 0.5), limb(2, 0.5)].map(({ world }) => world);
  whole.advance(1 / 48, 2);
  resumed.state.load(whole.state.save());
  (resumed as unknown as { time: number }).time = 2 / 48;
  for (const world of [whole, resumed]) world.advance(1 / 48, 2);
  expect([...resumed.state.save()]).toEqual([...whole.state.save()]);
});

test('a muscle that holds a forearm pulls at it with the torque of its weight', () => {
  const [length, mass, at] = [0.3, 1, 0.07];
  const mesh = boxOfTets([1, 4, 1], [0.04, 0.2, 0.04]);
  for (let k = 0; k < mesh.restPositions.length; k += 3) {
    mesh.restPositions[k] += at - 0.02;
    mesh.restPositions[k + 1] += 0.01;
    mesh.restPositions[k + 2] -= 0.02;
  }
  const forearm: TestBody = { shape: boxOf(length, 0.02, 0.05), position: [length / 2, 0, 0], mass };
  const hinge: Joint = {
    id: 'elbow',
    type: 'hinge',
    first: undefined,
    second: 0,
    position: [0, 0, 0],
    axis: [0, 0, 1],
    touching: false,
    report: newJointReport(),
    spring: { stiffness: 1e-9, damping: 0.3, rest: 0 },
  };
  const definition = constitutiveModels.get('muscle');
  const model = definition.create(
    { youngsModulus: 3e4, poissonRatio: 0.45 },
    definition.params.parse({ peakStress: 6e4 }),
  );
  const fibreDirections = new Float64Array((3 * mesh.elements.length) / 4).map((_, k) => (k % 3 === 1 ? 1 : 0));
  const body = {
    ...solidBody(mesh, { model, dampingTime: 0.05 }),
    fibreDirections,
    implicit: { typicalStep: 1 / 192 },
  };
  const operators = createKernel(body);
  const ceiling = clamp(mesh, (_x, y) => y > 0.21 - 1e-9);
  const muscle = createIntegrator(body, operators, {
    scheme: 'implicit',
    embedded: [embeddedIn(forearm, 0, mesh.restPositions)],
    targets: [ceiling],
    activationAt: (time) => Math.min(0.3, 2 * time),
    tolerance: 1e-5,
  });
  const world = new BoundaryWorld([forearm], [muscle], { edge: 0.03, joints: [hinge] });
  world.advance(1 / 24, 36);
  const { position, momentum } = world.rigid[0].body;
  expect(Math.hypot(...momentum)).toBeLessThan(1e-4);
  operators.updateElastic(muscle.positions, 1, 0.3);
  // What the ceiling pulls with is minus the force of the elements there.
  const torque = ceiling.vertices.reduce((sum, v) => {
    const [x, y] = muscle.positions.subarray(3 * v, 3 * v + 2);
    const [fx, fy] = operators.elasticForce.subarray(3 * v, 3 * v + 2);
    return sum - (x * fy - y * fx);
  }, 0);
  expect(Math.abs(torque / (mass * 9.81 * position[0]) - 1)).toBeLessThan(0.02);
});

test('vertices that are released leave their bone with the velocity that it has', () => {
  const bone: TestBody = { shape: boxOf(0.2), position: [0.52, 0.2, 0.2], velocity: [1, 0.5, 0], mass: 3 };
  const mesh = boxOfTets([4, 4, 4], [0.4, 0.4, 0.4]);
  const body = { ...solidBody(mesh, { youngsModulus: 1e5, dampingTime: 0.01 }), implicit: { typicalStep: 1 / 192 } };
  const embedded = [embeddedIn(bone, 0, mesh.restPositions, 0.03, (time) => time < 0.1)];
  const soft = createIntegrator(body, createKernel(body), { scheme: 'implicit', embedded });
  const [pulled] = embedded[0].vertices;
  const world = new BoundaryWorld([bone], [soft], { gravity: [0, 0, 0] });
  world.advance(0.1, 1);
  const { momentum, position } = world.rigid[0].body;
  const [left, place] = [[...momentum], [...position]];
  expect(left[0]).toBeLessThan(2);
  const from = 3 * pulled;
  for (let axis = 0; axis < 3; axis++) {
    expect(Math.abs(soft.velocities[from + axis] - left[axis] / 3)).toBeLessThan(0.5);
  }
  world.advance(0.1, 1);
  // Nothing acts on it: it has not come back to the flesh, which swings away.
  momentum.forEach((part, axis) => expect(Math.abs(part - left[axis])).toBeLessThan(1e-12));
  position.forEach((part, axis) => expect(Math.abs(part - place[axis] - 0.1 * (left[axis] / 3))).toBeLessThan(1e-9));
});
