import { checkCancelled, quietJob, type JobContext } from '../../base/job.ts';
import { buildTriangleTree, type TriangleTree } from '../surfaceQuery/TriangleTree.ts';
import type { TriMesh } from '../TriMesh.ts';
import { segmentCrosses, trianglesCross } from './trianglesCross.ts';

/** Largest number of pairs that is counted. */
const pairLimit = 100_000;
/** Largest number of pairs that is tested, for soups of mutually overlapping triangles. A million takes about half a second. */
const testLimit = 5_000_000;

export interface SelfIntersections {
  /** Number of pairs of triangles that intersect or overlap in one plane. */
  readonly pairs: number;
  /** False when a limit stopped the search: `pairs` is then a lower bound. */
  readonly complete: boolean;
}

/**
 * Counts pairs of intersecting triangles. Pairs with a common edge are neighbours and not tested; pairs with one common vertex count
 * when they intersect away from it. `mesh`: weld coincident vertices and remove triangles without area first.
 */
export function selfIntersections(mesh: TriMesh): SelfIntersections {
  return crossingTriangles(mesh, quietJob).found;
}

/** Finds self-intersections as `selfIntersections` does, with a flag per intersecting triangle. Throws `cancelled` once `job` is cancelled. */
export function crossingTriangles(mesh: TriMesh, job: JobContext): { found: SelfIntersections; crossing: Uint8Array } {
  const search = new PairSearch(mesh, buildTriangleTree(mesh), job);
  return { found: search.run(), crossing: search.crossing };
}

/** Triangles whose neighbourhoods are searched between two cancel checks. */
const pollInterval = 1024;

class PairSearch {
  /** Flag per triangle. */
  readonly crossing: Uint8Array;
  private readonly job: JobContext;
  private readonly mesh: TriMesh;
  private readonly tree: TriangleTree;
  private readonly stack: Int32Array;
  private readonly box = new Float64Array(6);
  private readonly first = [0, 0, 0];
  private readonly second = [0, 0, 0];
  private pairs = 0;
  private tests = 0;

  constructor(mesh: TriMesh, tree: TriangleTree, job: JobContext) {
    this.job = job;
    this.crossing = new Uint8Array(mesh.triangles.length / 3);
    this.mesh = mesh;
    this.tree = tree;
    this.stack = new Int32Array(tree.depth + 2);
  }

  run(): SelfIntersections {
    const slotCount = this.tree.triangleOfSlot.length;
    for (let slot = 0; slot < slotCount; slot++) {
      if (slot % pollInterval === 0) checkCancelled(this.job);
      if (this.pairs >= pairLimit || this.tests >= testLimit) return { pairs: this.pairs, complete: false };
      this.testAgainstLater(slot);
    }
    return { pairs: this.pairs, complete: true };
  }

  /** Tests the triangles in later slots whose boxes overlap that of `slot`. */
  private testAgainstLater(slot: number): void {
    const { tree, stack, box } = this;
    this.loadBox(slot);
    let top = 0;
    if (tree.nodeCount > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      const b = 6 * node;
      let apart = false;
      for (let axis = 0; axis < 3; axis++) {
        apart ||= tree.bounds[b + axis] > box[3 + axis] || tree.bounds[b + 3 + axis] < box[axis];
      }
      if (apart) continue;
      if (tree.count[node] === 0) {
        stack[top++] = tree.link[node];
        stack[top++] = node + 1;
        continue;
      }
      const end = tree.link[node] + tree.count[node];
      for (let other = Math.max(tree.link[node], slot + 1); other < end; other++) this.testPair(slot, other);
    }
  }

  private loadBox(slot: number): void {
    const { positions, triangles } = this.mesh;
    const triangle = 3 * this.tree.triangleOfSlot[slot];
    for (let axis = 0; axis < 3; axis++) {
      const a = positions[3 * triangles[triangle] + axis];
      const b = positions[3 * triangles[triangle + 1] + axis];
      const c = positions[3 * triangles[triangle + 2] + axis];
      this.box[axis] = Math.min(a, b, c);
      this.box[3 + axis] = Math.max(a, b, c);
    }
  }

  private testPair(slot: number, other: number): void {
    const { tree, first, second } = this;
    const { positions, triangles } = this.mesh;
    this.tests++;
    let shared = 0;
    let sharedFirst = 0;
    let sharedSecond = 0;
    for (let k = 0; k < 3; k++) {
      first[k] = 3 * triangles[3 * tree.triangleOfSlot[slot] + k];
      second[k] = 3 * triangles[3 * tree.triangleOfSlot[other] + k];
    }
    for (let k = 0; k < 3; k++) {
      for (let l = 0; l < 3; l++) {
        if (first[k] !== second[l]) continue;
        shared++;
        sharedFirst = k;
        sharedSecond = l;
      }
    }
    if (shared > 1) return;
    const crosses =
      shared === 0
        ? trianglesCross(positions, first, second)
        : oppositeEdgeCrosses(positions, first, sharedFirst, second) ||
          oppositeEdgeCrosses(positions, second, sharedSecond, first);
    if (!crosses) return;
    this.pairs++;
    this.crossing[tree.triangleOfSlot[slot]] = 1;
    this.crossing[tree.triangleOfSlot[other]] = 1;
  }
}

/** Returns whether the edge opposite corner `apex` of triangle `s` passes through triangle `t`. */
function oppositeEdgeCrosses(x: Float64Array, s: ArrayLike<number>, apex: number, t: ArrayLike<number>): boolean {
  return segmentCrosses(x, s[(apex + 1) % 3], s[(apex + 2) % 3], t[0], t[1], t[2]);
}
