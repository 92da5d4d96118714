import { quietJob } from '../base/job.ts';
import { crossingTriangles } from '../geometry/preflight/selfIntersections.ts';
import { trianglesCross } from '../geometry/preflight/trianglesCross.ts';
import { createSurfaceQuery } from '../geometry/surfaceQuery/SurfaceQuery.ts';
import { buildTriangleTree } from '../geometry/surfaceQuery/TriangleTree.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import { UnionFind } from '../geometry/UnionFind.ts';
import { corners, trianglesInBox } from './virtual/crossings.ts';

/**
 * Number of the body that each triangle bounds, from 0: triangles that share vertices bound one body, and so do shells that run through each
 * other and shells inside others (cavities, buried parts).
 */
export function surfacePieces(mesh: TriMesh): {
  readonly pieceOf: Int32Array;
  readonly count: number;
} {
  const { positions, triangles } = mesh;
  const joined = new UnionFind(positions.length / 3);
  for (let at = 0; at < triangles.length; at += 3) {
    joined.join(triangles[at], triangles[at + 1]);
    joined.join(triangles[at], triangles[at + 2]);
  }
  const shells = listShells(triangles, joined);
  if (shells.size > 1) {
    joinCrossing(mesh, joined);
    joinNested(mesh, [...shells.values()], joined);
  }
  const numbers = new Map<number, number>();
  const pieceOf = Int32Array.from({ length: triangles.length / 3 }, (_, triangle) => {
    const root = joined.root(triangles[3 * triangle]);
    if (!numbers.has(root)) numbers.set(root, numbers.size);
    return numbers.get(root)!;
  });
  return { pieceOf, count: numbers.size };
}

/** The corners of the triangles of each shell. */
function listShells(triangles: Uint32Array, joined: UnionFind): Map<number, number[]> {
  const shells = new Map<number, number[]>();
  for (let at = 0; at < triangles.length; at += 3) {
    const root = joined.root(triangles[at]);
    const list = shells.get(root) ?? [];
    list.push(triangles[at], triangles[at + 1], triangles[at + 2]);
    shells.set(root, list);
  }
  return shells;
}

function joinCrossing(mesh: TriMesh, joined: UnionFind): void {
  const { positions, triangles } = mesh;
  const { crossing, found } = crossingTriangles(mesh, quietJob);
  if (found.pairs === 0) return;
  const tree = buildTriangleTree(mesh);
  for (let s = 0; s < crossing.length; s++) {
    if (crossing[s] === 0) continue;
    const own = corners(mesh, s).map((vertex) => 3 * vertex);
    const near: number[] = [];
    trianglesInBox(tree, boxOf(positions, corners(mesh, s)), near);
    for (const t of near) {
      if (crossing[t] === 0 || joined.root(triangles[3 * s]) === joined.root(triangles[3 * t])) continue;
      const other = corners(mesh, t).map((vertex) => 3 * vertex);
      if (trianglesCross(positions, own, other)) joined.join(triangles[3 * s], triangles[3 * t]);
    }
  }
}

/** Shells whose first vertex lies inside another. */
function joinNested({ positions }: TriMesh, shells: readonly (readonly number[])[], joined: UnionFind): void {
  const boxes = shells.map((shell) => boxOf(positions, shell));
  const queries = shells.map(() => undefined as ReturnType<typeof createSurfaceQuery> | undefined);
  shells.forEach((inner, i) => {
    const [x, y, z] = positions.subarray(3 * inner[0], 3 * inner[0] + 3);
    shells.forEach((outer, o) => {
      const box = boxes[o];
      const within = x > box[0] && y > box[1] && z > box[2] && x < box[3] && y < box[4] && z < box[5] && i !== o;
      if (!within || joined.root(inner[0]) === joined.root(outer[0])) return;
      queries[o] ??= createSurfaceQuery({
        positions,
        triangles: Uint32Array.from(outer),
      });
      if (Math.abs(queries[o].windingNumber(x, y, z)) > 0.5) joined.join(inner[0], outer[0]);
    });
  });
}

function boxOf(positions: Float64Array, vertices: readonly number[]): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const vertex of vertices) {
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], positions[3 * vertex + axis]);
      box[3 + axis] = Math.max(box[3 + axis], positions[3 * vertex + axis]);
    }
  }
  return box;
}
