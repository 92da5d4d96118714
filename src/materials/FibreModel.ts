/**
 * Tension along the fibres of a transversely isotropic material, added to its isotropic part (Teran et al. 2005, section 4; Irving 2007,
 * 2.6.1). With the unit fibre direction a at rest, lambda = |F a| and the energy Psi(lambda) per unit reference volume, the first
 * Piola-Kirchhoff stress gains the term
 *
 *     P = (T / lambda) (F a) a^T,     T = dPsi/dlambda     [Pa]
 *
 * In the frame of the signed diagonalisation F = U S V^T this is S ((T / lambda) (V^T a) (V^T a)^T): S times a symmetric matrix, so that no
 * torque arises for any element, flat and inverted ones included. T is per undeformed area and never negative: fibres only pull.
 */
export interface FibreModel {
  /**
   * Writes out = Psi (J/m3, zero at lambda = 1), T (Pa) and dT/dlambda (Pa) for the stretch lambda = at[0] >= 0 and the activation at[1] in [0, 1].
   * Arguments and results are arrays, so that nothing is allocated per element.
   */
  evaluate(at: Float64Array, out: Float64Array): void;
  /** Parameters for the vector kernel, packed in the order of `fibreParams`. */
  readonly params: Float64Array;
}
