import { hypot3 } from '../math/hypot3.ts';
import { PlacedCollider, type ContactCollider } from './contactCollider.ts';
import { DISTANCE } from './distances.ts';
import { findBox } from './findBox.ts';

/** Share of an edge by which a vertex may be inside a collider before contact stops it: that is compressed at once, and what is crushed turns inside out. */
const DEEPEST = 0.25;
/** Substeps are shortened to this share of what is left of a frame: what comes faster than that, a collider that jumps or a body that breaks apart, crushes what it meets in any case. */
const SHORTEST = 1 / 64;

/** What may hit a collider. */
export interface HitBody {
  /** m, and m/s, xyz per vertex. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Not 0 for the vertices that others move. */
  readonly constrained: Uint8Array;
}

/** How long a substep may be for an impact not to crush the elements that it hits. */
export class ImpactLimit {
  private readonly colliders: readonly PlacedCollider[];
  /** m. */
  private readonly deepest: number;
  /** Bounding box of the body and its middle, m. */
  private readonly box = new Float64Array(6);
  private readonly middle = new Float64Array(3);
  /** Outward normal and signed distance, m. */
  private readonly surface = new Float64Array(4);
  /** m/s. */
  private readonly motion = new Float64Array(3);

  /** `edge`: mean edge of the elements, m. */
  constructor(colliders: readonly ContactCollider[], edge: number) {
    this.colliders = colliders.map((collider) => new PlacedCollider(collider));
    this.deepest = DEEPEST * edge;
  }

  /**
   * Longest substep, s, at most `longest`, in which no vertex goes farther into a collider than a quarter of an edge, as `body`, of which no vertex is faster than `speed` (m/s),
   * moves at `start` (s); or a 64th of the time until `end`, s, where that is longer. `colliding`: not 0 for the vertices that collide; left out where all do.
   */
  longestStep(
    start: number,
    end: number,
    longest: number,
    body: HitBody,
    speed: number,
    colliding?: Uint8Array,
  ): number {
    const shortest = SHORTEST * (end - start);
    if (this.colliders.length === 0 || longest <= shortest) return longest;
    const radius = this.findBall(body.positions);
    for (const collider of this.colliders) {
      collider.place(start, start);
      const way = (speed + collider.speedWithin(this.middle, 0, radius)) * longest;
      if (!(way > this.deepest)) continue;
      collider.signedDistance(this.middle, 0, this.surface);
      if (this.surface[DISTANCE] - radius < way) longest = this.beforeImpact(collider, longest, body, colliding);
    }
    return Math.max(longest, shortest);
  }

  private beforeImpact(collider: PlacedCollider, longest: number, body: HitBody, colliding?: Uint8Array): number {
    const { positions, velocities, constrained } = body;
    const { motion, surface, deepest } = this;
    for (let v = 0; v < constrained.length; v++) {
      if (constrained[v] !== 0 || colliding?.[v] === 0) continue;
      collider.velocityAt(positions, 3 * v, motion);
      for (let axis = 0; axis < 3; axis++) motion[axis] -= velocities[3 * v + axis];
      if (!(hypot3(motion[0], motion[1], motion[2]) * longest > deepest)) continue;
      collider.signedDistanceAndNormal(positions, 3 * v, surface);
      const closing = motion[0] * surface[0] + motion[1] * surface[1] + motion[2] * surface[2];
      const way = Math.max(surface[DISTANCE], 0) + deepest;
      if (closing * longest > way) longest = way / closing;
    }
    return longest;
  }

  /** Puts the centre of the body's bounding box into `middle`; half its diagonal, m. */
  private findBall(positions: Float64Array): number {
    const { box, middle } = this;
    findBox(positions, box);
    for (let axis = 0; axis < 3; axis++) middle[axis] = 0.5 * (box[axis] + box[3 + axis]);
    return 0.5 * hypot3(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  }
}
