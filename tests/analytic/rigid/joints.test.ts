import { describe, expect, test } from 'vitest';
import type { JointReport } from '../../../src/rigid/joints/Joint.ts';
import type { RigidBody } from '../../../src/rigid/RigidBody.ts';
import { ellipticK } from '../../support/freeRigidBody.ts';
import { boxOf, RigidWorld, shapeOf } from '../../support/rigidWorld.ts';

const G = 9.81;
const LINK = 0.1;

/** A chain of links from the origin along x or down, with a load at its end that is so many times as heavy as a link. */
function chain(count: number, load: number, down = false) {
  const world = new RigidWorld();
  const along = (s: number) => (down ? [0, -s, 0] : [s, 0, 0]);
  const bodies: RigidBody[] = [];
  const joints: JointReport[] = [];
  for (let k = 0; k < count; k++) {
    const shape = down ? boxOf(0.02, LINK, 0.02) : boxOf(LINK, 0.02, 0.02);
    const body = world.add({ shape, position: along(LINK * (k + 0.5)), mass: 1 });
    joints.push(world.join('ball', bodies.at(-1), body, along(LINK * k)));
    bodies.push(body);
  }
  const ball = world.add({
    shape: shapeOf('sphere', { radius: LINK }),
    position: along(LINK * (count + 1)),
    mass: load,
  });
  joints.push(world.join('ball', bodies.at(-1), ball, along(LINK * count)));
  return { world, joints, bodies: [...bodies, ball] };
}

function momentumOf({ bodies }: RigidWorld): number[] {
  const sum = new Float64Array(6);
  for (const { position: x, momentum: p, angularMomentum: l } of bodies) {
    for (let axis = 0; axis < 3; axis++) {
      const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
      sum[axis] += p[axis];
      sum[3 + axis] += l[axis] + x[i] * p[j] - x[j] * p[i];
    }
  }
  return [...sum];
}

/** Angle between the shapes of two bodies, rad. */
function angleBetween(one: RigidBody, other: RigidBody): number {
  const [a, b] = [one, other].map((body) => {
    const turn = new Float64Array(4);
    body.shapePose(turn, new Float64Array(3));
    return turn;
  });
  return 2 * Math.acos(Math.min(1, Math.abs(a.reduce((sum, part, k) => sum + part * b[k], 0))));
}

test('a chain of 20 links with a hundredfold load swings without opening, and keeps its energy', () => {
  const { world, joints } = chain(20, 100);
  world.advance(0.9);
  expect(Math.max(...joints.map(({ gap }) => gap))).toBeLessThan(1e-5 * LINK);
  // It has fallen by nearly two metres with a hundred kilograms.
  expect(Math.abs(world.energy)).toBeLessThan(2e-3 * 100 * G * 2);
});

test('each joint of a hanging chain carries the weight below it', () => {
  const { world, joints } = chain(10, 20, true);
  world.advance(0.1);
  joints.forEach(({ force, torque }, k) => {
    expect(force).toBeCloseTo((10 - k + 20) * G, 6);
    expect(torque).toBeLessThan(1e-9);
  });
});

test.each([0.3, 1.5, 2.5])(
  'a pendulum let go at an angle of %f has the period of its finite amplitude',
  (amplitude) => {
    const world = new RigidWorld();
    const length = 0.5;
    const position = [length * Math.sin(amplitude), -length * Math.cos(amplitude), 0];
    const body = world.add({ shape: boxOf(0.2), position, rotation: [0, 0, amplitude], mass: 2 });
    const joint = world.join('hinge', undefined, body, [0, 0, 0]);
    const inertia = 2 * (length ** 2 + 0.2 ** 2 / 6);
    const period = 4 * Math.sqrt(inertia / (2 * G * length)) * ellipticK(Math.sin(amplitude / 2) ** 2);
    world.advance(period);
    // It is back where it began; what its angle lacks of that is a share of the period squared.
    expect(Math.abs(joint.value)).toBeLessThan(1e-4);
    world.advance(period / 4);
    expect(joint.value).toBeCloseTo(-amplitude, 2);
  },
);

