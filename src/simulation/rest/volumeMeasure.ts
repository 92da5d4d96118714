import type { VolumeMesh } from '../../geometry/TetMesh.ts';

/** Corners of six tetrahedra that fill a hexahedron, corner = i + 2j + 4k. */
const HEX_TETS = [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7];
const TET = [0, 1, 2, 3];

/** Volume of all elements at `positions`, m3, by the `fractions` of them that are filled; inverted ones count negative. */
export function totalVolume(volume: VolumeMesh, positions: Float64Array, fractions?: Float64Array): number {
  const elements = volume.kind === 'tet' ? volume.mesh.tets : volume.mesh.hexes;
  const size = volume.kind === 'tet' ? 4 : 8;
  const corners = volume.kind === 'tet' ? TET : HEX_TETS;
  const sum = new Float64Array(2);
  for (let element = 0; element < elements.length; element += size) {
    for (let c = 0; c < corners.length; c += 4) {
      const p = 3 * elements[element + corners[c]];
      const q = 3 * elements[element + corners[c + 1]];
      const r = 3 * elements[element + corners[c + 2]];
      const s = 3 * elements[element + corners[c + 3]];
      addSixfoldVolume(positions, p, q, r, s, sum);
    }
    if (fractions !== undefined) takeShare(sum, fractions[element / size]);
  }
  return (fractions === undefined ? sum[0] : sum[1]) / 6;
}

/** sum[1] += share sum[0]; sum[0] = 0. */
function takeShare(sum: Float64Array, share: number): void {
  sum[1] += share * sum[0];
  sum[0] = 0;
}

/** sum[0] += six times the volume of the tetrahedron whose corners begin at p, q, r and s; no number leaves it, so none is allocated. */
function addSixfoldVolume(x: Float64Array, p: number, q: number, r: number, s: number, sum: Float64Array): void {
  const ax = x[q] - x[p];
  const ay = x[q + 1] - x[p + 1];
  const az = x[q + 2] - x[p + 2];
  const bx = x[r] - x[p];
  const by = x[r + 1] - x[p + 1];
  const bz = x[r + 2] - x[p + 2];
  const cx = x[s] - x[p];
  const cy = x[s + 1] - x[p + 1];
  const cz = x[s + 2] - x[p + 2];
  sum[0] += cx * (ay * bz - az * by) + cy * (az * bx - ax * bz) + cz * (ax * by - ay * bx);
}
