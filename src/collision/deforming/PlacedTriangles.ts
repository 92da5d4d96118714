import { closestOnTriangle } from '../../geometry/surfaceQuery/closestOnTriangle.ts';
import type { IntList } from '../selfContact/IntList.ts';
import type { TriangleTree } from './TriangleTree.ts';

/** Share of a triangle within which a closest point counts as on its edge. */
const ON_EDGE = 1e-9;

/** The closest point of a surface: its triangle, -1 where there is none, and the weights of its corners. */
export interface ClosestPoint {
  triangle: number;
  readonly weights: Float64Array;
  /** Unit direction from the closest point to the one that was asked of, outwards, then the signed distance, m. */
  readonly normal: Float64Array;
}

/** The corners of its triangle, as bits, between which a closest point lies: all of them where it is inside. */
export function cornersAt({ weights }: ClosestPoint): number {
  return (weights[0] > ON_EDGE ? 1 : 0) | (weights[1] > ON_EDGE ? 2 : 0) | (weights[2] > ON_EDGE ? 4 : 0);
}

/**
 * Triangles at one time, with the boxes of their tree. Distances are negative inside a closed surface, by the angle-weighted normals of Baerentzen and Aanaes
 * 2005; those of an open surface are never negative.
 */
export class PlacedTriangles {
  /** xyz per vertex, m. */
  readonly positions: Float64Array;
  readonly tree: TriangleTree;
  readonly isClosed: boolean;
  /** Min xyz, max xyz of each node. */
  private readonly boxes: Float64Array;
  private readonly stack: Int32Array;
  private readonly corners = new Float64Array(9);
  private readonly found = new Float64Array(4);
  private readonly best = new Float64Array(4);
  private readonly point = new Float64Array(3);
  private readonly normal = new Float64Array(3);

  constructor(tree: TriangleTree, positions: Float64Array, isClosed: boolean) {
    this.tree = tree;
    this.positions = positions;
    this.isClosed = isClosed;
    this.boxes = new Float64Array(6 * tree.first.length);
    this.stack = new Int32Array(2 * Math.ceil(Math.log2(tree.order.length + 1)) + 16);
  }

  /** Min xyz, max xyz, m. */
  get box(): Float64Array {
    return this.boxes;
  }

  /** Makes the boxes those of the present positions: from the last node to the first, children before their parents. */
  refit(): void {
    const { boxes } = this;
    const { right, first, count, order, triangles } = this.tree;
    for (let node = first.length - 1; node >= 0; node--) {
      const at = 6 * node;
      if (right[node] > 0) {
        const a = at + 6;
        const b = 6 * right[node];
        for (let axis = 0; axis < 3; axis++) {
          boxes[at + axis] = Math.min(boxes[a + axis], boxes[b + axis]);
          boxes[at + 3 + axis] = Math.max(boxes[a + 3 + axis], boxes[b + 3 + axis]);
        }
        continue;
      }
      boxes.fill(Infinity, at, at + 3);
      boxes.fill(-Infinity, at + 3, at + 6);
      for (let slot = first[node]; slot < first[node] + count[node]; slot++) {
        for (let corner = 3 * order[slot]; corner < 3 * order[slot] + 3; corner++) this.grow(at, triangles[corner]);
      }
    }
  }

  /** Finds the closest point to `points[at ..]`. */
  find(points: Float64Array, at: number, out: ClosestPoint): void {
    this.best[3] = Infinity;
    this.search(points, at, out);
  }

  /** Finds the closest point to `points[at ..]` where that is nearer than `limit[0]`, m; else there is none. */
  findNear(points: Float64Array, at: number, limit: Float64Array, out: ClosestPoint): void {
    this.best[3] = limit[0] * limit[0];
    this.search(points, at, out);
  }

