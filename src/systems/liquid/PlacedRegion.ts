import type { PlacedCollider } from '../../collision/contactCollider.ts';
import { DISTANCE } from '../../collision/distances.ts';

/** Share of a cell: how far within the box of a liquid a place counts that lies outside. */
const WITHIN = 0.5;

/**
 * The shape of a region where it is placed, in the box of a liquid. The cells of the box reach beyond its high sides by less than a cell, as there are only
 * whole ones: what lies there counts as the nearest place in the box, so that a region that fills the box fills its cells.
 */
export class PlacedRegion {
  readonly placed: PlacedCollider;
  private readonly high: readonly number[];
  private readonly last: readonly number[];
  private readonly point = new Float64Array(3);
  private readonly surface = new Float64Array(4);

  /** @param high the high corner of the box, xyz, m. @param h the edge of a cell, m. */
  constructor(placed: PlacedCollider, high: readonly number[], h: number) {
    this.placed = placed;
    this.high = high;
    this.last = high.map((corner) => corner - WITHIN * h);
  }

  /** Whether a place along an axis, m, lies beyond the box. */
  isBeyond(x: number, axis: number): boolean {
    return x > this.high[axis];
  }

  /** Returns the place along an axis that a place counts as, m. */
  within(x: number, axis: number): number {
    return this.isBeyond(x, axis) ? this.last[axis] : x;
  }

  /** Signed distance of a point (xyz, m, at `at`), m, negative inside. */
  distance(points: Float64Array, at: number): number {
    const { point, surface } = this;
    for (let axis = 0; axis < 3; axis++) point[axis] = this.within(points[at + axis], axis);
    this.placed.signedDistance(point, 0, surface);
    return surface[DISTANCE];
  }
}
