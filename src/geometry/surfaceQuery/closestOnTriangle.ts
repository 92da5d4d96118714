/** Squared sine of the angle at a corner below which a triangle is treated as its edges: rounding would otherwise move points along needles. */
const FLAT = 1e-12;

/**
 * Closest point of a triangle to p, by the Voronoi regions of its corners and edges (Ericson 2005, section 5.1.5), robust for
 * degenerate triangles.
 *
 * `corners[at .. at + 8]` holds corner a, then the edges b - a and c - a; `p` the point. Writes the closest point to `out[0..2]` and the squared distance to
 * `out[3]`: numbers come and go in arrays, so that nothing is allocated. Metres.
 */
export function closestOnTriangle(corners: Float64Array, at: number, p: Float64Array, out: Float64Array): void {
  const abx = corners[at + 3];
  const aby = corners[at + 4];
  const abz = corners[at + 5];
  const acx = corners[at + 6];
  const acy = corners[at + 7];
  const acz = corners[at + 8];
  const apx = p[0] - corners[at];
  const apy = p[1] - corners[at + 1];
  const apz = p[2] - corners[at + 2];
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  // Weights of b - a and c - a.
  let v = 0;
  let w = 0;
  if (d1 > 0 || d2 > 0) {
    const abab = abx * abx + aby * aby + abz * abz;
    const abac = abx * acx + aby * acy + abz * acz;
    const acac = acx * acx + acy * acy + acz * acz;
    const d3 = d1 - abab;
    const d4 = d2 - abac;
    const d5 = d1 - abac;
    const d6 = d2 - acac;
    const vc = d1 * d4 - d3 * d2;
    const vb = d5 * d2 - d1 * d6;
    const va = d3 * d6 - d5 * d4;
    const sum = va + vb + vc;
    if (!(sum > FLAT * abab * acac)) {
      closestOnEdges(corners, at, p, out);
      return;
    }
    if (d3 >= 0 && d4 <= d3) v = 1;
    else if (d6 >= 0 && d5 <= d6) w = 1;
    else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = d1 / abab;
    else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = d2 / acac;
    else if (va <= 0 && d4 >= d3 && d5 >= d6) {
      w = (d4 - d3) / (d4 - d3 + (d5 - d6));
      v = 1 - w;
    } else {
      v = vb / sum;
      w = vc / sum;
    }
  }
  const dx = abx * v + acx * w;
  const dy = aby * v + acy * w;
  const dz = abz * v + acz * w;
  out[0] = corners[at] + dx;
  out[1] = corners[at + 1] + dy;
  out[2] = corners[at + 2] + dz;
  const ex = apx - dx;
  const ey = apy - dy;
  const ez = apz - dz;
  out[3] = ex * ex + ey * ey + ez * ez;
}

/** Finds the closest point on a triangle without area: the nearest point of its three edges. */
function closestOnEdges(corners: Float64Array, at: number, p: Float64Array, out: Float64Array): void {
  out[3] = Infinity;
  const ax = corners[at];
  const ay = corners[at + 1];
  const az = corners[at + 2];
  for (let edge = 0; edge < 3; edge++) {
    // a -> b, a -> c, then b -> c.
    const from = edge === 2 ? at + 3 : -1;
    const to = edge === 0 ? at + 3 : at + 6;
    const sx = from < 0 ? 0 : corners[from];
    const sy = from < 0 ? 0 : corners[from + 1];
    const sz = from < 0 ? 0 : corners[from + 2];
    const ex = corners[to] - sx;
    const ey = corners[to + 1] - sy;
    const ez = corners[to + 2] - sz;
    const length = ex * ex + ey * ey + ez * ez;
    const along = (p[0] - ax - sx) * ex + (p[1] - ay - sy) * ey + (p[2] - az - sz) * ez;
    const t = length > 0 ? Math.max(0, Math.min(1, along / length)) : 0;
    const x = ax + sx + t * ex;
    const y = ay + sy + t * ey;
    const z = az + sz + t * ez;
    const squared = (p[0] - x) ** 2 + (p[1] - y) ** 2 + (p[2] - z) ** 2;
    if (squared >= out[3]) continue;
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = squared;
  }
}
