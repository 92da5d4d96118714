import type { StepSpan } from '../../collision/StepSpan.ts';

/** A substep of a body, as its terms and its time scheme see it: one object for the life of the body, so that nothing is allocated. */
export interface Substep {
  /** s. */
  start: number;
  end: number;
  /** end - start, s. */
  dt: number;
  /** Positions at which the step of the scheme starts, m, xyz per vertex: the present ones, or what the scheme extrapolates from those before. */
  readonly from: Float64Array;
  /** Whether nothing is known to touch the body: contact with other bodies in this substep and the last. */
  untouched: boolean;
  /**
   * Whether boundaries that move with the body are solved for together with it, after `predict`: the velocity at the end of the substep is then found in one solve over all of it, about where it
   * starts, and moves the body.
   */
  met: boolean;
  /** Length of the step of the scheme, s: dt, or that of the step from `from` that comes to the same. */
  h: number;
}

/** How long a substep may be. One object for the life of the body. */
export interface StepLimit extends StepSpan {
  /** Mean velocity of the body, m/s. */
  readonly meanVelocity: Float64Array;
}

/**
 * Something that acts on a deformable body: elasticity with its damping, weight and drag, springs and constraints, contact, pressure, what a shot adds. A body is a list of terms, and a
 * time scheme that asks them; a term says only what it takes part in. Vectors are Float64Array, xyz per vertex, SI. Nothing allocates in a warm substep.
 */
export interface Term {
  /** Begins a frame, or a part of one. */
  beginInterval?(): void;
  /** Shortens `limit.longest` to the longest substep that is stable and accurate for the term from the present state. The terms before it have done so. */
  limitStep?(limit: StepLimit): void;
  /** Begins a substep. The terms before it have. */
  beginStep?(step: Substep): void;
  /** force += what it does explicitly at the positions `x` (m) and velocities `v` (m/s), N. Throws `StepFailure` where that is not finite. */
  addForce?(x: Float64Array, v: Float64Array, force: Float64Array): void;
  /** Returns the energy at the positions `x` (m), J, whose negative gradient `addForce` adds where the velocity is that of what it acts from. */
  energyAt?(x: Float64Array): number;
  /** force -= K dx, N: K is minus the derivative of `addForce` by the positions, N/m, and dx a displacement, m. */
  addDifferential?(dx: Float64Array, force: Float64Array): void;
  /** Ends the substep, whose positions and velocities are the state now. It cannot fail. */
  commit?(step: Substep): void;
  /** Forgets the running substep, wherever it failed. */
  rollback?(): void;
}
