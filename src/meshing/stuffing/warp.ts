import type { StuffingLattice } from './StuffingLattice.ts';

/** Warp parameters for a uniform boundary (Labelle & Shewchuk 2007, section 4): dihedral angles in [10.7, 164.8] degrees. */
const WARP_LONG = 0.24999;
const WARP_SHORT = 0.41189;
/** Squared length, in squared long edges, that separates short (.75) from long (1) lattice edges. */
const LONG_SQUARED = 0.875;
/** Squared length, in squared long edges, below which an edge is one of a finer level; between this and the next lies what green tets add (.5). */
const FINER_SQUARED = 0.4;
/** Squared length, in squared long edges, above which an edge is one of a coarser level. */
const COARSER_SQUARED = 1.6;

/** Corner pairs of the six edges of a tet. */
export const TET_EDGES = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3] as const;

/**
 * True for a lattice edge of length a between two grid corners or two cell centres; false for a * sqrt(3)/2. Edges of other levels
 * are judged by their own a.
 */
function isLongEdge(positions: Float64Array, spacing: number, a: number, b: number): boolean {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  let squared = (x * x + y * y + z * z) / (spacing * spacing);
  while (squared < FINER_SQUARED) squared *= 4;
  while (squared > COARSER_SQUARED) squared /= 4;
  return squared > LONG_SQUARED;
}

export interface WarpedLattice {
  /** Lattice positions with violated vertices moved onto their nearest cut point. */
  readonly positions: Float64Array;
  /** The level set with 0 at warped vertices. */
  readonly phi: Float64Array;
}

/**
 * Snaps every vertex with a cut point too near (Labelle & Shewchuk 2007, section 3.2) to the nearest such cut point, in vertex
 * order; snapping removes the cut points of all its edges. Cut points are where phi, interpolated linearly along the edge, is 0.
 */
export function warpLattice(lattice: StuffingLattice): WarpedLattice {
  const { positions, tets, spacing } = lattice;
  const phi = lattice.phi.slice();
  const warped = positions.slice();
  const from: number[] = [];
  const to: number[] = [];
  for (let t = 0; t < tets.length; t += 4) {
    const negative = (phi[tets[t]] < 0 ? 1 : 0) | (phi[tets[t + 1]] < 0 ? 1 : 0) | (phi[tets[t + 2]] < 0 ? 1 : 0);
    if (negative === 0 && phi[tets[t + 3]] >= 0) continue;
    for (let e = 0; e < 12; e += 2) {
      const a = tets[t + TET_EDGES[e]];
      const b = tets[t + TET_EDGES[e + 1]];
      if (!(phi[a] * phi[b] < 0)) continue;
      const fraction = phi[a] / (phi[a] - phi[b]);
      const alpha = isLongEdge(positions, spacing, a, b) ? WARP_LONG : WARP_SHORT;
      if (fraction < alpha) {
        from.push(a);
        to.push(b);
      } else if (1 - fraction < alpha) {
        from.push(b);
        to.push(a);
      }
    }
  }
  const { offsets, targets } = groupBySource(from, to, phi.length);
  for (let v = 0; v < phi.length; v++) {
    if (offsets[v] !== offsets[v + 1]) snapVertex(positions, warped, phi, targets, offsets[v], offsets[v + 1], v);
  }
  return { positions: warped, phi };
}

function groupBySource(from: number[], to: number[], vertexCount: number) {
  const offsets = new Uint32Array(vertexCount + 1);
  for (const v of from) offsets[v + 1]++;
  for (let v = 0; v < vertexCount; v++) offsets[v + 1] += offsets[v];
  const fill = offsets.slice();
  const targets = new Uint32Array(from.length);
  for (let i = 0; i < from.length; i++) targets[fill[from[i]]++] = to[i];
  return { offsets, targets };
}

function snapVertex(
  positions: Float64Array,
  warped: Float64Array,
  phi: Float64Array,
  targets: Uint32Array,
  first: number,
  last: number,
  v: number,
): void {
  let nearest = Infinity;
  let target = -1;
  for (let i = first; i < last; i++) {
    const u = targets[i];
    if (phi[u] === 0) continue;
    const squared =
      (positions[3 * u] - positions[3 * v]) ** 2 +
      (positions[3 * u + 1] - positions[3 * v + 1]) ** 2 +
      (positions[3 * u + 2] - positions[3 * v + 2]) ** 2;
    const distance = (phi[v] / (phi[v] - phi[u])) * Math.sqrt(squared);
    if (distance < nearest) {
      nearest = distance;
      target = u;
    }
  }
  if (target < 0) return;
  const fraction = phi[v] / (phi[v] - phi[target]);
  for (let axis = 0; axis < 3; axis++) {
    warped[3 * v + axis] += fraction * (positions[3 * target + axis] - positions[3 * v + axis]);
  }
  phi[v] = 0;
}
