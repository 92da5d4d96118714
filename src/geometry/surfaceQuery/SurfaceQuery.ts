import type { TriMesh } from '../TriMesh.ts';
import { closestOnTriangle } from './closestOnTriangle.ts';
import { buildDipoles, DIPOLE_STRIDE } from './dipoles.ts';
import { buildTriangleTree, type TriangleTree } from './TriangleTree.ts';

/**
 * A node's triangles are replaced by their dipole beyond `BETA` times its radius (Barill et al. 2018 use 2.3 for the
 * second-order expansion; 2 keeps the first-order error below about .05, far from the decision at 1/2).
 */
const BETA = 2;

/**
 * Distances and inside/outside of a triangle surface that may be open, inconsistent, self-intersecting or degenerate. All
 * lengths in metres. Contains scratch: use one per thread. Allocates nothing per query.
 */
export class SurfaceQuery {
  /** The triangles that are queried, as given. */
  readonly mesh: TriMesh;
  private readonly tree: TriangleTree;
  private readonly dipoles: Float64Array;
  private readonly stack: Int32Array;
  private readonly stackDistance: Float64Array;
  private readonly point = new Float64Array(4);
  /** Point from which the search at work is asked, m. */
  private readonly place = new Float64Array(3);

  constructor(mesh: TriMesh) {
    this.mesh = mesh;
    this.tree = buildTriangleTree(mesh);
    this.dipoles = buildDipoles(this.tree, BETA);
    this.stack = new Int32Array(this.tree.depth + 2);
    this.stackDistance = new Float64Array(this.tree.depth + 2);
  }

  /** Whether no triangle could be used (an empty mesh, or only non-finite corners). */
  get isEmpty(): boolean {
    return this.tree.nodeCount === 0;
  }

  /** Returns min xyz, max xyz of the usable triangles. */
  bounds(): Float64Array {
    return this.tree.bounds.slice(0, 6);
  }

  /**
   * Writes the closest point to `out[0..2]` and the distance to `out[3]`; returns its triangle, or -1 for an empty surface.
   * `hint` is a triangle likely to be near (the last result): it only makes the search faster.
   */
  closestPoint(x: number, y: number, z: number, out: Float64Array, hint = -1): number {
    return this.search(x, y, z, Infinity, out, hint);
  }

  /**
   * Finds the closest point as `closestPoint` does, but limited to `maxDistance`: returns -1 and leaves `out` unspecified when nothing is nearer.
   */
  closestPointWithin(x: number, y: number, z: number, maxDistance: number, out: Float64Array, hint = -1): number {
    return this.search(x, y, z, maxDistance * maxDistance, out, hint);
  }

  /** Returns the distance to the surface, or Infinity when it is not below `maxDistance`. */
  distanceWithin(x: number, y: number, z: number, maxDistance: number, hint = -1): number {
    return this.search(x, y, z, maxDistance * maxDistance, this.point, hint) < 0 ? Infinity : this.point[3];
  }

  /** Returns the distance, negative inside (winding number above 1/2). */
  signedDistance(x: number, y: number, z: number, hint = -1): number {
    this.search(x, y, z, Infinity, this.point, hint);
    const distance = this.point[3];
    return this.windingNumber(x, y, z) > 0.5 ? -distance : distance;
  }