describe('free bodies that are joined', () => {
  test.each(['weld', 'ball', 'hinge', 'slider'] as const)('keep momentum and angular momentum: %s', (type) => {
    const world = new RigidWorld([0, 0, 0]);
    const one = world.add({ shape: boxOf(0.3, 0.2, 0.4), velocity: [1, 0, 2], angularVelocity: [1, 2, 3], mass: 3 });
    const other = world.add({ shape: boxOf(0.2), position: [0.4, 0.1, 0], rotation: [0.3, 0.2, 0.1], mass: 1 });
    const joint = world.join(type, one, other, [0.2, 0, 0.1], { axis: [0.6, 0, 0.8] });
    const before = momentumOf(world);
    world.advance(2);
    momentumOf(world).forEach((value, k) => expect(Math.abs(value - before[k])).toBeLessThan(1e-10));
    expect(joint.gap).toBeLessThan(1e-9);
  });

  test('move as one where they are welded', () => {
    const world = new RigidWorld([0, 0, 0]);
    const spin = [0.5, 1, 2];
    const whole = world.add({ shape: boxOf(0.6, 0.2, 0.3), angularVelocity: spin, mass: 2, position: [0, 5, 0] });
    const velocity = (x: number) => [0, spin[2] * x, -spin[1] * x];
    const halves = [-0.15, 0.15].map((x) =>
      world.add({ shape: boxOf(0.3, 0.2, 0.3), position: [x, 0, 0], velocity: velocity(x), angularVelocity: spin }),
    );
    world.join('weld', halves[0], halves[1], [0, 0, 0]);
    world.advance(1);
    expect(angleBetween(halves[0], halves[1])).toBeLessThan(1e-7);
    expect(angleBetween(halves[0], whole)).toBeLessThan(2e-3);
  });
});

describe('limits', () => {
  test('a hinge stops at its limits', () => {
    const world = new RigidWorld();
    const body = world.add({ shape: boxOf(0.4, 0.05, 0.05), position: [0.2, 0, 0] });
    const joint = world.join('hinge', undefined, body, [0, 0, 0], { range: [-0.5, 0.3] });
    let least = 0;
    for (let k = 0; k < 200; k++) {
      world.advance(0.005);
      least = Math.min(least, joint.value);
    }
    expect(least).toBeGreaterThan(-0.501);
    expect(joint.value).toBeCloseTo(-0.5, 6);
    joint.torque = 0;
    world.advance(0.01);
    expect(joint.torque).toBeCloseTo(0.2 * G * Math.cos(0.5), 4);
  });

  test('a ball joint stays in its cone and within its twist', () => {
    const world = new RigidWorld();
    const body = world.add({
      shape: boxOf(0.1, 0.5, 0.2),
      position: [0, 0.25, 0],
      velocity: [0.5, 0, 0.2],
      angularVelocity: [0.8, 6, -2],
    });
    const rotations = { cone: 0.6, twist: 0.4 };
    const joint = world.join('ball', undefined, body, [0, 0, 0], { axis: [0, 1, 0], rotations });
    let most = 0;
    let twist = 0;
    for (let k = 0; k < 200; k++) {
      world.advance(0.005);
      most = Math.max(most, joint.value);
      const [, y, , w] = body.rotation;
      twist = Math.max(twist, Math.abs(2 * Math.atan2(y, w)));
    }
    expect(most).toBeGreaterThan(0.55);
    expect(most).toBeLessThan(0.601);
    expect(twist).toBeGreaterThan(0.35);
    expect(twist).toBeLessThan(0.401);
  });

  test('a slider carries its load at the end of its travel', () => {
    const world = new RigidWorld();
    const body = world.add({ shape: boxOf(0.2), mass: 3 });
    const joint = world.join('slider', undefined, body, [0, 0, 0], { axis: [0, 1, 0], range: [-0.25, 0.1] });
    world.advance(1);
    expect(joint.value).toBeCloseTo(-0.25, 6);
    joint.force = 0;
    world.advance(0.01);
    expect(joint.force).toBeCloseTo(3 * G, 6);
  });
});

