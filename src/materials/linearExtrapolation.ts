import { assert } from '../base/errors.ts';
import type { StretchFunction } from './separableModel.ts';

/**
 * Lower bound of the principal stiffness of an extended model, as a fraction of mu, where all three principal stretches are beyond the
 * threshold. Zero would suffice for a stress that does not weaken; a clearly positive value makes the restoring stress grow with
 * inversion (with constant extrapolation inversion can grow without bound).
 */
const DEFINITENESS_FLOOR = 1;

export interface LinearExtrapolation {
  readonly g: StretchFunction;
  readonly l: StretchFunction;
  /** Curvature of g beyond the threshold, Pa. */
  readonly slope: number;
}

/**
 * Continues a separable model W = sum g(s_i) + lambda/2 (sum l(s_i))^2 past a compression threshold so that its stress is
 * linear in the stretches beyond it, through the flat state and into inversion (Irving 2007, 2.6 and 2.14).
 *
 * Extrapolating the stress field itself, P(c) + H(c)(s - c) with c = max(s, threshold), is not the gradient of any energy when
 * only some stretches are beyond the threshold, because H(c) varies with the others (Stomakhin et al. 2012, section 3).
 * So the energy is extended instead: below the threshold t, l continues as its tangent and g as a parabola,
 *
 *     l(s) = l(t) + l'(t) (s - t),     g(s) = g(t) + g'(t) (s - t) + a/2 (s - t)^2
 *
 * The stress stays the exact gradient of a C1 energy, and on the block of extended stretches the stress derivative is the
 * constant matrix A = a I + lambda l'(t)^2 (1 1^T). With one stretch beyond the threshold, the others free, P is Irving's
 * extrapolation with the derivative taken at (t, 1, 1): a = g''(t) + lambda l(t) l''(t) makes the stress C1 there.
 * A has the eigenvalues a, a and a + 3 lambda l'(t)^2; it is projected to be positive definite by raising a until the
 * smallest is at least `DEFINITENESS_FLOOR` mu (raising all three alike keeps the form separable and symmetric).
 *
 * `mu`, `lambda` in Pa, 0 < threshold < 1.
 */
export function extrapolateLinearly(
  g: StretchFunction,
  l: StretchFunction,
  mu: number,
  lambda: number,
  threshold: number,
): LinearExtrapolation {
  assert(threshold > 0 && threshold < 1, 'the compression threshold must lie in (0, 1)', { threshold });
  const strain = atOne(l.value, threshold);
  const strainSlope = atOne(l.first, threshold);
  const tangent = atOne(g.second, threshold) + lambda * strain * atOne(l.second, threshold);
  const pressureSlope = lambda * strainSlope * strainSlope;
  const slope = Math.max(tangent, DEFINITENESS_FLOOR * mu - 3 * Math.min(pressureSlope, 0));
  return { g: continueBelow(g, threshold, slope), l: continueBelow(l, threshold, 0), slope };
}

/** Returns f above the threshold, and below it the parabola with f's value and slope at the threshold and the given curvature. */
function continueBelow(f: StretchFunction, threshold: number, curvature: number): StretchFunction {
  const valueAt = atOne(f.value, threshold);
  const firstAt = atOne(f.first, threshold);
  return {
    value(s, out) {
      f.value(s, out);
      for (let i = 0; i < 3; i++) {
        const d = s[i] - threshold;
        if (d < 0) out[i] = valueAt + d * (firstAt + 0.5 * curvature * d);
      }
    },
    first(s, out) {
      f.first(s, out);
      for (let i = 0; i < 3; i++) {
        const d = s[i] - threshold;
        if (d < 0) out[i] = firstAt + curvature * d;
      }
    },
    second(s, out) {
      f.second(s, out);
      for (let i = 0; i < 3; i++) if (s[i] < threshold) out[i] = curvature;
    },
  };
}

function atOne(f: StretchFunction['value'], stretch: number): number {
  const out = new Float64Array(3);
  f(new Float64Array(3).fill(stretch), out);
  return out[0];
}
