import { evaluateInterval, evaluateIntervalSlope } from './intervalCurves.ts';
import type { IntervalTransform, IntervalVector } from './sampleInterval.ts';

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
 * Pose at local time s in [0, 1] of an interval that lasts `frameDuration` seconds; allocates nothing. With Euler angles (a, b, c) about x, y, z
 * and R = Rz(c) Ry(b) Rx(a), the angular velocity is c' ez + Rz b' ey + Rz Ry a' ex.
 */
export function evaluatePose(transform: IntervalTransform, s: number, frameDuration: number, out: Pose): void {
  for (let k = 0; k < 3; k++) {
    out.translation[k] = evaluateInterval(transform.position[k], s);
    out.linearVelocity[k] = evaluateIntervalSlope(transform.position[k], s) / frameDuration;
  }
  const a = evaluateInterval(transform.rotation[0], s);
  const b = evaluateInterval(transform.rotation[1], s);
  const c = evaluateInterval(transform.rotation[2], s);
  const rateA = evaluateIntervalSlope(transform.rotation[0], s) / frameDuration;
  const rateB = evaluateIntervalSlope(transform.rotation[1], s) / frameDuration;
  const rateC = evaluateIntervalSlope(transform.rotation[2], s) / frameDuration;
  eulerQuaternion(a, b, c, out.rotation);
  const cosB = Math.cos(b);
  const cosC = Math.cos(c);
  const sinC = Math.sin(c);
  out.angularVelocity[0] = cosC * cosB * rateA - sinC * rateB;
  out.angularVelocity[1] = sinC * cosB * rateA + cosC * rateB;
  out.angularVelocity[2] = rateC - Math.sin(b) * rateA;
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