describe('springs and motors', () => {
  test('a spring gives way by the load over its stiffness', () => {
    const world = new RigidWorld();
    const body = world.add({ shape: boxOf(0.2), mass: 2 });
    const spring = { stiffness: 400, damping: 60, rest: 0 };
    const joint = world.join('slider', undefined, body, [0, 0, 0], { axis: [0, 1, 0], spring });
    world.advance(3);
    expect(joint.value).toBeCloseTo((-2 * G) / 400, 8);
  });

  test('a motor reaches its speed, with its largest torque until then', () => {
    const world = new RigidWorld([0, 0, 0]);
    const wheel = world.add({ shape: shapeOf('cylinder', { radius: 0.3, height: 0.1 }), mass: 4 });
    const inertia = wheel.properties.moments.reduce((most, moment) => Math.max(most, moment));
    const motorAt = (_: number, out: { speed: number; most: number }) => {
      out.speed = 5;
      out.most = 2;
    };
    const joint = world.join('hinge', undefined, wheel, [0, 0, 0], { axis: [0, 1, 0], motorAt });
    const begun = (5 * inertia) / 2;
    world.advance(begun / 2);
    expect(wheel.angularMomentum[1]).toBeCloseTo((2 * begun) / 2, 6);
    expect(joint.torque).toBeCloseTo(2, 9);
    world.advance(begun);
    expect(wheel.angularMomentum[1] / inertia).toBeCloseTo(5, 3);
    expect(joint.torque).toBeLessThan(2 + 1e-9);
    // It has gone round several times.
    world.advance(5);
    expect(joint.value).toBeGreaterThan(24);
  });

  test('a motor pulls to an angle and stays where its load turns it', () => {
    const world = new RigidWorld();
    const body = world.add({ shape: boxOf(0.4, 0.05, 0.05), position: [0.2, 0, 0] });
    const motorAt = (_: number, out: { value: number; stiffness: number; damping: number; most: number }) => {
      Object.assign(out, { value: 0.5, stiffness: 100, damping: 10, most: 50 });
    };
    const joint = world.join('hinge', undefined, body, [0, 0, 0], { motorAt });
    world.advance(3);
    expect(100 * (0.5 - joint.value)).toBeCloseTo(0.2 * G * Math.cos(joint.value), 6);
  });
});

test('a joint breaks above its force and not below it', () => {
  for (const [share, breaks] of [
    [0.98, true],
    [1.02, false],
  ] as const) {
    const world = new RigidWorld();
    const body = world.add({ shape: boxOf(0.2), mass: 5 });
    const joint = world.join('weld', undefined, body, [0, 0, 0], { breaking: { force: share * 5 * G, torque: 1 } });
    world.advance(0.25);
    expect(joint.broken).toBe(breaks);
    expect(body.position[1] < -0.2).toBe(breaks);
  }
});

test('a door of two hinges hangs as with one: what loops say twice does no harm', () => {
  const world = new RigidWorld();
  const door = world.add({
    shape: boxOf(1, 2, 0.05),
    position: [0.5, 1, 0],
    velocity: [0, 0, 0.5],
    angularVelocity: [0, -1, 0],
  });
  const joints = [0.2, 1.8].map((y) => world.join('hinge', undefined, door, [0, y, 0], { axis: [0, 1, 0] }));
  const before = world.energy;
  world.advance(1);
  joints.forEach(({ gap, value }) => {
    expect(gap).toBeLessThan(1e-6);
    expect(value).toBeCloseTo(-1, 3);
  });
  expect(world.energy).toBeCloseTo(before, 3);
});

test('a closed linkage of four bars moves, and stays closed', () => {
  const world = new RigidWorld();
  const bar = (position: number[], x: number, y: number) => world.add({ shape: boxOf(x, y, 0.05), position });
  const left = bar([0, 0.25, 0], 0.05, 0.5);
  const right = bar([0.6, 0.25, 0], 0.05, 0.5);
  const top = bar([0.3, 0.5, 0], 0.6, 0.05);
  for (const body of [left, right]) body.momentum[0] = 0.5;
  const joints = [
    world.join('hinge', undefined, left, [0, 0, 0]),
    world.join('hinge', undefined, right, [0.6, 0, 0]),
    world.join('hinge', left, top, [0, 0.5, 0]),
    world.join('hinge', right, top, [0.6, 0.5, 0]),
  ];
  world.advance(1);
  expect(Math.max(...joints.map(({ gap }) => gap))).toBeLessThan(1e-6);
  expect(joints[0].value).toBeCloseTo(joints[1].value, 6);
  expect(Math.abs(joints[0].value)).toBeGreaterThan(0.5);
});

