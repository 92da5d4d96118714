import { insideBox } from '../../collision/broadPhaseGrid.ts';
import type { PlacedCollider } from '../../collision/contactCollider.ts';
import { DISTANCE } from '../../collision/distances.ts';

/** Colliders and rigid bodies where they are at the end of a frame: points of whitewater stay outside of them and slide along them. */
export class WhitewaterObstacles {
  readonly count: number;
  /** Half the least extent of them, m: a longer way may lead through one unseen. Infinite without any. */
  readonly reach: number;
  private readonly placed: readonly PlacedCollider[];
  private readonly local = new Float64Array(3);
  private readonly surface = new Float64Array(4);
  private readonly body = new Float64Array(3);
  private readonly margin = new Float64Array(1);

  constructor(placed: readonly PlacedCollider[] = []) {
    this.placed = placed;
    this.count = placed.length;
    this.reach = Math.min(Infinity, ...placed.map(({ collider }) => leastExtent(collider.shape.bounds) / 2));
  }

  /** Puts a point at `x`, m, that is inside one onto its surface, and takes from `v`, m/s, what leads further in. Returns whether it was inside. */
  meet(x: Float64Array, v: Float64Array): boolean {
    const { surface, body } = this;
    let isMet = false;
    for (const obstacle of this.placed) {
      if (!this.isInside(obstacle, x)) continue;
      obstacle.signedDistanceAndNormal(x, 0, surface);
      obstacle.velocityAt(x, 0, body);
      const along = (v[0] - body[0]) * surface[0] + (v[1] - body[1]) * surface[1] + (v[2] - body[2]) * surface[2];
      for (let axis = 0; axis < 3; axis++) {
        x[axis] -= surface[DISTANCE] * surface[axis];
        if (along < 0) v[axis] -= along * surface[axis];
      }
      isMet = true;
    }
    return isMet;
  }

  private isInside(obstacle: PlacedCollider, x: Float64Array): boolean {
    obstacle.toLocal(x, 0, this.local);
    const { shape } = obstacle.collider;
    if (!insideBox(shape.bounds, this.margin, 0, this.local)) return false;
    shape.signedDistance(this.local, this.surface);
    return this.surface[DISTANCE] < 0;
  }
}

function leastExtent(bounds: Float64Array): number {
  return Math.min(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
}
