import { buildTriangleTree, type TriangleTree } from '../../geometry/surfaceQuery/TriangleTree.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import { CellShape } from './CellShape.ts';

/** Convex cells of a conforming lattice and which of its vertices lie inside a surface. */
export interface CellLattice {
  readonly size: 4 | 8;
  /** xyz per vertex, m. */
  readonly positions: Float64Array;
  /** `size` vertices per cell; corner i + 2j + 4k of a hexahedron sits at (i, j, k). */
  readonly cells: Uint32Array;
  /** 1 for vertices inside. */
  readonly inside: Uint8Array;
}

/** Cells between two cancel checks. */
const CHUNK = 4096;

/**
 * Crossings of triangles with cells, packed both ways. Crossing i is triangle `triangleOf[i]` in cell `cellOf[i]`; those of a cell are
 * `cellStart[cell] .. cellStart[cell + 1]`, those of a triangle are listed in `ofTriangle` by ascending cell.
 */
export interface Crossings {
  readonly cellStart: Uint32Array;
  readonly cellOf: Uint32Array;
  readonly triangleOf: Uint32Array;
  readonly triangleStart: Uint32Array;
  readonly ofTriangle: Uint32Array;
}

export function findCrossings(lattice: CellLattice, surface: TriMesh, job: JobContext): Crossings {
  const { size, positions, cells } = lattice;
  const cellCount = cells.length / size;
  const shape = new CellShape(size);
  const tree = buildTriangleTree(surface);
  const cellStart = new Uint32Array(cellCount + 1);
  const found: number[] = [];
  const near: number[] = [];
  for (let cell = 0; cell < cellCount; cell++) {
    if (cell % CHUNK === 0) checkCancelled(job);
    shape.load(positions, cells, cell);
    near.length = 0;
    trianglesInBox(tree, shape.box, near);
    near.sort((a, b) => a - b);
    for (const triangle of near) {
      const [a, b, c] = corners(surface, triangle);
      if (shape.meets(surface.positions, a, b, c)) found.push(triangle);
    }
    cellStart[cell + 1] = found.length;
  }
  return {
    cellStart,
    ...byTriangle(cellStart, Uint32Array.from(found), surface.triangles.length / 3),
  };
}

/** The vertices of a triangle. */
export function corners({ triangles }: TriMesh, triangle: number): [number, number, number] {
  return [triangles[3 * triangle], triangles[3 * triangle + 1], triangles[3 * triangle + 2]];
}

function byTriangle(cellStart: Uint32Array, triangleOf: Uint32Array, triangleCount: number) {
  const cellOf = new Uint32Array(triangleOf.length);
  for (let cell = 0; cell + 1 < cellStart.length; cell++) cellOf.fill(cell, cellStart[cell], cellStart[cell + 1]);
  const triangleStart = new Uint32Array(triangleCount + 1);
  for (const triangle of triangleOf) triangleStart[triangle + 1]++;
  for (let triangle = 0; triangle < triangleCount; triangle++) triangleStart[triangle + 1] += triangleStart[triangle];
  const next = triangleStart.slice();
  const ofTriangle = new Uint32Array(triangleOf.length);
  triangleOf.forEach((triangle, crossing) => (ofTriangle[next[triangle]++] = crossing));
  return { triangleOf, cellOf, triangleStart, ofTriangle };
}

/** Appends the triangles whose boxes meet `box` (min xyz, max xyz). */
export function trianglesInBox(tree: TriangleTree, box: ArrayLike<number>, out: number[]): void {
  if (tree.nodeCount === 0) return;
  const stack = [0];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const { bounds } = tree;
    let apart = false;
    for (let axis = 0; axis < 3; axis++) {
      const slack = 1e-9 * (box[3 + axis] - box[axis]);
      apart ||= bounds[6 * node + axis] > box[3 + axis] + slack || bounds[6 * node + 3 + axis] < box[axis] - slack;
    }
    if (apart) continue;
    if (tree.count[node] === 0) {
      stack.push(tree.link[node], node + 1);
      continue;
    }
    const end = tree.link[node] + tree.count[node];
    for (let slot = tree.link[node]; slot < end; slot++) out.push(tree.triangleOfSlot[slot]);
  }
}
