import type { PrincipalModel } from './ConstitutiveModel.ts';

/** A function of one stretch with its first two derivatives. */
export interface StretchFunction {
  value(s: number): number;
  first(s: number): number;
  second(s: number): number;
}

/**
 * Models of the form
 *
 *     W(s) = sum_i g(s_i) + lambda / 2 (sum_i l(s_i))^2
 *
 * where g (J/m3) is what each stretch costs by itself and l (a pure number, l(1) = 0, l' > 0) is the strain whose sum the
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
  const totalStrain = (s: Float64Array): number => l.value(s[0]) + l.value(s[1]) + l.value(s[2]);
  return {
    energyDensity(s) {
      const strain = totalStrain(s);
      return g.value(s[0]) + g.value(s[1]) + g.value(s[2]) + 0.5 * lambda * strain * strain;
    },
    principalStress(s, out) {
      const pressure = lambda * totalStrain(s);
      for (let i = 0; i < 3; i++) out[i] = g.first(s[i]) + pressure * l.first(s[i]);
    },
    principalStiffness(s, out) {
      const pressure = lambda * totalStrain(s);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) out[3 * i + j] = lambda * (l.first(s[i]) * l.first(s[j]));
        out[4 * i] += g.second(s[i]) + pressure * l.second(s[i]);
      }
    },
  };
}
