import type { TriangleTree } from './TriangleTree.ts';

/** Numbers per node: centre xyz, squared acceptance distance, vector area xyz, unused. */
export const DIPOLE_STRIDE = 8;

/**
 * One dipole per tree node for the fast winding number (Barill et al. 2018, first-order term): the area-weighted centre c, the
 * vector area N = sum of n_t A_t, and (beta r)^2 where r is the distance from c to the node's farthest corner.
 */
export function buildDipoles(tree: TriangleTree, beta: number): Float64Array {
  const { nodeCount } = tree;
  const dipoles = new Float64Array(DIPOLE_STRIDE * nodeCount);
  const areas = new Float64Array(nodeCount);
  const radii = new Float64Array(nodeCount);
  // Depth-first order puts children after their parent: go backwards.
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (tree.count[node] > 0) leafDipole(tree, node, dipoles, areas, radii);
    else innerDipole(tree, node, dipoles, areas, radii);
    dipoles[DIPOLE_STRIDE * node + 3] = (beta * radii[node]) ** 2;
  }
  return dipoles;
}

function leafDipole(
  tree: TriangleTree,
  node: number,
  dipoles: Float64Array,
  areas: Float64Array,
  radii: Float64Array,
): void {
  const { corners, bounds } = tree;
  const at = DIPOLE_STRIDE * node;
  const first = tree.link[node];
  const last = first + tree.count[node];
  let weight = 0;
  for (let slot = first; slot < last; slot++) {
    const k = 9 * slot;
    const nx = (corners[k + 4] * corners[k + 8] - corners[k + 5] * corners[k + 7]) / 2;
    const ny = (corners[k + 5] * corners[k + 6] - corners[k + 3] * corners[k + 8]) / 2;
    const nz = (corners[k + 3] * corners[k + 7] - corners[k + 4] * corners[k + 6]) / 2;
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    dipoles[at + 4] += nx;
    dipoles[at + 5] += ny;
    dipoles[at + 6] += nz;
    weight += area;
    for (let axis = 0; axis < 3; axis++) {
      dipoles[at + axis] += area * (corners[k + axis] + (corners[k + 3 + axis] + corners[k + 6 + axis]) / 3);
    }
  }
  areas[node] = weight;
  for (let axis = 0; axis < 3; axis++) {
    const middle = (bounds[6 * node + axis] + bounds[6 * node + 3 + axis]) / 2;
    dipoles[at + axis] = weight > 0 ? dipoles[at + axis] / weight : middle;
  }
  let radius = 0;
  for (let slot = first; slot < last; slot++) {
    const k = 9 * slot;
    for (let corner = 0; corner <= 6; corner += 3) {
      let squared = 0;
      for (let axis = 0; axis < 3; axis++) {
        const offset = corners[k + axis] + (corner > 0 ? corners[k + corner + axis] : 0) - dipoles[at + axis];
        squared += offset * offset;
      }
      radius = Math.max(radius, Math.sqrt(squared));
    }
  }
  radii[node] = radius;
}

function innerDipole(
  tree: TriangleTree,
  node: number,
  dipoles: Float64Array,
  areas: Float64Array,
  radii: Float64Array,
): void {
  const left = node + 1;
  const right = tree.link[node];
  const at = DIPOLE_STRIDE * node;
  const l = DIPOLE_STRIDE * left;
  const r = DIPOLE_STRIDE * right;
  const weight = areas[left] + areas[right];
  areas[node] = weight;
  let toLeft = 0;
  let toRight = 0;
  let toCorner = 0;
  for (let axis = 0; axis < 3; axis++) {
    const blend = areas[left] * dipoles[l + axis] + areas[right] * dipoles[r + axis];
    const centre = weight > 0 ? blend / weight : (dipoles[l + axis] + dipoles[r + axis]) / 2;
    dipoles[at + axis] = centre;
    dipoles[at + 4 + axis] = dipoles[l + 4 + axis] + dipoles[r + 4 + axis];
    toLeft += (centre - dipoles[l + axis]) ** 2;
    toRight += (centre - dipoles[r + axis]) ** 2;
    const low = tree.bounds[6 * node + axis];
    const high = tree.bounds[6 * node + 3 + axis];
    toCorner += Math.max(centre - low, high - centre) ** 2;
  }
  const viaChildren = Math.max(Math.sqrt(toLeft) + radii[left], Math.sqrt(toRight) + radii[right]);
  radii[node] = Math.min(viaChildren, Math.sqrt(toCorner));
}
