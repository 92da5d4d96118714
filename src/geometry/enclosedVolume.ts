const SIXTH = 1 / 6;

/**
 * Returns the signed volume within closed triangles by the divergence theorem, m3: positive where they are counter-clockwise seen from
 * outside. The reference point is their first vertex, so that meshes far from the origin lose no digits.
 */
export function enclosedVolume(x: Float64Array | Float32Array, triangles: Uint32Array): number {
  const o = 3 * triangles[0];
  let sum = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = 3 * triangles[corner];
    const b = 3 * triangles[corner + 1];
    const c = 3 * triangles[corner + 2];
    const ax = x[a] - x[o];
    const ay = x[a + 1] - x[o + 1];
    const az = x[a + 2] - x[o + 2];
    const bx = x[b] - x[o];
    const by = x[b + 1] - x[o + 1];
    const bz = x[b + 2] - x[o + 2];
    const cx = x[c] - x[o];
    const cy = x[c + 1] - x[o + 1];
    const cz = x[c + 2] - x[o + 2];
    sum += cx * (ay * bz - az * by) + cy * (az * bx - ax * bz) + cz * (ax * by - ay * bx);
  }
  return SIXTH * sum;
}
