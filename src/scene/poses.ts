import { evaluateInterval, evaluateIntervalSlope } from './intervalCurves.ts';
import type { IntervalTransform, IntervalVector } from './shotInputs.ts';

/** Pose and velocity of a keyed transform; the same members as a collider's pose. */
export interface Pose {
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  readonly translation: Float64Array;
  /** m/s. */
  readonly linearVelocity: Float64Array;
  /** rad/s, world axes. */
  readonly angularVelocity: Float64Array;
}

export function createPose(): Pose {
  return {
    rotation: new Float64Array([0, 0, 0, 1]),
    translation: new Float64Array(3),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
}

/**
 * Pose at the local time s = at[0] in [0, 1] of an interval that lasts at[1] seconds; allocates nothing. With Euler angles (a, b, c)
 * about x, y, z and R = Rz(c) Ry(b) Rx(a), the angular velocity is c' ez + Rz b' ey + Rz Ry a' ex.
 */
export function evaluatePose(transform: IntervalTransform, at: Float64Array, out: Pose): void {
  const { rotation, translation, linearVelocity, angularVelocity } = out;
  for (let k = 0; k < 3; k++) {
    evaluateInterval(transform.position[k], at, translation, k);
    evaluateIntervalSlope(transform.position[k], at, linearVelocity, k);
    linearVelocity[k] /= at[1];
    // First the angles and their rates.
    evaluateInterval(transform.rotation[k], at, rotation, k);
    evaluateIntervalSlope(transform.rotation[k], at, angularVelocity, k);
    angularVelocity[k] /= at[1];
  }
  turn(rotation, angularVelocity);
}

/** Makes a quaternion of the Euler angles in `rotation`, and an angular velocity of their rates in `velocity`. */
function turn(rotation: Float64Array, velocity: Float64Array): void {
  const a = rotation[0];
  const b = rotation[1];
  const c = rotation[2];
  const rateA = velocity[0];
  const rateB = velocity[1];
  const rateC = velocity[2];
  eulerQuaternion(a, b, c, rotation);
  const cosB = Math.cos(b);
  const cosC = Math.cos(c);
  const sinC = Math.sin(c);
  velocity[0] = cosC * cosB * rateA - sinC * rateB;
  velocity[1] = sinC * cosB * rateA + cosC * rateB;
  velocity[2] = rateC - Math.sin(b) * rateA;
}

/** out = unit quaternion (x, y, z, w) of Rz(c) Ry(b) Rx(a), radians. */
export function eulerQuaternion(a: number, b: number, c: number, out: Float64Array): void {
  const sa = Math.sin(a / 2);
  const ca = Math.cos(a / 2);
  const sb = Math.sin(b / 2);
  const cb = Math.cos(b / 2);
  const sc = Math.sin(c / 2);
  const cc = Math.cos(c / 2);
  out[0] = sa * cb * cc - ca * sb * sc;
  out[1] = ca * sb * cc + sa * cb * sc;
  out[2] = ca * cb * sc - sa * sb * cc;
  out[3] = ca * cb * cc + sa * sb * sc;
}

/** True where no component moves during the interval. */
export function isStill(transform: IntervalTransform): boolean {
  const constant = (vector: IntervalVector) => vector.every((curve) => typeof curve === 'number');
  return constant(transform.position) && constant(transform.rotation);
}
