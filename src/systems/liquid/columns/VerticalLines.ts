import type { PlacedCollider } from '../../../collision/contactCollider.ts';
import { DISTANCE } from '../../../collision/distances.ts';

/** Shortest way along a vertical line, in cells: how far a height may be off. */
const STEP = 1e-3;

/** Finds where vertical lines enter placed shapes, by steps as long as the distance to the shape (sphere tracing: Hart 1996). */
export class VerticalLines {
  private readonly step: number;
  private readonly point = new Float64Array(3);
  private readonly surface = new Float64Array(4);

  /** `h`: edge of a cell, m. */
  constructor(h: number) {
    this.step = STEP * h;
  }

  /** Returns the height at which the line at x and z, going from the height `from` to `to`, m, first is in the shape; undefined where it never is. */
  enters(placed: PlacedCollider, x: number, z: number, from: number, to: number): number | undefined {
    const { point, surface, step } = this;
    const way = Math.sign(to - from);
    point[0] = x;
    point[2] = z;
    for (let y = from; way * (to - y) >= 0; y += way * Math.max(surface[DISTANCE], step)) {
      point[1] = y;
      placed.signedDistance(point, 0, surface);
      if (surface[DISTANCE] <= step) return y;
    }
    return undefined;
  }
}