  private search(points: Float64Array, at: number, out: ClosestPoint): void {
    const { stack, best, point, boxes } = this;
    const { right, first, count, order } = this.tree;
    for (let axis = 0; axis < 3; axis++) point[axis] = points[at + axis];
    out.triangle = -1;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (this.squareTo(node) >= best[3]) continue;
      if (right[node] === 0) {
        for (let slot = first[node]; slot < first[node] + count[node]; slot++) this.tryTriangle(order[slot], out);
        continue;
      }
      const near = this.squareTo(node + 1);
      const far = this.squareTo(right[node]);
      // The nearer child is looked at first: it stands on top.
      stack[depth++] = near <= far ? right[node] : node + 1;
      stack[depth++] = near <= far ? node + 1 : right[node];
    }
    if (boxes.length === 0 || out.triangle < 0) {
      out.normal.fill(0);
      out.normal[3] = Infinity;
      return;
    }
    this.writeWeights(out);
    this.writeNormal(out);
  }

  /** Finds the closest point of one triangle to `points[at ..]`. */
  findOn(triangle: number, points: Float64Array, at: number, out: ClosestPoint): void {
    const { point, corners, best } = this;
    for (let axis = 0; axis < 3; axis++) point[axis] = points[at + axis];
    this.loadCorners(triangle);
    closestOnTriangle(corners, 0, point, best);
    out.triangle = triangle;
    this.writeWeights(out);
    this.writeNormal(out);
  }

  /** Lists the triangles whose boxes overlap one, min xyz and max xyz, m, in the order of the tree. */
  listWithin(box: Float64Array, out: IntList): void {
    const { stack } = this;
    const { right, first, count, order } = this.tree;
    out.clear();
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      if (!this.overlaps(node, box)) continue;
      if (right[node] > 0) {
        stack[depth++] = right[node];
        stack[depth++] = node + 1;
        continue;
      }
      for (let slot = first[node]; slot < first[node] + count[node]; slot++) {
        if (this.reaches(order[slot], box)) out.push(order[slot]);
      }
    }
  }

  private overlaps(node: number, box: Float64Array): boolean {
    const { boxes } = this;
    for (let axis = 0; axis < 3; axis++) {
      if (boxes[6 * node + axis] > box[3 + axis] || boxes[6 * node + 3 + axis] < box[axis]) return false;
    }
    return true;
  }

  private reaches(triangle: number, box: Float64Array): boolean {
    const { positions: x } = this;
    const { triangles } = this.tree;
    const a = 3 * triangles[3 * triangle];
    const b = 3 * triangles[3 * triangle + 1];
    const c = 3 * triangles[3 * triangle + 2];
    for (let axis = 0; axis < 3; axis++) {
      if (Math.min(x[a + axis], x[b + axis], x[c + axis]) > box[3 + axis]) return false;
      if (Math.max(x[a + axis], x[b + axis], x[c + axis]) < box[axis]) return false;
    }
    return true;
  }

  private grow(at: number, vertex: number): void {
    const { boxes, positions } = this;
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * vertex + axis];
      if (value < boxes[at + axis]) boxes[at + axis] = value;
      if (value > boxes[at + 3 + axis]) boxes[at + 3 + axis] = value;
    }
  }

  /** Squared distance of `point` to the box of a node, m2. */
  private squareTo(node: number): number {
    const { boxes, point } = this;
    const at = 6 * node;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const off = Math.max(boxes[at + axis] - point[axis], point[axis] - boxes[at + 3 + axis], 0);
      square += off * off;
    }
    return square;
  }

  private loadCorners(triangle: number): void {
    const { corners, positions } = this;
    const { triangles } = this.tree;
    const a = 3 * triangles[3 * triangle];
    const b = 3 * triangles[3 * triangle + 1];
    const c = 3 * triangles[3 * triangle + 2];
    for (let axis = 0; axis < 3; axis++) {
      corners[axis] = positions[a + axis];
      corners[3 + axis] = positions[b + axis] - positions[a + axis];
      corners[6 + axis] = positions[c + axis] - positions[a + axis];
    }
  }

  private tryTriangle(triangle: number, out: ClosestPoint): void {
    const { corners, point, found, best } = this;
    this.loadCorners(triangle);
    closestOnTriangle(corners, 0, point, found);
    // Of several at the same distance the one with the smallest number counts, in whatever order they are visited.
    if (found[3] > best[3] || (found[3] === best[3] && triangle > out.triangle)) return;
    best.set(found);
    out.triangle = triangle;
  }

  /** Weights of the corners at the closest point in `best`. */
  private writeWeights({ triangle, weights }: ClosestPoint): void {
    const { corners, best } = this;
    this.loadCorners(triangle);
    let aa = 0;
    let ab = 0;
    let bb = 0;
    let ap = 0;
    let bp = 0;
    for (let axis = 0; axis < 3; axis++) {
      const p = best[axis] - corners[axis];
      const a = corners[3 + axis];
      const b = corners[6 + axis];
      aa += a * a;
      ab += a * b;
      bb += b * b;
      ap += a * p;
      bp += b * p;
    }
    const determinant = aa * bb - ab * ab;
    const scale = determinant > 0 ? 1 / determinant : 0;
    weights[1] = Math.min(1, Math.max(0, scale * (bb * ap - ab * bp)));
    weights[2] = Math.min(1 - weights[1], Math.max(0, scale * (aa * bp - ab * ap)));
    weights[0] = 1 - weights[1] - weights[2];
  }

  private writeNormal(out: ClosestPoint): void {
    const { point, best, normal } = this;
    const distance = Math.sqrt(best[3]);
    this.findOutward(out);
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += normal[axis] * (point[axis] - best[axis]);
    const sign = this.isClosed && along < 0 ? -1 : 1;
    for (let axis = 0; axis < 3; axis++) {
      out.normal[axis] = distance > 1e-12 ? (sign * (point[axis] - best[axis])) / distance : normal[axis];
    }
    out.normal[3] = sign * distance;
  }

  /** Writes the outward unit normal of the face, the edge or the corner that the closest point is on to `normal`. */
  private findOutward({ triangle, weights }: ClosestPoint): void {
    const { normal } = this;
    const { triangles, place, starts, corners } = this.tree;
    normal.fill(0);
    let count = 0;
    let low = 2;
    let high = 0;
    for (let corner = 0; corner < 3; corner++) {
      if (!(weights[corner] > ON_EDGE)) continue;
      count++;
      low = Math.min(low, corner);
      high = corner;
    }
    if (count !== 1 && count !== 2) this.addFace(triangle, 1);
    else {
      const first = place[triangles[3 * triangle + low]];
      const second = place[triangles[3 * triangle + high]];
      for (let k = starts[first]; k < starts[first + 1]; k++) {
        const face = Math.floor(corners[k] / 3);
        if (count === 1) this.addFace(face, this.angleAt(corners[k]));
        else if (this.hasPlace(face, second)) this.addFace(face, 1);
      }
    }
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const scale = length > 0 ? 1 / length : 0;
    for (let axis = 0; axis < 3; axis++) normal[axis] *= scale;
  }

  private hasPlace(face: number, wanted: number): boolean {
    const { triangles, place } = this.tree;
    for (let k = 3 * face; k < 3 * face + 3; k++) if (place[triangles[k]] === wanted) return true;
    return false;
  }

  /** normal += weight times the unit normal of a face. */
  private addFace(face: number, weight: number): void {
    const { corners: e, normal } = this;
    this.loadCorners(face);
    const x = e[4] * e[8] - e[5] * e[7];
    const y = e[5] * e[6] - e[3] * e[8];
    const z = e[3] * e[7] - e[4] * e[6];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return;
    normal[0] += (weight * x) / length;
    normal[1] += (weight * y) / length;
    normal[2] += (weight * z) / length;
  }

  /** Angle of a face at one of its corners, rad. */
  private angleAt(corner: number): number {
    const { positions } = this;
    const { triangles } = this.tree;
    const face = corner - (corner % 3);
    const o = 3 * triangles[corner];
    const a = 3 * triangles[face + ((corner + 1) % 3)];
    const b = 3 * triangles[face + ((corner + 2) % 3)];
    let aa = 0;
    let bb = 0;
    let ab = 0;
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[a + axis] - positions[o + axis];
      const y = positions[b + axis] - positions[o + axis];
      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
    return Math.acos(Math.min(1, Math.max(-1, ab / Math.sqrt(aa * bb || 1))));
  }
}
