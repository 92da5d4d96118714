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
 * Pose at local time s in [0, 1] of an interval that lasts `frameDuration` seconds. With Euler angles (a, b, c) about x, y, z
 * and R = Rz(c) Ry(b) Rx(a), the angular velocity is c' ez + Rz b' ey + Rz Ry a' ex.
 */
export function evaluatePose(transform: IntervalTransform, s: number, frameDuration: number, out: Pose): void {
  for (let k = 0; k < 3; k++) {
    out.translation[k] = evaluateInterval(transform.position[k], s);
    out.linearVelocity[k] = evaluateIntervalSlope(transform.position[k], s) / frameDuration;
  }
  const [a, b, c] = transform.rotation.map((angle) => evaluateInterval(angle, s));
  const [ra, rb, rc] = transform.rotation.map((angle) => evaluateIntervalSlope(angle, s) / frameDuration);
  eulerQuaternion(a, b, c, out.rotation);
  const [cosB, sinB, cosC, sinC] = [Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)];
  out.angularVelocity[0] = -sinC * rb + cosC * cosB * ra;
  out.angularVelocity[1] = cosC * rb + sinC * cosB * ra;
  out.angularVelocity[2] = rc - sinB * ra;
}

/** out = unit quaternion (x, y, z, w) of Rz(c) Ry(b) Rx(a), radians. */
export function eulerQuaternion(a: number, b: number, c: number, out: Float64Array): void {
  const [sa, ca, sb, cb] = [Math.sin(a / 2), Math.cos(a / 2), Math.sin(b / 2), Math.cos(b / 2)];
  const [sc, cc] = [Math.sin(c / 2), Math.cos(c / 2)];
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
