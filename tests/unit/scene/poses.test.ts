import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restrictCurve } from '../../../src/scene/intervalCurves.ts';
import type { Keyable } from '../../../src/scene/keyable.ts';
import { createPose, eulerQuaternion, evaluatePose, isStill } from '../../../src/scene/poses.ts';
import type { IntervalTransform } from '../../../src/scene/shotInputs.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const line = (from: number, to: number): Keyable => ({
  keys: [
    { frame: 0, value: from, interpolation: 'linear' },
    { frame: 1, value: to, interpolation: 'linear' },
  ],
});
const transform = (position: Keyable[], rotation: Keyable[]) =>
  ({
    position: position.map((curve) => restrictCurve(curve, 1)),
    rotation: rotation.map((curve) => restrictCurve(curve, 1)),
  }) as unknown as IntervalTransform;

function rotate([x, y, z, w]: Float64Array, [px, py, pz]: readonly number[]): number[] {
  const [tx, ty, tz] = [2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)];
  return [px + w * tx + y * tz - z * ty, py + w * ty + z * tx - x * tz, pz + w * tz + x * ty - y * tx];
}

test('turns about x, then y, then z in world axes', () => {
  const quaternion = new Float64Array(4);
  eulerQuaternion(Math.PI / 2, 0, Math.PI / 2, quaternion);
  // y -> z by the turn about x; z stays z by the turn about z.
  rotate(quaternion, [0, 1, 0]).forEach((value, k) => expect(value).toBeCloseTo([0, 0, 1][k], 14));
  // x stays x, then -> y.
  rotate(quaternion, [1, 0, 0]).forEach((value, k) => expect(value).toBeCloseTo([0, 1, 0][k], 14));
});

test('velocities are the derivatives of the pose', () => {
  const angle = fc.double({ min: -4, max: 4, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(angle, angle, angle, angle, angle, angle), ([a, b, c, d, e, f]) => {
      const moving = transform([line(a, b), line(c, d), 1], [line(a, d), line(b, e), line(c, f)]);
      const duration = 1 / 24;
      const [pose, before, after] = [createPose(), createPose(), createPose()];
      const h = 1e-5;
      evaluatePose(moving, Float64Array.of(0.5, duration), pose);
      evaluatePose(moving, Float64Array.of(0.5 - h, duration), before);
      evaluatePose(moving, Float64Array.of(0.5 + h, duration), after);
      const point = [0.3, -0.7, 0.5];
      const [x0, x1, x] = [before, after, pose].map(({ rotation }) => rotate(rotation, point));
      const [wx, wy, wz] = pose.angularVelocity;
      const spin = [wy * x[2] - wz * x[1], wz * x[0] - wx * x[2], wx * x[1] - wy * x[0]];
      for (let k = 0; k < 3; k++) {
        expect(Math.abs((x1[k] - x0[k]) / (2 * h * duration) - spin[k])).toBeLessThan(1e-3);
        const speed = (after.translation[k] - before.translation[k]) / (2 * h * duration);
        expect(Math.abs(speed - pose.linearVelocity[k])).toBeLessThan(1e-5);
      }
      expect(Math.hypot(...pose.rotation)).toBeCloseTo(1, 14);
    }),
    { seed: 50, numRuns: 200 },
  );
});

test('still or not', () => {
  expect(isStill(transform([1, 2, 3], [0, 0, line(2, 2)]))).toBe(true);
  expect(isStill(transform([1, 2, 3], [0, 0, line(2, 3)]))).toBe(false);
});
