import { describe, expect, test } from 'vitest';
import { boxOf, RigidWorld, shapeOf } from '../../support/rigidWorld.ts';

const RADIUS = 0.1;
const ball = shapeOf('sphere', { radius: RADIUS });

describe("Newton's cradle", () => {
  test.each([
    ['one', 1, [0, 1, 2, 3, 4]],
    ['one, numbered otherwise', 1, [4, 2, 0, 1, 3]],
    ['two', 2, [0, 1, 2, 3, 4]],
  ])('as many balls leave as arrive: %s', (_, arriving, order) => {
    const world = new RigidWorld([0, 0, 0]);
    for (const k of order) {
      const arrives = k < arriving;
      world.add({
        shape: ball,
        position: [2 * RADIUS * k - (arrives ? 0.1 : 0), 0, 0],
        velocity: [arrives ? 1 : 0, 0, 0],
        restitution: 1,
      });
    }
    world.advance(0.2);
    const leaving = order.map((k, at) => [k, world.bodies[at].momentum[0]] as const).sort(([a], [b]) => a - b);
    leaving.forEach(([k, speed]) => expect(speed).toBeCloseTo(k >= 5 - arriving ? 1 : 0, 12));
  });
});

test.each([0, 0.5, 0.9])('a ball that falls from 1 m bounces up to e^2 m: e = %f', (restitution) => {
  const world = new RigidWorld();
  const body = world.add({ shape: ball, position: [0, 1 + RADIUS, 0], restitution });
  world.addCollider({ shape: shapeOf('plane') });
  let top = 0;
  world.advance(Math.sqrt(2 / 9.81) + 0.01);
  for (let k = 0; k < 48; k++) {
    world.advance(0.01);
    top = Math.max(top, body.position[1] - RADIUS);
  }
  // It bounces up to a substep early: 5 mm above the ground.
  expect(Math.abs(top - restitution ** 2)).toBeLessThan(0.006);
});

test('free bodies that hit each other keep momentum and angular momentum, and gain no energy', () => {
  for (const restitution of [0, 0.5, 1]) {
    const world = new RigidWorld([0, 0, 0]);
    world.add({ shape: boxOf(0.4, 0.3, 0.5), velocity: [2, 0, 0], angularVelocity: [1, 2, 3], mass: 3, restitution });
    world.add({ shape: boxOf(0.3), position: [0.8, 0.12, 0.1], rotation: [0.4, 0.3, 0.2], mass: 1, restitution });
    world.add({ shape: ball, position: [1.4, 0.1, -0.1], mass: 2, restitution });
    const before = [momentumOf(world), world.energy] as const;
    world.advance(1);
    const [momentum, energy] = [momentumOf(world), world.energy];
    momentum.forEach((value, k) => expect(Math.abs(value - before[0][k])).toBeLessThan(1e-10 * 6));
    expect(energy).toBeLessThan(before[1] * (1 + 1e-6));
    expect(energy).toBeLessThan(before[1] * (restitution === 1 ? 1.0001 : 0.98));
  }
});

/** Momentum, and angular momentum about the origin. */
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

test('a ball of 400 m/s does not pass through a plate of 2 cm', () => {
  const world = new RigidWorld([0, 0, 0]);
  const body = world.add({ shape: ball, position: [0, 5, 0], velocity: [0, -400, 0] });
  world.addCollider({ shape: boxOf(4, 0.02, 4) });
  world.advance(0.1);
  expect(body.position[1]).toBeGreaterThan(0.01 + RADIUS - 1e-3);
});

test('a heap that is hit hard gains no energy from what its contacts carry over', () => {
  const world = new RigidWorld();
  for (let k = 0; k < 6; k++) {
    world.add({ shape: boxOf(0.5), position: [0.52 * (k % 3), 0.25 + 0.5 * Math.floor(k / 3), 0], mass: 10 });
  }
  world.add({ shape: ball, position: [-1, 0.4, 0.05], velocity: [20, 0, 0], mass: 60 });
  world.addCollider({ shape: shapeOf('plane') });
  let last = world.energy;
  for (let k = 0; k < 40; k++) {
    world.advance(0.0125);
    expect(world.energy).toBeLessThan(last * 1.001);
    last = world.energy;
  }
});
