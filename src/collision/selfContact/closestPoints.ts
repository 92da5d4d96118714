/**
 * Size of the result of the closest-point functions. `q`: the four points of a pair, xyz: the point and the triangle's corners, or the ends of the first and of
 * the second edge. `out[0..3]`: weights of the four points, negative on the second primitive, so that sum w_i q_i is the vector from the
 * second primitive's closest point to the first's: `out[4..6]`, m; `out[7]`: its squared length.
 */
export const CLOSEST_SIZE = 8;

/** Computes the closest points of point q0 and triangle q1 q2 q3 (Ericson 2005, 5.1.5). */
export function closestPointTriangle(q: Float64Array, out: Float64Array): void {
  const abx = q[6] - q[3];
  const aby = q[7] - q[4];
  const abz = q[8] - q[5];
  const acx = q[9] - q[3];
  const acy = q[10] - q[4];
  const acz = q[11] - q[5];
  const apx = q[0] - q[3];
  const apy = q[1] - q[4];
  const apz = q[2] - q[5];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const bb = abx * abx + aby * aby + abz * abz;
  const bc = abx * acx + aby * acy + abz * acz;
  const cc = acx * acx + acy * acy + acz * acz;
  // The same products from b and from c.
  const d3 = d1 - bb;
  const d4 = d2 - bc;
  const d5 = d1 - bc;
  const d6 = d2 - cc;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  let v = 0;
  let w = 0;
  if (d1 <= 0 && d2 <= 0) {
    // Corner a.
  } else if (d3 >= 0 && d4 <= d3) v = 1;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = d1 / (d1 - d3);
  else if (d6 >= 0 && d5 <= d6) w = 1;
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = d2 / (d2 - d6);
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / (d4 - d3 + (d5 - d6));
    v = 1 - w;
  } else {
    const scale = 1 / (va + vb + vc);
    v = vb * scale;
    w = vc * scale;
  }
  out[0] = 1;
  out[1] = v + w - 1;
  out[2] = -v;
  out[3] = -w;
  const x = apx - v * abx - w * acx;
  const y = apy - v * aby - w * acy;
  const z = apz - v * abz - w * acz;
  out[4] = x;
  out[5] = y;
  out[6] = z;
  out[7] = x * x + y * y + z * z;
}

/** Computes the closest points of edges q0 q1 and q2 q3 (Ericson 2005, 5.1.9). */
export function closestEdgeEdge(q: Float64Array, out: Float64Array): void {
  const ux = q[3] - q[0];
  const uy = q[4] - q[1];
  const uz = q[5] - q[2];
  const vx = q[9] - q[6];
  const vy = q[10] - q[7];
  const vz = q[11] - q[8];
  const rx = q[0] - q[6];
  const ry = q[1] - q[7];
  const rz = q[2] - q[8];
  const a = ux * ux + uy * uy + uz * uz;
  const e = vx * vx + vy * vy + vz * vz;
  const b = ux * vx + uy * vy + uz * vz;
  const c = ux * rx + uy * ry + uz * rz;
  const f = vx * rx + vy * ry + vz * rz;
  const determinant = a * e - b * b;
  let s = determinant > 0 ? (b * f - c * e) / determinant : 0;
  s = s > 1 ? 1 : s > 0 ? s : 0;
  let t = e > 0 ? (b * s + f) / e : 0;
  // A degenerate second edge is a point.
  if (t < 0 || !(e > 0)) {
    t = 0;
    s = a > 0 ? -c / a : 0;
    s = s > 1 ? 1 : s > 0 ? s : 0;
  } else if (t > 1) {
    t = 1;
    s = a > 0 ? (b - c) / a : 0;
    s = s > 1 ? 1 : s > 0 ? s : 0;
  }
  out[0] = 1 - s;
  out[1] = s;
  out[2] = t - 1;
  out[3] = -t;
  const x = rx + s * ux - t * vx;
  const y = ry + s * uy - t * vy;
  const z = rz + s * uz - t * vz;
  out[4] = x;
  out[5] = y;
  out[6] = z;
  out[7] = x * x + y * y + z * z;
}
