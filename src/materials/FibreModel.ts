/**
 * What acts along the fibres of a transversely isotropic material, beside its isotropic part (Teran et al. 2005, section 4; Irving 2007,
 * 2.6.1). With the unit direction a at rest, lambda = |F a| and the energy Psi(lambda) per unit reference volume, the first
 * Piola-Kirchhoff stress grows by
 *
 *     P = (T / lambda) (F a) a^T,     T = dPsi/dlambda     [Pa]
 *
 * In the frame of the signed diagonalisation F = U S V^T this is S ((T / lambda) (V^T a) (V^T a)^T): S times a symmetric matrix, so that no
 * torque arises however the element is stretched, flat or inverted. T acts per undeformed area and is never negative: fibres pull and do not push.
 */
export interface FibreModel {
  /**
   * out = Psi (J/m3, zero at lambda = 1), T (Pa) and dT/dlambda (Pa) at the stretch lambda = at[0] >= 0 and the activation at[1] in [0, 1].
   * Through arrays, so that no number is allocated per element.
   */
  evaluate(at: Float64Array, out: Float64Array): void;
  /** Packed for the vector kernel, in the order of `fibreParams`. */
  readonly params: Float64Array;
}
