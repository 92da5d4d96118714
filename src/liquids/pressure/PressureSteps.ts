import type { PressureCoupling } from './PressureCoupling.ts';

/** The steps of conjugate gradients for a pressure matrix, and the vectors that they work on. */
export interface PressureSteps {
  /** Takes the matrix as it stands, and what is added to it; the preconditioner knows nothing of that. */
  update(coupling?: PressureCoupling): void;
  /** Begins a solve at `x` with what is left of the right-hand side there, both 0 where there are no unknowns. */
  begin(residual: Float64Array, x: Float64Array): void;
  /** Preconditions the residual; gives the product of both. */
  precondition(): number;
  /** The next direction: the preconditioned residual and `beta` times the last direction. Gives its product with its image. */
  turn(beta: number): number;
  /** Moves the solution along the direction, and the residual along its image; gives the largest number that is left. */
  step(alpha: number): number;
  /** Writes the solution to the unknowns of `x`. */
  finish(x: Float64Array): void;
}
