import { signedSvd } from '../math/signedSvd.ts';
import type { CreatedModel } from '../materials/ConstitutiveModel.ts';

/** Numbers of one tangent. */
export const TANGENT_SIZE = 12;
/** Stretches closer than this have the limit of their difference quotient: its rounding error is then above that of the limit. */
const EQUAL = 1e-3;
/** Sum of two stretches at which the rotation between them is taken to be lost. */
const NO_SUM = 1e-6;
/** Pair stiffness above this many times that at rest comes from a vanishing denominator only. */
const MOST = 100;

/**
 * The derivative of the stress at a quadrature point in the frame of its stretches, made positive semidefinite (Teran et al. 2005): with
 * F = U diag(s) V^T and dG = U^T dF V, dP = U dQ V^T where dQ_ii = sum_j H_ij dG_jj and dQ_ij = alpha_ij dG_ij + beta_ij dG_ji.
 * H = d2W/ds2 is clamped by its eigenvalues; the symmetric part of a pair has stiffness (P_i - P_j) / (s_i - s_j), the skew one
 * (P_i + P_j) / (s_i + s_j), each clamped to >= 0. A small strain has no skew part, hence no stiffness of one.
 */
export class PrincipalTangent {
  /** H_00, H_11, H_22, H_01, H_02, H_12, alpha_01, alpha_02, alpha_12, beta_01, beta_02, beta_12, Pa. */
  readonly values = new Float64Array(TANGENT_SIZE);

  /** Largest stiffness of a pair, Pa; in an array, since a number that is handed over would be allocated. */
  private readonly most = new Float64Array(1);
  private readonly stress = new Float64Array(3);
  private readonly stiffness = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly eigenvalues = new Float64Array(3);
  private readonly v = new Float64Array(9);

  /** Writes `values` of `model` at the signed stretches `s`. */
  measure(model: CreatedModel, s: Float64Array): void {
    model.principalStress(s, this.stress);
    model.principalStiffness(s, this.stiffness);
    this.most[0] = MOST * (2 * model.mu + 3 * Math.max(model.lambda, 0));
    const turns = model.measure !== 'small-strain';
    this.measurePair(0, 1, 0, s, turns);
    this.measurePair(0, 2, 1, s, turns);
    this.measurePair(1, 2, 2, s, turns);
    this.clampStiffness();
    const { values, stiffness } = this;
    for (let i = 0; i < 3; i++) values[i] = stiffness[4 * i];
    values[3] = stiffness[1];
    values[4] = stiffness[2];
    values[5] = stiffness[5];
  }

  /** `turns`: whether the stress turns with the element, which the skew part of dG then does. */
  private measurePair(i: number, j: number, pair: number, s: Float64Array, turns: boolean): void {
    const { stress, stiffness, values } = this;
    const most = this.most[0];
    const difference = s[i] - s[j];
    const limit = 0.5 * (stiffness[4 * i] + stiffness[4 * j]) - stiffness[3 * i + j];
    let symmetric = Math.abs(difference) > EQUAL ? (stress[i] - stress[j]) / difference : limit;
    let skew = turns ? (stress[i] + stress[j]) / Math.max(s[i] + s[j], NO_SUM) : 0;
    symmetric = Math.min(Math.max(symmetric, 0), most);
    skew = Math.min(Math.max(skew, 0), most);
    values[6 + pair] = 0.5 * (symmetric + skew);
    values[9 + pair] = 0.5 * (symmetric - skew);
  }

  /** Replaces negative eigenvalues of H by zero. Most have none, which the leading minors tell. */
  private clampStiffness(): void {
    const { stiffness: h, u, eigenvalues, v } = this;
    const minor = h[0] * h[4] - h[1] * h[1];
    const determinant =
      h[0] * (h[4] * h[8] - h[5] * h[5]) - h[1] * (h[1] * h[8] - h[5] * h[2]) + h[2] * (h[1] * h[5] - h[4] * h[2]);
    if (h[0] > 0 && minor > 0 && determinant > 0) return;
    // Of a symmetric matrix the columns of U and V agree up to the sign of the eigenvalue.
    signedSvd(h, u, eigenvalues, v);
    h.fill(0);
    for (let k = 0; k < 3; k++) {
      const along = u[k] * v[k] + u[3 + k] * v[3 + k] + u[6 + k] * v[6 + k];
      const value = eigenvalues[k] * along;
      if (!(value > 0)) continue;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) h[3 * i + j] += value * v[3 * i + k] * v[3 * j + k];
      }
    }
  }
}
