import { mortonOrder } from './mortonOrder.ts';

/** Points in a leaf. */
const LEAF = 8;
/** Number of candidates above which they are searched through the tree. */
const CROWD = 96;

/**
 * Points in a binary tree of bounding boxes over a Z-curve, for the distance to the nearest one. Node 1 is the root, `node` has children
 * `2 node` and `2 node + 1`, and the last level holds the leaves.
 */
export class BoxTree {
  private readonly points: Float64Array;
  /** Low xyz, high xyz per node; an empty node has no extent anywhere (Infinity, -Infinity). */
  private readonly boxes: Float64Array;
  private readonly firstLeaf: number;
  readonly candidates = new Float64Array(3 * CROWD);
  candidateCount = 0;
  crowded = false;
  /** Every place of the box of `gather` has a point within this, m2; the reach where there is none. */
  squaredFarthest = 0;
  private readonly block = new Float64Array(6);
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

  /** Whether a box (low xyz, high xyz at `at`) comes within `reach` of that of all points along every axis. */
  near(boxes: Float64Array, at: number, reach: number): boolean {
    for (let k = 0; k < 3; k++) {
      if (boxes[at + k] - reach > this.boxes[9 + k] || boxes[at + k + 3] + reach < this.boxes[6 + k]) return false;
    }
    return true;
  }

  /**
   * Finds the points that can be the nearest one to something in a box (low xyz, high xyz at `at`) and lie within `reach` (m) of it: the
   * first `candidateCount` of `candidates`. `crowded` says that they are too many, and only some are listed.
   */
  gather(boxes: Float64Array, at: number, reach: number): void {
    for (let k = 0; k < 6; k++) this.block[k] = boxes[at + k];
    this.candidateCount = 0;
    this.crowded = false;
    this.squaredFarthest = reach * reach;
    this.gatherFrom(1);
    this.dropFar();
  }

  private gatherFrom(node: number): void {
    if (this.crowded || this.squaredToBlock(this.boxes, 6 * node, 3) > this.squaredFarthest) return;
    if (node >= this.firstLeaf) {
      const first = LEAF * (node - this.firstLeaf);
      const end = Math.min(this.points.length / 3, first + LEAF);
      for (let p = first; p < end; p++) this.gatherPoint(p);
      return;
    }
    this.gatherFrom(2 * node);
    this.gatherFrom(2 * node + 1);
  }

  private gatherPoint(p: number): void {
    const { points, block } = this;
    const squared = this.squaredToBlock(points, 3 * p, 0);
    if (squared > this.squaredFarthest) return;
    let farthest = 0;
    for (let k = 0; k < 3; k++) {
      const across = Math.max(points[3 * p + k] - block[k], block[k + 3] - points[3 * p + k]);
      farthest += across * across;
    }
    if (farthest < this.squaredFarthest) this.squaredFarthest = farthest;
    if (this.candidateCount === CROWD) this.dropFar();
    this.crowded = this.candidateCount === CROWD;
    if (this.crowded) return;
    for (let k = 0; k < 3; k++) this.candidates[3 * this.candidateCount + k] = points[3 * p + k];
    this.candidateCount++;
  }

  /** Drops candidates that are farther from the whole block than another one can be from any place in it. */
  private dropFar(): void {
    let kept = 0;
    for (let c = 0; c < this.candidateCount; c++) {
      if (this.squaredToBlock(this.candidates, 3 * c, 0) > this.squaredFarthest) continue;
      for (let k = 0; k < 3; k++) this.candidates[3 * kept + k] = this.candidates[3 * c + k];
      kept++;
    }
    this.candidateCount = kept;
  }

  /** Returns the squared distance from a box whose high corner stands `high` after its low one; 0 for a point. */
  private squaredToBlock(boxes: Float64Array, at: number, high: number): number {
    const { block } = this;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const beyond = Math.max(boxes[at + k] - block[k + 3], block[k] - boxes[at + k + high], 0);
      squared += beyond * beyond;
    }
    return squared;
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
