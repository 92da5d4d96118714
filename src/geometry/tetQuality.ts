import type { TetMesh } from './TetMesh.ts';

/**
 * Shape of one tetrahedron, and the numbers reported for a mesh. `x` holds xyz per vertex; `a, b, c, d` are vertex numbers of a
 * tet that is positively oriented when dot(cross(b - a, c - a), d - a) > 0.
 */

/** Number of values `tetShape` writes. */
export const SHAPE_SIZE = 5;

/**
 * Writes cosines and lengths of one tet to `out`: largest cosine of a dihedral angle (the smallest angle), smallest cosine (the
 * largest angle), shortest altitude, longest edge, and 6 times the signed volume. A flat tet gives cosines of a mix of 1 and -1.
 */
export function tetShape(x: Float64Array, a: number, b: number, c: number, d: number, out: Float64Array): void {
  const ax = x[3 * a];
  const ay = x[3 * a + 1];
  const az = x[3 * a + 2];
  const ux = x[3 * b] - ax;
  const uy = x[3 * b + 1] - ay;
  const uz = x[3 * b + 2] - az;
  const vx = x[3 * c] - ax;
  const vy = x[3 * c + 1] - ay;
  const vz = x[3 * c + 2] - az;
  const wx = x[3 * d] - ax;
  const wy = x[3 * d + 1] - ay;
  const wz = x[3 * d + 2] - az;
  // Inward normals (twice the area): n1 = v x w, n2 = w x u, n3 = u x v, n0 = -(n1 + n2 + n3).
  const n1x = vy * wz - vz * wy;
  const n1y = vz * wx - vx * wz;
  const n1z = vx * wy - vy * wx;
  const n2x = wy * uz - wz * uy;
  const n2y = wz * ux - wx * uz;
  const n2z = wx * uy - wy * ux;
  const n3x = uy * vz - uz * vy;
  const n3y = uz * vx - ux * vz;
  const n3z = ux * vy - uy * vx;
  const n0x = -(n1x + n2x + n3x);
  const n0y = -(n1y + n2y + n3y);
  const n0z = -(n1z + n2z + n3z);
  const l0 = n0x * n0x + n0y * n0y + n0z * n0z;
  const l1 = n1x * n1x + n1y * n1y + n1z * n1z;
  const l2 = n2x * n2x + n2y * n2y + n2z * n2z;
  const l3 = n3x * n3x + n3y * n3y + n3z * n3z;
  const largest = Math.sqrt(Math.max(l0, l1, l2, l3));
  const i0 = 1 / Math.sqrt(l0);
  const i1 = 1 / Math.sqrt(l1);
  const i2 = 1 / Math.sqrt(l2);
  const i3 = 1 / Math.sqrt(l3);
  const c01 = -(n0x * n1x + n0y * n1y + n0z * n1z) * i0 * i1;
  const c02 = -(n0x * n2x + n0y * n2y + n0z * n2z) * i0 * i2;
  const c03 = -(n0x * n3x + n0y * n3y + n0z * n3z) * i0 * i3;
  const c12 = -(n1x * n2x + n1y * n2y + n1z * n2z) * i1 * i2;
  const c13 = -(n1x * n3x + n1y * n3y + n1z * n3z) * i1 * i3;
  const c23 = -(n2x * n3x + n2y * n3y + n2z * n3z) * i2 * i3;
  const uvx = vx - ux;
  const uvy = vy - uy;
  const uvz = vz - uz;
  const uwx = wx - ux;
  const uwy = wy - uy;
  const uwz = wz - uz;
  const vwx = wx - vx;
  const vwy = wy - vy;
  const vwz = wz - vz;
  const edge = Math.max(
    ux * ux + uy * uy + uz * uz,
    vx * vx + vy * vy + vz * vz,
    wx * wx + wy * wy + wz * wz,
    uvx * uvx + uvy * uvy + uvz * uvz,
    uwx * uwx + uwy * uwy + uwz * uwz,
    vwx * vwx + vwy * vwy + vwz * vwz,
  );
  const volume = ux * n1x + uy * n1y + uz * n1z;
  out[0] = Math.max(c01, c02, c03, c12, c13, c23);
  out[1] = Math.min(c01, c02, c03, c12, c13, c23);
  out[2] = volume / largest;
  out[3] = Math.sqrt(edge);
  out[4] = volume;
}

/**
 * Quality of one tet: min( sin(tmin/2)/.5774, .8 cos(tmax/2)/.8165, 1.5 * 1.2247 hmin/emax ), with the dihedral angles t, the
 * shortest altitude hmin and the longest edge emax; .8 for the regular tet. q >= .4 guarantees angles in [26.7, 131.7] degrees and
 * emax/hmin <= 4.59. Flat and inverted tets give 6 V / emax^3 <= 0, so that more is still better.
 */
export function tetQuality(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const ax = x[3 * a];
  const ay = x[3 * a + 1];
  const az = x[3 * a + 2];
  return cornerQuality(
    x[3 * b] - ax, x[3 * b + 1] - ay, x[3 * b + 2] - az,
    x[3 * c] - ax, x[3 * c + 1] - ay, x[3 * c + 2] - az,
    x[3 * d] - ax, x[3 * d + 1] - ay, x[3 * d + 2] - az,
  ); // prettier-ignore
}

