import { hypot3 } from '../math/hypot3.ts';
import { placedCollider, type ContactCollider, type PlacedCollider } from './contactCollider.ts';
import { DISTANCE } from './distances.ts';
import type { StepSpan } from './StepSpan.ts';
import { BoundingBall } from './BoundingBall.ts';

/** Largest penetration before contact stops a vertex, as a fraction of the mean edge: penetration is compression at once, and strong compression inverts elements. */
const DEEPEST = 0.25;
/** Substeps are not shortened below this fraction of the rest of the frame: at still higher speeds (a collider that jumps, a body that breaks apart) elements invert anyway. */
const SHORTEST = 1 / 64;

/** Body that may hit a collider. */
export interface HitBody {
  /** Positions, m, and velocities, m/s, xyz per vertex. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Non-zero for vertices whose motion is prescribed. */
  readonly constrained: Uint8Array;
}

/** Time-step limit before an impact, which keeps elements from being inverted by it. */
export class ImpactLimit {
  private readonly colliders: readonly PlacedCollider[];
  /** Largest penetration, m. */
  private readonly deepest: number;
  /** The ball around the body. */
  private readonly ball = new BoundingBall();
  /** Outward normal and signed distance, m. */
  private readonly surface = new Float64Array(4);
  /** Velocity of the collider relative to a vertex, m/s. */
  private readonly motion = new Float64Array(3);

  /** `edge`: mean edge of the elements, m. */
  constructor(colliders: readonly ContactCollider[], edge: number) {
    this.colliders = colliders.map(placedCollider);
    this.deepest = DEEPEST * edge;
  }

  /**
   * Shortens a substep of a body so that no vertex penetrates a collider by more than a quarter of an edge; a 64th of the interval that is left stays. `colliding`: non-zero for vertices that
   * collide; left out where all do.
   */
  limitStep(span: StepSpan, body: HitBody, colliding?: Uint8Array): void {
    const { start, end, speed } = span;
    const shortest = SHORTEST * (end - start);
    if (this.colliders.length === 0 || span.longest <= shortest) return;
    const { ball } = this;
    ball.find(body.positions);
    for (const collider of this.colliders) {
      collider.place(start, start);
      const way = (speed + collider.speedWithin(ball)) * span.longest;
      if (!(way > this.deepest)) continue;
      collider.signedDistance(ball.middle, 0, this.surface);
      if (this.surface[DISTANCE] - ball.radius[0] < way) this.endBeforeImpact(collider, span, body, colliding);
    }
    span.longest = Math.max(span.longest, shortest);
  }

  private endBeforeImpact(collider: PlacedCollider, span: StepSpan, body: HitBody, colliding?: Uint8Array): void {
    let { longest } = span;
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
    span.longest = longest;
  }
}
