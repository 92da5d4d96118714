import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { VelocityStep } from '../../solids/VelocityStep.ts';

/** A deformable body that boundaries may meet, between its prediction and its end. Vectors are xyz per vertex. */
export interface DeformableAnswer {
  /** kg per vertex. */
  readonly masses: Float64Array;
  /** Positions at the start of the substep, m. */
  readonly positions: Float64Array;
  /** The velocity that was predicted, m/s, and that the solve changes. */
  readonly moveVelocity: Float64Array;
  /** The velocity step that predicted it. */
  readonly step: VelocityStep;
  /** Whether anything else holds the body: it then does not get back momentum that solves lose. */
  readonly isHeld: boolean;
}

/** A deformable body in a joint velocity solve, which looks for a change of its predicted velocity. */
export class MetBody {
  readonly answer: DeformableAnswer;
  /** Predicted velocity, m/s, and the change of it. */
  readonly start: Float64Array;
  readonly change: Float64Array;
  /** Vectors of the solve, impulses (N s) and changes of velocity. */
  readonly residual: Float64Array;
  readonly direction: Float64Array;
  readonly image: Float64Array;
  readonly preconditioned: Float64Array;
  /** Mean diagonal of the matrix per vertex, kg. */
  readonly diagonal: Float64Array;
  /** Whether a boundary presses on it in the running substep. */
  acts = false;

  constructor(answer: DeformableAnswer) {
    const count = answer.masses.length;
    const vectors = () => new Float64Array(3 * count);
    this.answer = answer;
    this.start = vectors();
    this.change = vectors();
    this.residual = vectors();
    this.direction = vectors();
    this.image = vectors();
    this.preconditioned = vectors();
    this.diagonal = new Float64Array(count);
  }

  get constraints(): VelocityConstraints {
    return this.answer.step.constraints;
  }

  /** Begins at the velocity that was predicted. */
  begin(): void {
    this.acts = false;
    this.start.set(this.answer.moveVelocity);
    this.change.fill(0);
  }

  /** Makes its matrix ready, once it is known that something presses on it. */
  ready(): void {
    if (this.acts) return;
    this.acts = true;
    this.answer.step.matrix.renew();
    this.answer.step.matrix.writeDiagonal(this.diagonal);
  }

  /** The changed velocity becomes the body's. */
  end(): void {
    const { start, change } = this;
    const { moveVelocity } = this.answer;
    if (!this.acts) return;
    for (let k = 0; k < start.length; k++) moveVelocity[k] = start[k] + change[k];
  }
}
