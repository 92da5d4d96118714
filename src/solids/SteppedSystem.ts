import type { SubstepReport } from './SubstepLog.ts';

/**
 * What moves through time in substeps, together with what it interacts with; the `Step` of the simulation calls these in the order in which they stand. A phase that gives no usable
 * state throws `StepFailure`: the substep is then rolled back and tried again, shorter. Nothing allocates after warm-up.
 */
export interface SteppedSystem {
  /** Least number of substeps per frame. */
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  /** Whether substeps are as long as `maxStep` says where the system moves alone; else they are even parts of what is left of the interval. */
  readonly choosesSteps?: boolean;
  /** What the committed substeps of the running interval did, where the system notes them; valid until the next one. */
  readonly substeps?: readonly SubstepReport[];
  /** Begins a frame, or a part of one, from `start` to `end`, s. `cancelled` is for what works long within a substep. */
  beginInterval(start: number, end: number, cancelled?: () => boolean): void;
  /** Longest substep (s) from the present state at `start` that is stable and accurate; `end` (s) is the end of the interval. */
  maxStep(start: number, end: number): number;
  /** Finds how the system moves in a substep of `dt` from `start` to `end` (s), as far as it depends on the system alone. */
  predict(start: number, end: number, dt: number): void;
  /** Finds where the system comes to. One that moves absurdly far fails where it `mayRetry`. */
  integratePositions(mayRetry: boolean): void;
  /** Finds the velocities that it has then. */
  integrateVelocities(): void;
  /** Makes what was found the state. It cannot fail. */
  commit(): void;
  /** Forgets the running substep, wherever it failed. */
  rollback(): void;
  /** What to throw where the system asks for too many substeps at `time`, s; left out where bodies say it. */
  tooManySubsteps?(time: number): Error;
}

/** A system that notes its substeps. */
export interface LoggedSystem extends SteppedSystem {
  readonly substeps: readonly SubstepReport[];
}
