import { BoundingBall } from './BoundingBall.ts';
import { insideBox } from './broadPhaseGrid.ts';
import type { PlacedCollider } from './contactCollider.ts';
import type { StepSpan } from './StepSpan.ts';

/** Fraction of a collider's least extent that a vertex may move in a substep, so that it cannot pass through undetected. */
const COLLIDER_MOTION = 0.5;

/** Time-step limit that prevents tunnelling through thin colliders. */
export class TunnellingLimit {
  private readonly colliders: readonly PlacedCollider[];
  /** Smallest extent of each collider's bounds, m; infinite for unbounded ones. */
  readonly thicknesses: Float64Array;
  private readonly anyBounded: boolean;
  /** The ball around the body, and its centre in the axes of a collider, m. */
  private readonly ball = new BoundingBall();
  private readonly local = new Float64Array(3);
  private readonly reach = new Float64Array(1);

  constructor(colliders: readonly PlacedCollider[]) {
    this.colliders = colliders;
    this.thicknesses = Float64Array.from(colliders, ({ collider: { shape } }) => {
      const { bounds } = shape;
      return Math.min(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
    });
    this.anyBounded = this.thicknesses.some((thickness) => thickness < Infinity);
  }

  /**
   * Shortens a substep so that nothing that moves at up to its speed can pass through a collider that is reachable between its start and its end. `positions`: those of the body, m.
   */
  limitStep(span: StepSpan, positions: Float64Array): void {
    if (!this.anyBounded) return;
    const { start, end, speed } = span;
    this.ball.find(positions);
    for (let c = 0; c < this.colliders.length; c++) {
      if (this.thicknesses[c] === Infinity) continue;
      const collider = this.colliders[c];
      collider.place(start, end);
      const closing = speed + collider.originSpeed;
      if (!(closing > 0)) continue;
      collider.toLocal(this.ball.middle, 0, this.local);
      this.reach[0] = this.ball.radius[0] + closing * (end - start);
      const near = insideBox(collider.collider.shape.bounds, this.reach, 0, this.local);
      if (near) span.longest = Math.min(span.longest, (COLLIDER_MOTION * this.thicknesses[c]) / closing);
    }
  }
}
