import { expect, test } from 'vitest';
import { boxOf, RigidWorld, shapeOf } from '../../support/rigidWorld.ts';

const GRAVITY = 9.81;

/** A world that leans by an angle, rad, with a plane of this friction. */
function slope(angle: number, friction: number): RigidWorld {
  const world = new RigidWorld([-GRAVITY * Math.sin(angle), -GRAVITY * Math.cos(angle), 0]);
  world.addCollider({ shape: shapeOf('plane'), friction });
  return world;
}

test.each([0.995, 1.005])(
  'a box on a slope of %f times the least friction slides or stays as Coulomb says',
  (share) => {
    const angle = (20 * Math.PI) / 180;
    const world = slope(angle, share * Math.tan(angle));
    const box = world.add({ shape: boxOf(0.4, 0.2, 0.4), position: [0, 0.1, 0] });
    world.advance(2);
    const pull = GRAVITY * (Math.sin(angle) - share * Math.tan(angle) * Math.cos(angle));
    if (share > 1) expect(Math.abs(box.position[0])).toBeLessThan(1e-5);
    // The first substeps, which find how hard the box presses, lose .3 mm.
    else expect(Math.abs(box.position[0] + 2 * pull)).toBeLessThan(5e-4);
  },
);

test('a box slides the distance of its slope and friction, also across the axes', () => {
  const angle = (30 * Math.PI) / 180;
  const world = slope(angle, 0.3);
  const box = world.add({ shape: boxOf(0.4, 0.2, 0.4), position: [0, 0.1, 0], rotation: [0, 0.6, 0] });
  world.advance(1);
  const expected = -0.5 * GRAVITY * (Math.sin(angle) - 0.3 * Math.cos(angle));
  expect(Math.abs(box.position[0] / expected - 1)).toBeLessThan(2e-3);
  expect(Math.abs(box.position[2])).toBeLessThan(1e-3);
});

test('a thrown ball slides, then rolls with 5/7 of its speed from t = 2 v0 / (7 mu g) on', () => {
  const world = new RigidWorld();
  const ball = world.add({ shape: shapeOf('sphere', { radius: 0.1 }), position: [0, 0.1, 0], velocity: [3, 0, 0] });
  world.addCollider({ shape: shapeOf('plane'), friction: 0.3 });
  const rolls = (2 * 3) / (7 * 0.3 * GRAVITY);
  world.advance(0.98 * rolls);
  const spin = new Float64Array(3);
  ball.angularVelocity(spin);
  expect(ball.momentum[0] + 0.1 * spin[2]).toBeGreaterThan(0.01);
  world.advance(0.04 * rolls);
  ball.angularVelocity(spin);
  expect(Math.abs(ball.momentum[0] + 0.1 * spin[2])).toBeLessThan(1e-9);
  world.advance(0.3);
  expect(Math.abs(ball.momentum[0] / ((5 / 7) * 3) - 1)).toBeLessThan(1e-6);
});

test.each([
  ['rolls', 0.4, (5 / 7) * Math.sin(0.5)],
  ['slips', 0.05, Math.sin(0.5) - 0.05 * Math.cos(0.5)],
])('a ball on a slope %s as its friction allows', (_, friction, share) => {
  const world = slope(0.5, friction);
  const ball = world.add({ shape: shapeOf('sphere', { radius: 0.1 }), position: [0, 0.1, 0] });
  world.advance(1);
  expect(Math.abs(ball.momentum[0] / (-GRAVITY * share) - 1)).toBeLessThan(2e-3);
});

test('a tall box tips over at tan a = width / height, and not before', () => {
  for (const [share, tips] of [
    [0.98, false],
    [1.02, true],
  ] as const) {
    const world = slope(Math.atan(share * 0.5), 1);
    const box = world.add({ shape: boxOf(0.2, 0.4, 0.2), position: [0, 0.2, 0] });
    world.advance(3);
    expect(Math.abs(box.rotation[2]) > 0.1).toBe(tips);
  }
});
