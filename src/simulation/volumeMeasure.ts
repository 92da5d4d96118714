import type { VolumeMesh } from '../geometry/TetMesh.ts';

/** Corners of six tetrahedra that fill a hexahedron, corner = i + 2j + 4k. */
const HEX_TETS = [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7];
const TET = [0, 1, 2, 3];

/** Volume of all elements at `positions`, m3; inverted ones count negative. */
export function totalVolume(volume: VolumeMesh, positions: Float64Array): number {
  return sixfoldVolume(volume, positions) / 6;
}

/** Ends with its loop, like the sums of solids/vectorSums, so that it allocates nothing once compiled. */
function sixfoldVolume(volume: VolumeMesh, positions: Float64Array): number {
  const elements = volume.kind === 'tet' ? volume.mesh.tets : volume.mesh.hexes;
  const size = volume.kind === 'tet' ? 4 : 8;
  const corners = volume.kind === 'tet' ? TET : HEX_TETS;
  let sum = 0;
  for (let element = 0; element < elements.length; element += size) {
    for (let c = 0; c < corners.length; c += 4) {
      const p = 3 * elements[element + corners[c]];
      const q = 3 * elements[element + corners[c + 1]];
      const r = 3 * elements[element + corners[c + 2]];
      const s = 3 * elements[element + corners[c + 3]];
      const ax = positions[q] - positions[p];
      const ay = positions[q + 1] - positions[p + 1];
      const az = positions[q + 2] - positions[p + 2];
      const bx = positions[r] - positions[p];
      const by = positions[r + 1] - positions[p + 1];
      const bz = positions[r + 2] - positions[p + 2];
      const cx = positions[s] - positions[p];
      const cy = positions[s + 1] - positions[p + 1];
      const cz = positions[s + 2] - positions[p + 2];
      sum += cx * (ay * bz - az * by) + cy * (az * bx - ax * bz) + cz * (ax * by - ay * bx);
    }
  }
  return sum;
}
