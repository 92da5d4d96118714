import type { CreatedModel } from '../materials/ConstitutiveModel.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

/** Stretch below which fibres have no direction left; no law pulls there. */
const NO_STRETCH = 1e-9;

/** Whether any element of the body has fibres that pull. */
export function hasFibres({ models, fibreDirections }: SolidBodyInput): boolean {
  return fibreDirections !== undefined && models.some(({ fibre }) => fibre !== undefined);
}

/**
 * The fibre of one quadrature point: d = F a (a the unit direction at rest) with its stretch lambda = |d|, what the material says of it, and the
 * stiffness matrix that follows. One object serves all points; nothing is allocated.
 */
export class FibreState {
  /** lambda and activation. */
  readonly at = new Float64Array(2);
  /** Energy (J/m3), tension T (Pa) and dT/dlambda (Pa). */
  readonly law = new Float64Array(3);
  /** d = F a. */
  readonly direction = new Float64Array(3);
  /**
   * Stiffness N of dP = N (dF a) a^T, xx xy xz yy yz zz, Pa. With n = d / lambda it is T / lambda (I - n n^T) + T' n n^T; the second term is left out where it is negative (Teran et al. 2005, robust
   * quasistatics), and T is never negative: N is positive semidefinite.
   */
  readonly stiffness = new Float64Array(6);

  /** Measures `at`, given `direction` and the activation, and the law there; false where nothing pulls. */
  measure({ fibre }: CreatedModel): boolean {
    const { at, direction: d, law } = this;
    at[0] = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (fibre === undefined) return false;
    fibre.evaluate(at, law);
    return at[0] > NO_STRETCH;
  }

  /** Writes `stiffness` of what was measured last. */
  measureStiffness(): void {
    const { at, direction: d, law, stiffness } = this;
    const across = law[1] / at[0];
    const along = (Math.max(law[2], 0) - across) / (at[0] * at[0]);
    stiffness[0] = across + along * d[0] * d[0];
    stiffness[1] = along * d[0] * d[1];
    stiffness[2] = along * d[0] * d[2];
    stiffness[3] = across + along * d[1] * d[1];
    stiffness[4] = along * d[1] * d[2];
    stiffness[5] = across + along * d[2] * d[2];
  }
}