  /**
   * Returns the generalised winding number (Jacobson et al. 2013): the sum of signed solid angles over 4 pi. 1 inside a closed outward
   * surface, 0 outside, in between near holes. Far nodes are approximated by dipoles.
   */
  windingNumber(x: number, y: number, z: number): number {
    const { tree, dipoles, stack } = this;
    const { link, count } = tree;
    if (tree.nodeCount === 0) return 0;
    let sum = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      let node = stack[--top];
      for (;;) {
        const at = DIPOLE_STRIDE * node;
        const dx = dipoles[at] - x;
        const dy = dipoles[at + 1] - y;
        const dz = dipoles[at + 2] - z;
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared > dipoles[at + 3]) {
          sum += (dx * dipoles[at + 4] + dy * dipoles[at + 5] + dz * dipoles[at + 6]) / (squared * Math.sqrt(squared));
          break;
        }
        if (count[node] > 0) {
          const last = link[node] + count[node];
          for (let slot = link[node]; slot < last; slot++) sum += solidAngle(tree.corners, 9 * slot, x, y, z);
          break;
        }
        stack[top++] = link[node];
        node++;
      }
    }
    return sum / (4 * Math.PI);
  }

  private search(x: number, y: number, z: number, limit: number, out: Float64Array, hint: number): number {
    const { stack, stackDistance, tree, point, place } = this;
    const { bounds, link, count, corners } = tree;
    if (tree.nodeCount === 0) return -1;
    place[0] = x;
    place[1] = y;
    place[2] = z;
    let best = limit;
    let bestSlot = -1;
    let bx = 0;
    let by = 0;
    let bz = 0;
    const hintSlot = hint >= 0 ? tree.slotOfTriangle[hint] : -1;
    if (hintSlot >= 0) {
      closestOnTriangle(corners, 9 * hintSlot, place, point);
      if (point[3] < best) {
        best = point[3];
        bestSlot = hintSlot;
        bx = point[0];
        by = point[1];
        bz = point[2];
      }
    }
    let top = 0;
    stack[top] = 0;
    stackDistance[top++] = boxDistance(bounds, 0, x, y, z);
    while (top > 0) {
      if (stackDistance[--top] >= best) continue;
      let node = stack[top];
      while (count[node] === 0) {
        const left = boxDistance(bounds, 6 * (node + 1), x, y, z);
        const right = boxDistance(bounds, 6 * link[node], x, y, z);
        const leftFirst = left <= right;
        const far = leftFirst ? right : left;
        if (far < best) {
          stack[top] = leftFirst ? link[node] : node + 1;
          stackDistance[top++] = far;
        }
        if ((leftFirst ? left : right) >= best) {
          node = -1;
          break;
        }
        node = leftFirst ? node + 1 : link[node];
      }
      if (node < 0) continue;
      const last = link[node] + count[node];
      for (let slot = link[node]; slot < last; slot++) {
        closestOnTriangle(corners, 9 * slot, place, point);
        if (point[3] < best) {
          best = point[3];
          bestSlot = slot;
          bx = point[0];
          by = point[1];
          bz = point[2];
        }
      }
    }
    if (bestSlot < 0) return -1;
    out[0] = bx;
    out[1] = by;
    out[2] = bz;
    out[3] = Math.sqrt(best);
    return tree.triangleOfSlot[bestSlot];
  }
}

/** Builds the search structures for a surface; orient imported ones first (`orientedTriangles`). */
export function createSurfaceQuery(mesh: TriMesh): SurfaceQuery {
  return new SurfaceQuery(mesh);
}

/** Squared distance from a point to the box at `bounds[at .. at + 5]`; 0 inside. */
function boxDistance(bounds: Float64Array, at: number, x: number, y: number, z: number): number {
  let dx = 0;
  if (x < bounds[at]) dx = bounds[at] - x;
  else if (x > bounds[at + 3]) dx = x - bounds[at + 3];
  let dy = 0;
  if (y < bounds[at + 1]) dy = bounds[at + 1] - y;
  else if (y > bounds[at + 4]) dy = y - bounds[at + 4];
  let dz = 0;
  if (z < bounds[at + 2]) dz = bounds[at + 2] - z;
  else if (z > bounds[at + 5]) dz = z - bounds[at + 5];
  return dx * dx + dy * dy + dz * dz;
}

/** Signed solid angle of a triangle seen from a point (van Oosterom & Strackee 1983): positive when its back is seen. */
function solidAngle(corners: Float64Array, at: number, x: number, y: number, z: number): number {
  const ax = corners[at] - x;
  const ay = corners[at + 1] - y;
  const az = corners[at + 2] - z;
  const bx = ax + corners[at + 3];
  const by = ay + corners[at + 4];
  const bz = az + corners[at + 5];
  const cx = ax + corners[at + 6];
  const cy = ay + corners[at + 7];
  const cz = az + corners[at + 8];
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const numerator = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const denominator =
    la * lb * lc +
    (ax * bx + ay * by + az * bz) * lc +
    (bx * cx + by * cy + bz * cz) * la +
    (cx * ax + cy * ay + cz * az) * lb;
  return numerator === 0 ? 0 : 2 * Math.atan2(numerator, denominator);
}