test('a figure of eleven bodies stands on springs in its joints', () => {
  const world = new RigidWorld();
  world.addCollider({ shape: shapeOf('plane'), friction: 0.8 });
  const part = (position: number[], [x, y, z]: number[], mass: number) =>
    world.add({ shape: boxOf(x, y, z), position, mass, friction: 0.8 });
  const along = (y: number, stiffness: number) => ({
    axis: [0, y, 0],
    spring: { stiffness, damping: 0.065 * stiffness, rest: 0 },
  });
  const pelvis = part([0, 1, 0], [0.2, 0.15, 0.3], 12);
  const torso = part([0, 1.33, 0], [0.2, 0.45, 0.35], 30);
  const head = part([0, 1.68, 0], [0.18, 0.22, 0.16], 5);
  const joints = [
    world.join('ball', pelvis, torso, [0, 1.09, 0], along(1, 1500)),
    world.join('ball', torso, head, [0, 1.56, 0], along(1, 200)),
  ];
  for (const side of [-1, 1]) {
    const z = 0.1 * side;
    const thigh = part([0, 0.71, z], [0.14, 0.4, 0.14], 8);
    const shin = part([0, 0.29, z], [0.11, 0.4, 0.11], 4);
    const foot = part([0.05, 0.04, z], [0.28, 0.08, 0.12], 1.2);
    const arm = part([0, 1.37, 0.24 * side], [0.1, 0.3, 0.1], 2.5);
    joints.push(
      world.join('ball', pelvis, thigh, [0, 0.92, z], along(-1, 1500)),
      world.join('hinge', thigh, shin, [0, 0.5, z], { ...along(0, 1500), axis: [0, 0, 1], range: [-2.4, 0.02] }),
      world.join('ball', shin, foot, [0, 0.09, z], along(-1, 900)),
      world.join('ball', torso, arm, [0, 1.5, 0.22 * side], along(-1, 100)),
    );
  }
  world.advance(1.5);
  const [x, y, z] = head.position;
  expect(Math.hypot(x, z)).toBeLessThan(0.01);
  expect(y).toBeGreaterThan(1.679);
  expect(Math.max(...joints.map(({ gap }) => gap))).toBeLessThan(1e-8);
});

describe('a ball joint whose spring is at rest in a pose', () => {
  /** Writes the rotation about z and then y by two angles. */
  const turned = (aboutZ: number, aboutY: number, out: Float64Array) => {
    const [z, w] = [Math.sin(aboutZ / 2), Math.cos(aboutZ / 2)];
    const [y, v] = [Math.sin(aboutY / 2), Math.cos(aboutY / 2)];
    out.set([y * z, y * w, v * z, v * w]);
  };

  test('turns to it, whatever its axis, and against the body that it hangs on', () => {
    const world = new RigidWorld([0, 0, 0]);
    const trunk = world.add({ shape: boxOf(0.3), position: [0, 0, 0], rotation: [0.3, 0.2, 0], mass: 1e6 });
    const arm = world.add({ shape: boxOf(0.4, 0.1, 0.1), position: [0.4, 0, 0], mass: 2 });
    const spring = { stiffness: 100, damping: 4, rest: 0 };
    world.join('ball', trunk, arm, [0.2, 0, 0], {
      axis: [0.6, 0, 0.8],
      spring,
      restAt: (_, out) => turned(0.7, -0.9, out),
    });
    world.advance(2);
    // The middle of the arm is where the rotation takes it about the joint.
    const reach = [Math.cos(0.7) * Math.cos(0.9), Math.sin(0.7), Math.cos(0.7) * Math.sin(0.9)];
    const [x, y, z] = arm.position.map((value, axis) => value - trunk.position[axis]);
    expect(x).toBeCloseTo(0.2 + 0.2 * reach[0], 5);
    expect(y).toBeCloseTo(0.2 * reach[1], 5);
    expect(z).toBeCloseTo(0.2 * reach[2], 5);
  });

  test('sags by its load over its stiffness, and follows a rotation that goes on evenly without lagging behind', () => {
    const world = new RigidWorld();
    const arm = world.add({ shape: boxOf(0.4, 0.1, 0.1), position: [0.2, 0, 0], mass: 2 });
    const spring = { stiffness: 400, damping: 20, rest: 0 };
    world.join('ball', undefined, arm, [0, 0, 0], { spring, restAt: (time, out) => turned(0, 1.5 * time, out) });
    world.advance(2);
    const [x, y, z] = arm.position;
    expect(Math.atan2(-z, x)).toBeCloseTo(3 - 2 * Math.PI * Math.round(3 / (2 * Math.PI)), 3);
    const sag = Math.asin(-y / 0.2);
    expect(sag).toBeCloseTo((2 * G * 0.2 * Math.cos(sag)) / spring.stiffness, 4);
  });
});
