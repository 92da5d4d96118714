import { expect, test } from 'vitest';
import { RigidBody } from '../../../src/rigid/RigidBody.ts';
import { ellipticK } from '../../support/freeRigidBody.ts';
import { boxOf, RigidWorld } from '../../support/rigidWorld.ts';

const FLIPS = 10;
/** 1/s, about the middle axis, and a little about the others. */
const OMEGA = [1e-3, 5, 1e-3];
/** kg m2. */
const MOMENTS = [0.2, 0.9, 1];

/** Half period of the tumbling, s: 2 K(m) / l with l^2 = (C - B)(L^2 - 2 E A) / (A B C) and m = (B - A)(2 E C - L^2) / ((C - B)(L^2 - 2 E A)), A and C exchanged where L^2 < 2 E B (Landau and Lifshitz 1976, section 37). */
function halfPeriod(): number {
  const square = MOMENTS.reduce((sum, moment, axis) => sum + (moment * OMEGA[axis]) ** 2, 0);
  const twice = MOMENTS.reduce((sum, moment, axis) => sum + moment * OMEGA[axis] ** 2, 0);
  const [a, b, c] = square > twice * MOMENTS[1] ? MOMENTS : MOMENTS.toReversed();
  const rate = Math.sqrt(((c - b) * (square - twice * a)) / (a * b * c));
  return (2 * ellipticK(((b - a) * (twice * c - square)) / ((c - b) * (square - twice * a)))) / rate;
}

test('a handle that turns about its middle axis turns over and over, with the period, the energy and the momentum of a rigid one', () => {
  const moments = Float64Array.from(MOMENTS);
  const axes = Float64Array.of(0, 0, 0, 1);
  const body = new RigidBody({ volume: 1, mass: 1, centre: new Float64Array(3), moments, axes });
  body.setNextPose({
    rotation: axes,
    translation: new Float64Array(3),
    linearVelocity: Float64Array.of(1, 2, 3),
    angularVelocity: Float64Array.from(OMEGA),
  });
  body.commit();
  const [energy, spin] = [body.kineticEnergy, body.angularMomentum.slice()];
  const period = halfPeriod();
  const step = 1 / 240;
  const turns: number[] = [];
  const most = { energy: 0, spin: 0 };
  const none = new Float64Array(3);
  let last = 1;
  for (let k = 1; turns.length <= FLIPS; k++) {
    body.accelerate(none, 0, step);
    body.move(step);
    body.commit();
    most.energy = Math.max(most.energy, Math.abs(body.kineticEnergy / energy - 1));
    most.spin = Math.max(
      most.spin,
      Math.hypot(...body.angularMomentum.map((l, axis) => l - spin[axis])) / Math.hypot(...spin),
    );
    // The middle axis against the angular momentum: the yy entry of the rotation, all but exactly.
    const [x, , z] = body.rotation;
    const along = 1 - 2 * (x * x + z * z);
    if (along * last < 0) turns.push(step * (k - along / (along - last)));
    last = along;
  }
  const found = (turns[FLIPS] - turns[0]) / FLIPS;
  expect(period).toBeCloseTo(6.925, 3);
  expect(Math.abs(found / period - 1)).toBeLessThan(0.01);
  expect(most.energy).toBeLessThan(1e-3);
  expect(most.spin).toBeLessThan(1e-10);
  expect([...body.momentum]).toEqual([1, 2, 3]);
});

// With the velocity at its end, a substep h places a falling body g t h / 2 too low: half a metre after a second in steps of a tenth.
test.each([0.1, 1 / 960])('a body that nothing touches flies along its parabola exactly, in steps of %f s', (step) => {
  const world = new RigidWorld();
  const crate = { shape: boxOf(0.2), velocity: [3, 4, 0], angularVelocity: [1, 5, 0.5] };
  const { position, momentum, properties } = world.add({ ...crate, position: [0, 10, 0] });
  // Others touch each other meanwhile.
  world.addCollider({ shape: boxOf(2, 0.2, 2), position: [0, -0.1, 50] });
  world.add({ shape: boxOf(0.2), position: [0, 0.1, 50] });
  world.advance(1, step);
  expect(Math.abs(position[0] - 3)).toBeLessThan(1e-9);
  expect(Math.abs(position[1] - (10 + 4 - 9.81 / 2))).toBeLessThan(1e-9);
  expect(momentum[1] / properties.mass).toBeCloseTo(4 - 9.81, 9);
});
