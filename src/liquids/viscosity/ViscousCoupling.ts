import type { FaceArrays } from '../CellGrid.ts';

/**
 * Bodies that a viscous liquid sticks to, whose velocities a viscosity solve finds together with its own: that of a closed face is P v, a mean of what their vertices move by, and they add (v - v*)^T S (v - v*) / 2 to what
 * the solve makes least. S is what answers to forces, over that of the liquid of a cell. They keep the vectors of the conjugate gradients that are theirs. Vectors of faces hold the three face arrays of the grid one after the other.
 */
export interface ViscousCoupling {
  /** Largest change of a velocity that the preconditioned residual asks for, m/s, since `precondition`. */
  readonly left: number;
  /** Begins a solve for a step of `dt`, s. `residual`: at faces whose middle lies in solids by their `open` shares, what the stresses of the present velocities drive them by. */
  begin(residual: Float64Array, open: FaceArrays, dt: number): void;
  /** z = S^-1 r; returns r . z. */
  precondition(): number;
  /** d = z + beta d, and P d at closed faces of `direction`. */
  turn(beta: number, direction: Float64Array): void;
  /** Returns d . A d, where the stresses of `direction` drive closed faces by minus `image`. */
  curvature(image: Float64Array): number;
  /** v += alpha d, r -= alpha A d. */
  advance(alpha: number): void;
  /** Ends a solve: the bodies take their velocities. */
  end(): void;
}
