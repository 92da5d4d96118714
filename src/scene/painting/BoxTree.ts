import { mortonOrder } from './mortonOrder.ts';

/** Points in a leaf. */
const LEAF = 8;

/**
 * Points in a binary tree of bounding boxes over a Z-curve, for the distance to the nearest one. Node 1 is the root, `node` has children
 * `2 node` and `2 node + 1`, and the last level holds the leaves.
 */
export class BoxTree {
  private readonly points: Float64Array;
  /** Low xyz, high xyz per node; an empty node has no extent anywhere (Infinity, -Infinity). */
  private readonly boxes: Float64Array;
  private readonly firstLeaf: number;
  private readonly query = new Float64Array(3);
  private nearest = 0;
  private enough = 0;

  constructor(points: ArrayLike<number>) {
    const order = mortonOrder(points);
    this.points = new Float64Array(points.length);
    order.forEach((p, k) => {
      for (let axis = 0; axis < 3; axis++) this.points[3 * k + axis] = points[3 * p + axis];
    });
    this.firstLeaf = 2 ** Math.ceil(Math.log2(Math.max(1, Math.ceil(order.length / LEAF))));
    this.boxes = this.boundNodes();
  }

  private boundNodes(): Float64Array {
    const { points, firstLeaf } = this;
    const boxes = new Float64Array(12 * firstLeaf);
    for (let at = 0; at < boxes.length; at++) boxes[at] = at % 6 < 3 ? Infinity : -Infinity;
    for (let i = 0; i < points.length; i++) {
      const box = 6 * (firstLeaf + Math.floor(i / (3 * LEAF))) + (i % 3);
      boxes[box] = Math.min(boxes[box], points[i]);
      boxes[box + 3] = Math.max(boxes[box + 3], points[i]);
    }
    for (let node = firstLeaf - 1; node >= 1; node--) {
      for (let k = 0; k < 3; k++) {
        boxes[6 * node + k] = Math.min(boxes[12 * node + k], boxes[12 * node + 6 + k]);
        boxes[6 * node + k + 3] = Math.max(boxes[12 * node + k + 3], boxes[12 * node + 6 + k + 3]);
      }
    }
    return boxes;
  }

  /** Whether a box (low xyz, high xyz at `at`), widened by `reach`, meets that of all points. */
  near(box: Float64Array, at: number, reach: number): boolean {
    for (let k = 0; k < 3; k++) {
      if (box[at + k] - reach > this.boxes[6 + k + 3] || box[at + k + 3] + reach < this.boxes[6 + k]) return false;
    }
    return true;
  }

  /**
   * Squared distance to the nearest point, at most `reach` (squared); any value up to `enough` (squared) where a point lies that near.
   */
  squaredDistance(x: number, y: number, z: number, enough: number, reach: number): number {
    this.query[0] = x;
    this.query[1] = y;
    this.query[2] = z;
    this.nearest = reach;
    // With equal bounds, any point in reach is near enough.
    this.enough = Math.min(enough, reach * (1 - Number.EPSILON));
    this.visit(1);
    return this.nearest;
  }

  private visit(node: number): void {
    if (this.nearest <= this.enough) return;
    if (node >= this.firstLeaf) {
      this.visitLeaf(node - this.firstLeaf);
      return;
    }
    const left = 2 * node;
    const toLeft = this.squaredToBox(left);
    const toRight = this.squaredToBox(left + 1);
    const leftFirst = toLeft <= toRight;
    if (Math.min(toLeft, toRight) < this.nearest) this.visit(leftFirst ? left : left + 1);
    if (Math.max(toLeft, toRight) < this.nearest) this.visit(leftFirst ? left + 1 : left);
  }

  private visitLeaf(leaf: number): void {
    const { points, query } = this;
    const end = Math.min(points.length, 3 * LEAF * (leaf + 1));
    for (let i = 3 * LEAF * leaf; i < end; i += 3) {
      const dx = query[0] - points[i];
      const dy = query[1] - points[i + 1];
      const dz = query[2] - points[i + 2];
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared < this.nearest) this.nearest = squared;
    }
  }

  private squaredToBox(node: number): number {
    const { boxes, query } = this;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const beyond = Math.max(boxes[6 * node + k] - query[k], query[k] - boxes[6 * node + k + 3], 0);
      squared += beyond * beyond;
    }
    return squared;
  }
}
