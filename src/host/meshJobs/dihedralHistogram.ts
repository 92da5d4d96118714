import { hexQuality } from '../../geometry/hexQuality.ts';
import type { TetMesh, VolumeMesh } from '../../geometry/TetMesh.ts';
import { meshQuality } from '../../geometry/tetQuality.ts';
import type { MeshPreview } from '../../protocol/requests/meshes.ts';

/** Degrees of one bin. */
const BIN = 2;
const BINS = 180 / BIN;
const RANGE = { from: 0, to: 180 };

type Quality = Pick<MeshPreview, 'minDihedral' | 'maxDihedral' | 'worstAspect' | 'dihedrals'>;

/** Extreme dihedral angles (degrees), the worst aspect ratio, and how all six angles of every tetrahedron are distributed (hexahedra: no counts). */
export function dihedralHistogram(volume: VolumeMesh): Quality {
  if (volume.kind === 'hex') {
    const { minDihedral, maxDihedral, worstAspect } = hexQuality(volume.mesh);
    return { minDihedral, maxDihedral, worstAspect: finite(worstAspect), dihedrals: { ...RANGE, counts: [] } };
  }
  const { minDihedral, maxDihedral, worstAspect } = meshQuality(volume.mesh);
  return {
    minDihedral,
    maxDihedral,
    worstAspect: finite(worstAspect),
    dihedrals: { ...RANGE, counts: angleCounts(volume.mesh) },
  };
}

/** The edges of a tetrahedron as vertex pairs, each with the two vertices across. */
const EDGES = [
  [0, 1, 2, 3],
  [0, 2, 3, 1],
  [0, 3, 1, 2],
  [1, 2, 0, 3],
  [1, 3, 2, 0],
  [2, 3, 0, 1],
] as const;

function angleCounts({ positions, tets }: TetMesh): number[] {
  const counts = new Array<number>(BINS).fill(0);
  const [left, right] = [new Float64Array(3), new Float64Array(3)];
  for (let t = 0; t < tets.length; t += 4) {
    for (const [a, b, c, d] of EDGES) {
      across(positions, tets[t + a], tets[t + b], tets[t + c], left);
      across(positions, tets[t + a], tets[t + b], tets[t + d], right);
      const dot = left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
      const lengths = Math.hypot(left[0], left[1], left[2]) * Math.hypot(right[0], right[1], right[2]);
      const angle = (Math.acos(Math.min(1, Math.max(-1, dot / lengths))) * 180) / Math.PI;
      if (Number.isFinite(angle)) counts[Math.min(BINS - 1, Math.floor(angle / BIN))]++;
    }
  }
  return counts;
}

/** out = part of c - a at right angles to the edge from a to b. */
function across(x: Float64Array, a: number, b: number, c: number, out: Float64Array): void {
  let [along, length] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const edge = x[3 * b + k] - x[3 * a + k];
    along += (x[3 * c + k] - x[3 * a + k]) * edge;
    length += edge * edge;
  }
  for (let k = 0; k < 3; k++) {
    out[k] = x[3 * c + k] - x[3 * a + k] - (along / length) * (x[3 * b + k] - x[3 * a + k]);
  }
}

/** Messages carry no infinities: a flat element counts as one in a billion. */
function finite(aspect: number): number {
  return Math.min(aspect, 1e9);
}
