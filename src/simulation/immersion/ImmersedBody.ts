import type { CoupledSolid } from '../../coupling/CoupledSolid.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';

/** A solid of a shot as the liquid sees it that it moves with. */
export interface ImmersedBody extends CoupledSolid {
  /** Entity id. */
  readonly id: string;
  /** Largest speed of a vertex of the surface along an axis, m/s, at the start of the substep. */
  readonly speed: number;
  /** Returns whether it is what moves as this body of an island. */
  is(stepped: SteppedBody): boolean;
  /**
   * Settles contact with colliders under the pressure, once that is found. Returns true where contact changes by it and `mayRevise` says that the liquid can be asked again: the velocity is then again
   * one without the liquid.
   */
  settleContact(mayRevise: boolean): boolean;
  /** Keeps the pressure that was applied last: the liquid goes on from there. */
  commitPressure(): void;
  /** Takes the velocity without the liquid again: the liquid is asked again, because of this body or another one. */
  restoreFreeVelocity(): void;
  /** Ends the prediction: the velocity is final. */
  finish(): void;
}
