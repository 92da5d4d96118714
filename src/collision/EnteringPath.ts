import type { PlacedCollider } from './contactCollider.ts';
import { DISTANCE } from './distances.ts';

/** Least part of a path from one look to the next: what is thinner than this part of a long path may be missed. */
const LEAST_PART = 1 / 256;

/**
 * Follows points on straight paths beside a collider, at the end of a substep: a path through a thin part of it ends outside, and would pass for one that does not enter. Scratch for one path at a time.
 */
export class EnteringPath {
  /** Place at which the last path that enters a collider does so, m. */
  readonly place = new Float64Array(3);
  private readonly slack: number;
  private readonly surface = new Float64Array(4);
  /** Signed distance at which the present path begins, at most 0, m. In an array, where writing allocates nothing. */
  private readonly begun = new Float64Array(1);

  /** `slack`: depth, m, by which a path may lead into a collider. */
  constructor(slack: number) {
    this.slack = slack;
  }

  /**
   * Returns whether the path of a point from index `at` of `from` to the same of `to`, m, leads into the collider by more than the slack; of a point that begins inside, farther in by more than that.
   */
  enters(collider: PlacedCollider, from: Float64Array, to: Float64Array, at: number): boolean {
    const { surface, place, slack, begun } = this;
    let square = 0;
    for (let k = at; k < at + 3; k++) square += (to[k] - from[k]) * (to[k] - from[k]);
    if (!(square > 0)) return false;
    const length = Math.sqrt(square);
    const least = Math.max(slack / length, LEAST_PART);
    collider.signedDistance(from, at, surface);
    begun[0] = Math.min(surface[DISTANCE], 0);
    let reached = 0;
    while (reached < 1) {
      // The distance changes by no more than the point moves.
      reached = Math.min(1, reached + Math.max((surface[DISTANCE] - begun[0] + slack) / length, least));
      for (let axis = 0; axis < 3; axis++) place[axis] = from[at + axis] + reached * (to[at + axis] - from[at + axis]);
      collider.signedDistance(place, 0, surface);
      if (surface[DISTANCE] < begun[0] - slack) return true;
    }
    return false;
  }
}
