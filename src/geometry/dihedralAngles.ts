import { cornerAngles } from './hexQuality.ts';
import { cornerEnds } from './elements/collapsedHex.ts';
import type { HexMesh } from './TetMesh.ts';

const DEGREES = 180 / Math.PI;

/** Corners of the face opposite each corner of a positively oriented tetrahedron, seen counter-clockwise from outside. */
const FACES = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1] as const;

const corners = new Int32Array(4);
const normals = new Float64Array(12);
const edges = new Float64Array(9);
const angles = new Float64Array(3);
const ends = new Uint32Array(3);

/**
 * Computes the six dihedral angles of a tetrahedron, degrees: pi - angle between the outward normals, for the pairs 01, 02, 03, 12, 13, 23 of
 * faces. Angles at faces without area are 0. `x`: xyz per vertex; `out`: six numbers.
 */
export function tetDihedrals(x: Float64Array, a: number, b: number, c: number, d: number, out: Float64Array): void {
  corners[0] = 3 * a;
  corners[1] = 3 * b;
  corners[2] = 3 * c;
  corners[3] = 3 * d;
  for (let face = 0; face < 4; face++) writeNormal(x, face);
  let next = 0;
  for (let i = 0; i < 9; i += 3) {
    for (let j = i + 3; j < 12; j += 3) {
      const dot = normals[i] * normals[j] + normals[i + 1] * normals[j + 1] + normals[i + 2] * normals[j + 2];
      const lengths =
        Math.hypot(normals[i], normals[i + 1], normals[i + 2]) * Math.hypot(normals[j], normals[j + 1], normals[j + 2]);
      out[next++] = lengths > 0 ? Math.acos(Math.max(-1, Math.min(1, -dot / lengths))) * DEGREES : 0;
    }
  }
}

function writeNormal(x: Float64Array, face: number): void {
  const p = corners[FACES[3 * face]];
  const q = corners[FACES[3 * face + 1]];
  const r = corners[FACES[3 * face + 2]];
  const ux = x[q] - x[p];
  const uy = x[q + 1] - x[p + 1];
  const uz = x[q + 2] - x[p + 2];
  const vx = x[r] - x[p];
  const vy = x[r + 1] - x[p + 1];
  const vz = x[r + 2] - x[p + 2];
  normals[3 * face] = uy * vz - uz * vy;
  normals[3 * face + 1] = uz * vx - ux * vz;
  normals[3 * face + 2] = ux * vy - uy * vx;
}

/**
 * Computes the three dihedral angles at each of the eight corners of hexahedron `hex`, degrees; corners that coincide with others may be left out
 * (`cornerEnds`). `out`: up to 24 numbers. Returns how many there are.
 */
export function hexDihedrals({ positions, hexes }: HexMesh, hex: number, out: Float64Array): number {
  let count = 0;
  for (let corner = 0; corner < 8; corner++) {
    if (!cornerEnds(hexes, 8 * hex, corner, ends)) continue;
    const origin = 3 * hexes[8 * hex + corner];
    for (let axis = 0; axis < 3; axis++) {
      const end = 3 * ends[axis];
      for (let k = 0; k < 3; k++) edges[3 * axis + k] = positions[end + k] - positions[origin + k];
    }
    cornerAngles(edges, angles);
    out.set(angles, count);
    count += 3;
  }
  return count;
}
