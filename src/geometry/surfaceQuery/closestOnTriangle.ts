/**
 * Closest point of a triangle to p, by the Voronoi regions of its corners and edges (Ericson 2005, section 5.1.5), robust for
 * degenerate triangles.
 *
 * `corners[at .. at + 8]` holds corner a, then the edges b - a and c - a. Writes the point to `out[0..2]` and returns the
 * squared distance. Metres.
 */
export function closestOnTriangle(
  corners: Float64Array,
  at: number,
  px: number,
  py: number,
  pz: number,
  out: Float64Array,
): number {
  const abx = corners[at + 3];
  const aby = corners[at + 4];
  const abz = corners[at + 5];
  const acx = corners[at + 6];
  const acy = corners[at + 7];
  const acz = corners[at + 8];
  const apx = px - corners[at];
  const apy = py - corners[at + 1];
  const apz = pz - corners[at + 2];
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
    if (d3 >= 0 && d4 <= d3) v = 1;
    else if (d6 >= 0 && d5 <= d6) w = 1;
    else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = abab > 0 ? d1 / abab : 0;
    else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = acac > 0 ? d2 / acac : 0;
    else if (va <= 0 && d4 >= d3 && d5 >= d6) {
      const length = d4 - d3 + (d5 - d6);
      w = length > 0 ? (d4 - d3) / length : 0;
      v = 1 - w;
    } else {
      const sum = va + vb + vc;
      v = sum > 0 ? vb / sum : 0;
      w = sum > 0 ? vc / sum : 0;
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
  return ex * ex + ey * ey + ez * ez;
}
