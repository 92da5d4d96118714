import { cornerEnds } from './elements/collapsedHex.ts';
import type { HexMesh } from './TetMesh.ts';

const DEGREES = 180 / Math.PI;

/** Shape statistics of hexahedra. */
export interface HexQualityReport {
  readonly elements: number;
  /** Degrees, between the faces at every corner. */
  readonly minDihedral: number;
  readonly p1MinDihedral: number;
  readonly maxDihedral: number;
  /** Longest edge over shortest edge. */
  readonly worstAspect: number;
  /** Hexahedra with a corner whose three edges do not span a positive volume. */
  readonly inverted: number;
}

/** Measures the dihedral angles, edges and Jacobians at the corners of every hexahedron, also of ones with coincident corners (`collapsedHex`). */
export function hexQuality(mesh: HexMesh): HexQualityReport {
  const { positions, hexes } = mesh;
  const count = hexes.length / 8;
  const minima = new Float64Array(count);
  const edges = new Float64Array(9);
  const angles = new Float64Array(3);
  const ends = new Uint32Array(3);
  let highest = 0;
  let worstAspect = 0;
  let inverted = 0;
  for (let hex = 0; hex < count; hex++) {
    let lowest = 180;
    let longest = 0;
    let shortest = Infinity;
    let upright = true;
    for (let corner = 0; corner < 8; corner++) {
      if (!cornerEnds(hexes, 8 * hex, corner, ends)) continue;
      const origin = 3 * hexes[8 * hex + corner];
      let parity = 1;
      for (let axis = 0; axis < 3; axis++) {
        const bit = 1 << axis;
        if ((corner & bit) !== 0) parity = -parity;
        const end = 3 * ends[axis];
        let squared = 0;
        for (let k = 0; k < 3; k++) {
          edges[3 * axis + k] = positions[end + k] - positions[origin + k];
          squared += edges[3 * axis + k] ** 2;
        }
        longest = Math.max(longest, squared);
        shortest = Math.min(shortest, squared);
      }
      if (!(parity * cornerAngles(edges, angles) > 0)) upright = false;
      lowest = Math.min(lowest, angles[0], angles[1], angles[2]);
      highest = Math.max(highest, angles[0], angles[1], angles[2]);
    }
    if (!upright) inverted++;
    minima[hex] = upright ? lowest : 0;
    worstAspect = Math.max(worstAspect, Math.sqrt(longest / shortest));
  }
  minima.sort();
  return {
    elements: count,
    minDihedral: count > 0 ? minima[0] : 0,
    p1MinDihedral: count > 0 ? minima[Math.floor(0.01 * (count - 1))] : 0,
    maxDihedral: highest,
    worstAspect,
    inverted,
  };
}

/** Writes the angles (degrees) between the three planes spanned by pairs of edges; returns det(edges). */
export function cornerAngles(e: Float64Array, angles: Float64Array): number {
  const normals = [0, 1, 2].map((i) => {
    const u = 3 * ((i + 1) % 3);
    const v = 3 * ((i + 2) % 3);
    return [
      e[u + 1] * e[v + 2] - e[u + 2] * e[v + 1],
      e[u + 2] * e[v] - e[u] * e[v + 2],
      e[u] * e[v + 1] - e[u + 1] * e[v],
    ];
  });
  for (let i = 0; i < 3; i++) {
    const m = normals[(i + 1) % 3];
    const n = normals[(i + 2) % 3];
    const dot = m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
    const lengths = Math.hypot(m[0], m[1], m[2]) * Math.hypot(n[0], n[1], n[2]);
    angles[i] = lengths > 0 ? Math.acos(Math.max(-1, Math.min(1, -dot / lengths))) * DEGREES : 0;
  }
  return e[0] * normals[0][0] + e[1] * normals[0][1] + e[2] * normals[0][2];
}
