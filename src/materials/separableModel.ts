import type { PrincipalModel } from './ConstitutiveModel.ts';

/**
 * A function of one stretch with its first two derivatives, evaluated for three stretches: out[i] belongs to s[i]. Values are passed in arrays, so
 * that nothing is allocated per element.
 */
export interface StretchFunction {
  value(s: Float64Array, out: Float64Array): void;
  first(s: Float64Array, out: Float64Array): void;
  second(s: Float64Array, out: Float64Array): void;
}

/**
 * Returns the model of the form
 *
 *     W(s) = sum_i g(s_i) + lambda / 2 (sum_i l(s_i))^2
 *
 * where g (J/m3) is the energy of each stretch by itself and l (dimensionless, l(1) = 0, l' > 0) is the strain whose sum the
 * pressure resists. Hence
 *
 *     P_i  = g'(s_i) + lambda L l'(s_i),                                L = sum_k l(s_k)
 *     H_ij = delta_ij (g''(s_i) + lambda L l''(s_i)) + lambda l'(s_i) l'(s_j)
 *
 * Rotated linear, St. Venant-Kirchhoff, neo-Hookean and the cubic spline are all of this form. Where g falls below 1 and rises
 * above it, and lambda >= 0, rest is the only state without stress: if L > 0, P = 0 needs every g'(s_i) < 0, so every s_i < 1
 * and L < 0; likewise the other way round. No element can therefore come to rest flat, inverted or stretched.
 */
export function separableModel(g: StretchFunction, l: StretchFunction, lambda: number): PrincipalModel {
  const costs = new Float64Array(3);
  const strains = new Float64Array(3);
  const slopes = new Float64Array(3);
  const curvatures = new Float64Array(3);
  return {
    energyDensity(s, out) {
      g.value(s, costs);
      l.value(s, strains);
      const strain = strains[0] + strains[1] + strains[2];
      out[0] = costs[0] + costs[1] + costs[2] + 0.5 * lambda * strain * strain;
    },
    principalStress(s, out) {
      l.value(s, strains);
      l.first(s, slopes);
      g.first(s, out);
      const pressure = lambda * (strains[0] + strains[1] + strains[2]);
      for (let i = 0; i < 3; i++) out[i] += pressure * slopes[i];
    },
    principalStiffness(s, out) {
      l.value(s, strains);
      l.first(s, slopes);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) out[3 * i + j] = lambda * (slopes[i] * slopes[j]);
      }
      g.second(s, costs);
      l.second(s, curvatures);
      const pressure = lambda * (strains[0] + strains[1] + strains[2]);
      for (let i = 0; i < 3; i++) out[4 * i] += costs[i] + pressure * curvatures[i];
    },
  };
}
