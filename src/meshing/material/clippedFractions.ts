import { checkCancelled, type JobContext } from '../../base/job.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import type { MaterialSide } from './MaterialSide.ts';
import { TetClip } from './TetClip.ts';

/** Least share of a corner, over an equal one: what `matchMoments` begins with. */
const LEAST_SHARE = 0.5;
/** Corners of the tetrahedra that fill an element: six of a hexahedron, corner = i + 2j + 4k, of equal volume in a parallelepiped. */
const HEX_TETS = [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7];
const TET = [0, 1, 2, 3];
/**
 * Displacement of elements before they are cut, in lengths of their edges, in a direction of no lattice: surfaces, boxes above all, may pass exactly through vertices and faces of a lattice,
 * where nothing says on which side they are. The fractions change by as little.
 */
const SHIFT = [1e-7, 0.7549e-7, 0.5698e-7] as const;
const CHUNK = 1024;

/** Elements of a lattice, and the triangles of the surface that pass through each. */
export interface CutElements {
  readonly size: 4 | 8;
  readonly positions: Float64Array;
  readonly elements: Uint32Array;
  /** First triangle of each element in `triangles`, and after the last. */
  readonly starts: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  /** Whether corner k of an element, moved by `SHIFT`, is in the part of the material that the element has; left out, whether it is in any. */
  isCornerInside?(element: number, corner: number): boolean;
}

/** What elements are filled with, exactly where triangles pass through them. */
export interface ClippedElements {
  /** Share of each element's volume that is inside, 0 to 1. */
  readonly fractions: Float64Array;
  /** Shape functions of the element at the centroid of that part, `size` per element, which add up to 1: how its mass is shared among the vertices. Those below half of an equal share are raised to it. */
  readonly shares: Float64Array;
}

export function clipElements(cut: CutElements, surface: TriMesh, side: MaterialSide, job: JobContext): ClippedElements {
  const { size, positions, elements, starts, triangles } = cut;
  const corner = shiftedCorners(cut, side);
  const tets = size === 4 ? TET : HEX_TETS;
  const clip = new TetClip(side);
  const vertices = new Uint32Array(4);
  const integrals = new Float64Array(4);
  const corners8 = new Float64Array(8);
  const count = elements.length / size;
  const fractions = new Float64Array(count);
  const shares = new Float64Array(elements.length).fill(1 / size);
  for (let element = 0; element < count; element++) {
    if (element % CHUNK === 0) checkCancelled(job);
    const first = size * element;
    if (starts[element] === starts[element + 1]) {
      fractions[element] = corner.isInside(element, 0) ? 1 : 0;
      continue;
    }
    corners8.fill(0);
    for (let tet = 0; tet < tets.length; tet += 4) {
      for (let k = 0; k < 4; k++) vertices[k] = elements[first + tets[tet + k]];
      clip.load(positions, vertices, corner.shift);
      for (let at = starts[element]; at < starts[element + 1]; at++) {
        const t = 3 * triangles[at];
        clip.add(surface.positions, surface.triangles[t], surface.triangles[t + 1], surface.triangles[t + 2]);
      }
      clip.integrals(corner.isInside(element, tets[tet + 2]), integrals);
      const part = bounded(integrals);
      fractions[element] += part / (tets.length / 4);
      for (let k = 0; k < 4; k++) corners8[tets[tet + k]] += integrals[k];
    }
    takeShares(corners8, shares, first, size);
  }
  return { fractions, shares };
}

/** Returns the sum of integrals of barycentric coordinates over a part of a tetrahedron, brought to what they can be: rounding may leave it by a little, a crossing that only one of two neighbours saw by more. */
function bounded(integrals: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < 4; k++) sum += integrals[k] = Math.max(0, integrals[k]);
  if (sum <= 1) return sum;
  for (let k = 0; k < 4; k++) integrals[k] /= sum;
  return 1;
}

/** Writes the shape functions at the centroid, whose sums of linear weights over the corners are given; they stay equal where nothing is inside. */
function takeShares(sums: Float64Array, shares: Float64Array, first: number, size: 4 | 8): void {
  let total = 0;
  for (let k = 0; k < size; k++) total += sums[k];
  if (!(total > 0)) return;
  for (let k = 0; size === 4 && k < 4; k++) shares[first + k] = sums[k] / total;
  for (let k = 0; size === 8 && k < 8; k++) {
    let share = 1;
    for (let axis = 0; axis < 3; axis++) {
      let far = 0;
      for (let c = 0; c < 8; c++) if (((c >> axis) & 1) === 1) far += sums[c];
      share *= ((k >> axis) & 1) === 1 ? far / total : 1 - far / total;
    }
    shares[first + k] = share;
  }
  let raised = 0;
  for (let k = first; k < first + size; k++) raised += shares[k] = Math.max(shares[k], LEAST_SHARE / size);
  for (let k = first; k < first + size; k++) shares[k] /= raised;
}

/** How far corners are moved, m, and whether they are inside then. */
function shiftedCorners({ size, positions, elements, isCornerInside }: CutElements, side: MaterialSide) {
  const edge = Math.hypot(
    ...[0, 1, 2].map((axis) => positions[3 * elements[1] + axis] - positions[3 * elements[0] + axis]),
  );
  const shift = SHIFT.map((part) => part * edge);
  const known = new Int8Array(positions.length / 3).fill(-1);
  const isInside = (element: number, corner: number): boolean => {
    if (isCornerInside !== undefined) return isCornerInside(element, corner);
    const vertex = elements[size * element + corner];
    if (known[vertex] < 0) {
      const [x, y, z] = shift.map((step, axis) => positions[3 * vertex + axis] + step);
      known[vertex] = side.isInside(x, y, z);
    }
    return known[vertex] === 1;
  };
  return { shift, isInside };
}
