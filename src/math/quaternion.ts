/**
 * Rotations as unit quaternions (x, y, z, w) with w the scalar part; the product a b turns by b first. `out` may be an input.
 * Turn vectors are axis times angle, radians.
 */

/** out = the rotation by `angle` (rad) about the unit axis (x, y, z). */
export function quaternionFromAxisAngle(x: number, y: number, z: number, angle: number, out: Float64Array): void {
  const s = Math.sin(0.5 * angle);
  out[0] = x * s;
  out[1] = y * s;
  out[2] = z * s;
  out[3] = Math.cos(0.5 * angle);
}

/** out = a b. */
export function multiplyQuaternions(a: Float64Array, b: Float64Array, out: Float64Array): void {
  const x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  const y = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
  const z = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
  const w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
}

/** out = q / |q|; the identity where |q| is 0 or not finite. */
export function normalizeQuaternion(q: Float64Array, out: Float64Array): void {
  const length = Math.hypot(q[0], q[1], q[2], q[3]);
  const usable = length > 0 && Number.isFinite(length);
  for (let k = 0; k < 4; k++) out[k] = usable ? q[k] / length : k === 3 ? 1 : 0;
}

/** out = the vector v turned by q, v + 2 w (u x v) + 2 u x (u x v) with u = (x, y, z). */
export function rotateByQuaternion(q: Float64Array, v: Float64Array, out: Float64Array): void {
  turn(q[0], q[1], q[2], q[3], v, out);
}

/** out = v turned back by q. */
export function unrotateByQuaternion(q: Float64Array, v: Float64Array, out: Float64Array): void {
  turn(-q[0], -q[1], -q[2], q[3], v, out);
}

function turn(ux: number, uy: number, uz: number, w: number, v: Float64Array, out: Float64Array): void {
  const vx = v[0];
  const vy = v[1];
  const vz = v[2];
  const tx = 2 * (uy * vz - uz * vy);
  const ty = 2 * (uz * vx - ux * vz);
  const tz = 2 * (ux * vy - uy * vx);
  out[0] = vx + w * tx + (uy * tz - uz * ty);
  out[1] = vy + w * ty + (uz * tx - ux * tz);
  out[2] = vz + w * tz + (ux * ty - uy * tx);
}

/**
 * out = the turn vector (rad, world axes) that leads from rotation a to b the shorter way: log(b a^-1). A half turn takes
 * either axis direction.
 */
export function turnBetween(a: Float64Array, b: Float64Array, out: Float64Array): void {
  const x = -b[3] * a[0] + b[0] * a[3] - b[1] * a[2] + b[2] * a[1];
  const y = -b[3] * a[1] + b[1] * a[3] - b[2] * a[0] + b[0] * a[2];
  const z = -b[3] * a[2] + b[2] * a[3] - b[0] * a[1] + b[1] * a[0];
  const w = b[3] * a[3] + b[0] * a[0] + b[1] * a[1] + b[2] * a[2];
  const sine = Math.hypot(x, y, z);
  const cosine = Math.abs(w);
  // angle / sin(angle / 2), with its limit 2 for no turn.
  const factor = (sine > 0 ? (2 * Math.atan2(sine, cosine)) / sine : 2) * (w < 0 ? -1 : 1);
  out[0] = x * factor;
  out[1] = y * factor;
  out[2] = z * factor;
}

/** out = rotation q followed by the turn vector (tx, ty, tz), rad, world axes: exp(t) q, of unit length again. */
export function turnQuaternion(q: Float64Array, tx: number, ty: number, tz: number, out: Float64Array): void {
  const angle = Math.hypot(tx, ty, tz);
  const s = angle > 0 ? Math.sin(0.5 * angle) / angle : 0.5;
  const c = Math.cos(0.5 * angle);
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  out[0] = c * x + s * (tx * w + ty * z - tz * y);
  out[1] = c * y + s * (ty * w + tz * x - tx * z);
  out[2] = c * z + s * (tz * w + tx * y - ty * x);
  out[3] = c * w - s * (tx * x + ty * y + tz * z);
  normalizeQuaternion(out, out);
}