/** `tetQuality` of the tet with the edge vectors u = b - a, v = c - a, w = d - a. */
export function cornerQuality(
  ux: number,
  uy: number,
  uz: number,
  vx: number,
  vy: number,
  vz: number,
  wx: number,
  wy: number,
  wz: number,
): number {
  // prettier-ignore
  const n1x = vy * wz - vz * wy;
  const n1y = vz * wx - vx * wz;
  const n1z = vx * wy - vy * wx;
  const volume = ux * n1x + uy * n1y + uz * n1z;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ww = wx * wx + wy * wy + wz * wz;
  const uv = ux * vx + uy * vy + uz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  let edge = uu;
  if (vv > edge) edge = vv;
  if (ww > edge) edge = ww;
  const euv = uu + vv - 2 * uv;
  if (euv > edge) edge = euv;
  const euw = uu + ww - 2 * uw;
  if (euw > edge) edge = euw;
  const evw = vv + ww - 2 * vw;
  if (evw > edge) edge = evw;
  if (!(volume > 0)) return volume / (edge * Math.sqrt(edge));
  // Normals as Gram products: n_i . n_j from the six dot products of u, v, w.
  const l1 = vv * ww - vw * vw;
  const l2 = ww * uu - uw * uw;
  const l3 = uu * vv - uv * uv;
  const d12 = vw * uw - uv * ww;
  const d13 = uv * vw - uw * vv;
  const d23 = uw * uv - vw * uu;
  const d01 = -(l1 + d12 + d13);
  const d02 = -(l2 + d12 + d23);
  const d03 = -(l3 + d13 + d23);
  const l0 = -(d01 + d02 + d03);
  const i0 = 1 / Math.sqrt(l0);
  const i1 = 1 / Math.sqrt(l1);
  const i2 = 1 / Math.sqrt(l2);
  const i3 = 1 / Math.sqrt(l3);
  // These are n_i . n_j / (|n_i| |n_j|) = -cos(dihedral).
  const c01 = d01 * i0 * i1;
  const c02 = d02 * i0 * i2;
  const c03 = d03 * i0 * i3;
  const c12 = d12 * i1 * i2;
  const c13 = d13 * i1 * i3;
  const c23 = d23 * i2 * i3;
  let low = c01;
  let high = c01;
  if (c02 < low) low = c02;
  else if (c02 > high) high = c02;
  if (c03 < low) low = c03;
  else if (c03 > high) high = c03;
  if (c12 < low) low = c12;
  else if (c12 > high) high = c12;
  if (c13 < low) low = c13;
  else if (c13 > high) high = c13;
  if (c23 < low) low = c23;
  else if (c23 > high) high = c23;
  let area = l0;
  if (l1 > area) area = l1;
  if (l2 > area) area = l2;
  if (l3 > area) area = l3;
  // Squares of the three terms: sin^2(tmin/2) = (1 - cos tmin)/2 over 1/3, .64 cos^2(tmax/2) over 2/3, 3.375 h^2/e^2.
  let squared = 1.5 * (1 + low);
  const wide = 0.48 * (1 - high);
  if (wide < squared) squared = wide;
  const altitude = (3.375 * volume * volume) / (area * edge);
  if (altitude < squared) squared = altitude;
  return squared > 0 ? Math.sqrt(squared) : 0;
}

/** Shape statistics of a mesh. Angles in degrees. */
export interface QualityReport {
  readonly elements: number;
  /** Smallest dihedral angle of the mesh, and the 1st percentile of the elements' smallest angles. */
  readonly minDihedral: number;
  readonly p1MinDihedral: number;
  readonly maxDihedral: number;
  /** Largest ratio of longest edge to shortest altitude. */
  readonly worstAspect: number;
  /** Elements with no positive volume. */
  readonly inverted: number;
  readonly worstQuality: number;
  /** Elements whose smallest dihedral angle falls in [5 i, 5 (i + 1)) degrees, i = 0 .. 14. */
  readonly minDihedralHistogram: Uint32Array;
}

const DEGREES = 180 / Math.PI;

/** Measures every element of a mesh. Inverted elements count as 0 and 180 degrees and infinite aspect. */
export function meshQuality(mesh: TetMesh): QualityReport {
  const { positions, tets } = mesh;
  const count = tets.length / 4;
  const minima = new Float64Array(count);
  const histogram = new Uint32Array(15);
  const shape = new Float64Array(SHAPE_SIZE);
  let highest = 0;
  let worstAspect = 0;
  let inverted = 0;
  let worstQuality = Infinity;
  for (let t = 0; t < count; t++) {
    const [a, b, c, d] = [tets[4 * t], tets[4 * t + 1], tets[4 * t + 2], tets[4 * t + 3]];
    tetShape(positions, a, b, c, d, shape);
    const upright = shape[4] > 0;
    if (!upright) inverted++;
    const lowest = upright ? Math.acos(Math.min(1, shape[0])) * DEGREES : 0;
    highest = Math.max(highest, upright ? Math.acos(Math.max(-1, shape[1])) * DEGREES : 180);
    worstAspect = Math.max(worstAspect, upright ? shape[3] / shape[2] : Infinity);
    worstQuality = Math.min(worstQuality, tetQuality(positions, a, b, c, d));
    minima[t] = lowest;
    histogram[Math.min(14, Math.floor(lowest / 5))]++;
  }
  minima.sort();
  return {
    elements: count,
    minDihedral: count > 0 ? minima[0] : 0,
    p1MinDihedral: count > 0 ? minima[Math.floor(0.01 * (count - 1))] : 0,
    maxDihedral: highest,
    worstAspect,
    inverted,
    worstQuality,
    minDihedralHistogram: histogram,
  };
}
