import type { ContactState } from '../collision/contactState.ts';
import type { KernelQueue } from '../kernels/threads/KernelQueue.ts';
import type { CarriedForce } from './terms/CarriedForce.ts';
import type { ImpulseSpread } from './ImpulseSpread.ts';
import type { ContactBalance } from './momenta/ContactBalance.ts';
import type { LoggedSystem } from './SteppedSystem.ts';

/**
 * A deformable body that is moved in substeps together with the bodies it may touch: solids, cloth. The numbers are the steps of
 * Irving 2007, 3.1. All vectors are xyz interleaved, one entry per vertex, SI; they are the same objects for the life of the body, so
 * that contact gathers from them and writes corrections into them between the phases.
 */
export interface SteppedBody extends LoggedSystem {
  /** x^n, m, and v^n, m/s: the state, which only `commit` changes. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** kg per vertex. */
  readonly masses: Float64Array;
  /** Flags that are not 0 for vertices whose motion is prescribed in the running substep; written by `predict`. */
  readonly constrained: Uint8Array;
  /** v~^{n+1/2}, m/s, which moves the positions: from `predict` to `integratePositions`. */
  readonly moveVelocity: Float64Array;
  /** x^{n+1}, m: from `integratePositions` to `commit`. */
  readonly nextPositions: Float64Array;
  /** v*^n, m/s, the velocity after the collisions of the move: from `integratePositions` to `integrateVelocities`. */
  readonly startVelocity: Float64Array;
  /** v^{n+1}, m/s: from `integrateVelocities` to `commit`. May be the same array as `moveVelocity` or `startVelocity`. */
  readonly nextVelocity: Float64Array;
  /** Whether it has `correctMove` and `correctVelocity` do something. */
  readonly keepsVolume?: boolean;
  /** What impulses on the surface do to the rest of the body within a substep; left out where that is nothing. */
  readonly impulses?: ImpulseSpread;
  /** What contact writes before `predict` for the solves of the substep; left out where it has no part in them. */
  readonly carried?: CarriedForce;
  /** Keeps the momentum of the body to what contact has brought; left out where nothing does. */
  readonly balance?: ContactBalance;
  /** Its contacts with colliders; left out where none act. */
  readonly contacts?: ContactState;
  /** Set by contact where it changes the motion of the running substep, so that the body does not take the momentum back; cleared by `predict` where it carries nothing. */
  touched: boolean;
  /**
   * Corrects `moveVelocity` between steps 2 and 3, in turn with contact with other bodies, to conserve the body's volume, and returns whether it had to. `round`: number of times that contact has
   * acted since, in this substep; `isLast`: what is left in this round may stay.
   */
  correctMove?(round: number, isLast: boolean, queue: KernelQueue): boolean;
  /** What the last `correctMove` found wrong with the volume of the body, as a share of it. */
  readonly moveError?: number;
  /** Corrects `nextVelocity` between step 7 and `commit`, in turn with contact, to conserve the body's volume; `isLast`: what is left in this round stays. */
  correctVelocity?(isLast: boolean, queue: KernelQueue): boolean;
  /** Whether the last correction of either velocity found so little wrong that what contact does next may end the rounds. */
  volumeIsSettled?(of: 'moveVelocity' | 'nextVelocity'): boolean;
  /**
   * Puts vertices that contact with other bodies has pushed into colliders back to where they were, in `nextPositions` after `integratePositions`, and flags them in `obstructed`, one entry per vertex. Returns whether there are any. Left
   * out where colliders do not act.
   */
  bringBack?(obstructed: Uint8Array): boolean;
  /** Ends the correction of either velocity when the queue has run, in which it may have left what it needs kernels for. */
  endCorrection?(of: 'moveVelocity' | 'nextVelocity'): void;
}
