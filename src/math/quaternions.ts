/** Writes the row-major rotation matrix of a quaternion x, y, z, w, which is normalised first, to out[0..8]. */
export function rotationFromQuaternion(q: Float64Array, out: Float64Array): void {
  const scale = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const xx = scale * q[0] * q[0];
  const yy = scale * q[1] * q[1];
  const zz = scale * q[2] * q[2];
  const xy = scale * q[0] * q[1];
  const xz = scale * q[0] * q[2];
  const yz = scale * q[1] * q[2];
  const wx = scale * q[3] * q[0];
  const wy = scale * q[3] * q[1];
  const wz = scale * q[3] * q[2];
  out[0] = 1 - yy - zz;
  out[1] = xy - wz;
  out[2] = xz + wy;
  out[3] = xy + wz;
  out[4] = 1 - xx - zz;
  out[5] = yz - wx;
  out[6] = xz - wy;
  out[7] = yz + wx;
  out[8] = 1 - xx - yy;
}

/** Writes the unit quaternion x, y, z, w of a row-major rotation matrix; its largest component is positive (Shepperd 1978). */
export function quaternionFromRotation(r: Float64Array, out: Float64Array): void {
  const squares = [1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8], 1 - r[0] - r[4] + r[8], 1 + r[0] + r[4] + r[8]];
  const largest = squares.indexOf(Math.max(...squares));
  // Row `largest` of 4 q q^T.
  const [x, y, z, w] = squares;
  const rows = [
    [x, r[1] + r[3], r[2] + r[6], r[7] - r[5]],
    [r[1] + r[3], y, r[5] + r[7], r[2] - r[6]],
    [r[2] + r[6], r[5] + r[7], z, r[3] - r[1]],
    [r[7] - r[5], r[2] - r[6], r[3] - r[1], w],
  ];
  const scale = 1 / Math.hypot(...rows[largest]);
  for (let k = 0; k < 4; k++) out[k] = scale * rows[largest][k];
}

/** Writes the product a b of two quaternions x, y, z, w: the rotation b followed by a. `out` may be one of them. */
export function multiplyQuaternions(a: Float64Array, b: Float64Array, out: Float64Array): void {
  const ax = a[0];
  const ay = a[1];
  const az = a[2];
  const aw = a[3];
  const bx = b[0];
  const by = b[1];
  const bz = b[2];
  const bw = b[3];
  out[0] = aw * bx + ax * bw + ay * bz - az * by;
  out[1] = aw * by + ay * bw + az * bx - ax * bz;
  out[2] = aw * bz + az * bw + ax * by - ay * bx;
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Writes the quaternion of the rotation by scale |v| radians about the vector v = vector[0..2]. */
export function quaternionFromVector(vector: Float64Array, scale: number, out: Float64Array): void {
  const x = 0.5 * scale * vector[0];
  const y = 0.5 * scale * vector[1];
  const z = 0.5 * scale * vector[2];
  const half = Math.sqrt(x * x + y * y + z * z);
  // sin(a) / a = 1 - a^2 / 6 to rounding.
  const share = half < 1e-4 ? 1 - (half * half) / 6 : Math.sin(half) / half;
  out[0] = share * x;
  out[1] = share * y;
  out[2] = share * z;
  out[3] = Math.cos(half);
}

/** Writes the rotation vector of a unit quaternion, whose length is the angle of the shorter way round, rad, to out[at ...]. */
export function vectorFromQuaternion(q: Float64Array, out: Float64Array, at = 0): void {
  const sine = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  const sign = q[3] < 0 ? -1 : 1;
  const share = sine < 1e-8 ? 2 * sign : (2 * sign * Math.atan2(sine, Math.abs(q[3]))) / sine;
  for (let k = 0; k < 3; k++) out[at + k] = share * q[k];
}

/** Scales a quaternion to length 1. */
export function normaliseQuaternion(q: Float64Array): void {
  const scale = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (let k = 0; k < 4; k++) q[k] *= scale;
}
