import { assert } from '../../base/errors.ts';
import type { CreatedModel } from '../../materials/ConstitutiveModel.ts';

/** Stretches across the sheet between which the one without stress is looked for. */
const THINNEST = 1e-3;
const THICKEST = 1e3;
const ROUNDS = 60;
/** Stress across the sheet that counts as none, over the stiffness at rest. */
const NEGLIGIBLE = 1e-13;

/**
 * A constitutive model in the plane of a thin sheet (Irving 2007, 2.8; Bonet and Wood 2008, section 6.6): the stretch s3 across the sheet is the one without stress across it, P3(s1, s2, s3) = 0 (plane
 * stress), and no less than 1/1000. Then W(s1, s2, s3) is the energy, P_a = dW/ds_a its gradient in the plane, and H_ab - H_a3 H_3b / H_33 the derivative of that. The model is created with the stretching stiffness E t (N/m)
 * in the place of E, so that W is per area, J/m2, and P per width, N/m. Of rotated linear elasticity this is P = 2 mu (s - 1) + lambda' (s1 + s2 - 2) with lambda' = E t nu / (1 - nu^2).
 */
export class PlaneStress {
  /** Energy, J/m2; like the others in an array, where nothing is allocated. */
  readonly energy = new Float64Array(1);
  /** P1 and P2, N/m. */
  readonly stress = new Float64Array(2);
  /** H_11, H_22, H_12, N/m. */
  readonly stiffness = new Float64Array(3);
  private readonly model: CreatedModel;
  private readonly negligible: number;
  /** -ds3/ds1 of linear elasticity, where the search begins. */
  private readonly thinning: number;
  private isThinnest = false;
  private readonly s = new Float64Array(3);
  private readonly principal = new Float64Array(3);
  private readonly tangent = new Float64Array(9);

  constructor(model: CreatedModel) {
    assert(model.fibre === undefined && model.measure === undefined, 'a sheet takes isotropic models of stretches');
    this.model = model;
    this.negligible = NEGLIGIBLE * (2 * model.mu + 3 * Math.abs(model.lambda));
    this.thinning = model.lambda / (model.lambda + 2 * model.mu);
  }

  /** Measures `stress` at the stretches s1 and s2 of a triangle, two each in `stretches`; the second may be negative. */
  measure(stretches: Float64Array, triangle: number): void {
    const { stress, principal } = this;
    this.findAcross(stretches, triangle);
    stress[0] = principal[0];
    stress[1] = principal[1];
  }

  /** Measures `stress` and `stiffness` there. */
  measureStiffness(stretches: Float64Array, triangle: number): void {
    const { model, s, tangent: h, stiffness } = this;
    this.measure(stretches, triangle);
    model.principalStiffness(s, h);
    // A sheet that is as thin as it may be has a constant s3.
    const across = this.isThinnest ? Infinity : h[8];
    stiffness[0] = h[0] - (h[2] * h[6]) / across;
    stiffness[1] = h[4] - (h[5] * h[7]) / across;
    stiffness[2] = h[1] - (h[2] * h[7]) / across;
  }

  /** Measures `energy` there. */
  measureEnergy(stretches: Float64Array, triangle: number): void {
    this.findAcross(stretches, triangle);
    this.model.energyDensity(this.s, this.energy);
  }

  /** Finds s3 by Newton steps that stay between bounds of it, halving these where they do not: P3 grows with s3. The lower bound is no place that was tried until P3 < 0 there. */
  private findAcross(stretches: Float64Array, triangle: number): void {
    const { model, s, principal, tangent, negligible } = this;
    let low = 0;
    let high = THICKEST;
    s[0] = stretches[2 * triangle];
    s[1] = stretches[2 * triangle + 1];
    s[2] = Math.max(THINNEST, 1 - this.thinning * (s[0] + s[1] - 2));
    for (let round = 0; round < ROUNDS; round++) {
      model.principalStress(s, principal);
      const stress = principal[2];
      this.isThinnest = s[2] <= THINNEST && stress >= 0;
      if (this.isThinnest || Math.abs(stress) <= negligible) return;
      if (stress > 0) high = s[2];
      else low = s[2];
      model.principalStiffness(s, tangent);
      const newton = Math.max(THINNEST, s[2] - stress / tangent[8]);
      const inside = tangent[8] > 0 && newton > low && newton < high;
      const after = inside ? newton : Math.max(THINNEST, 0.5 * (low + high));
      if (after === s[2]) return;
      s[2] = after;
    }
  }
}
