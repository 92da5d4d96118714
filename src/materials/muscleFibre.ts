import { packFibre } from './modelKernel.ts';
import type { FibreModel } from './FibreModel.ts';

/** Parameters of the tension along a muscle's fibres. */
export interface MuscleFibreShape {
  /** Greatest active tension sigma_max, Pa per undeformed area. */
  readonly peakStress: number;
  /** Stretch lambda_0 at which active tension is greatest. */
  readonly optimalStretch: number;
  /** Scale p of the passive tension p (exp(r (x - 1)) - 1), as a fraction of `peakStress`. */
  readonly passiveScale: number;
  readonly passiveRate: number;
  /** Stretch relative to the optimal one above which passive tension grows linearly; above 1. */
  readonly passiveLimit: number;
  /** How much active tension falls beyond the optimal stretch: 0 not at all, 1 as measured. */
  readonly descendingLimb: number;
}

/** Distance from the optimum, in optimal stretches, where the central parabola of f meets its tails. */
const TAIL = 0.4;
/** Distance from the optimum, in optimal stretches, where the tails end. */
const END = 0.6;
/** Half the curvature of the central parabola 1 - 4 d^2. */
const TOP = 4;
const FOOT = 9;

/**
 * Tension along the fibres of skeletal muscle over x = lambda / lambda_0 (Zajac 1989; Blemker, Pinsky and Delp 2005; Teran et al. 2005):
 *
 *     T = sigma_max (activation f(x) + g(x))     [Pa]
 *     f = 1 - 4 d^2 for d = |x - 1| < 0.4,  9 (0.6 - d)^2 up to 0.6,  0 beyond;     1 - k (1 - f) for x > 1
 *     g = 0 for x <= 1,  p (exp(r (x - 1)) - 1) up to `passiveLimit`,  its tangent beyond
 *
 * with k = `descendingLimb`. On the descending limb (k > 0) stretched parts weaken and stretch further: the material is unstable there.
 */
export function muscleFibre(shape: MuscleFibreShape): FibreModel {
  const { peakStress, optimalStretch, passiveScale: p, passiveRate: r, descendingLimb: fall } = shape;
  const limit = shape.passiveLimit - 1;
  const limitSlope = p * r * Math.exp(r * limit);
  const bell = (x: number): number => {
    const d = Math.abs(x - 1);
    const tail = Math.max(END - d, 0);
    const value = d < TAIL ? 1 - TOP * d * d : FOOT * tail * tail;
    return x > 1 ? 1 - fall * (1 - value) : value;
  };
  const bellSlope = (x: number): number => {
    const d = Math.abs(x - 1);
    const slope = d < TAIL ? -2 * TOP * d : -2 * FOOT * Math.max(END - d, 0);
    return x > 1 ? fall * slope : -slope;
  };
  /** Returns the integral of f from 1 to 1 + d, d >= 0, along the measured descending limb. */
  const half = (d: number): number => {
    const near = Math.min(d, TAIL);
    const far = Math.max(END - d, 0);
    const tail = d > TAIL ? (FOOT / 3) * ((END - TAIL) ** 3 - far ** 3) : 0;
    return near - (TOP / 3) * near ** 3 + tail;
  };
  const active = (x: number): number => (x > 1 ? (1 - fall) * (x - 1) + fall * half(x - 1) : -half(1 - x));
  const passive = (x: number): number => {
    const near = Math.min(Math.max(x - 1, 0), limit);
    const far = Math.max(x - 1 - limit, 0);
    const reached = p * (Math.exp(r * near) - 1);
    return p * ((Math.exp(r * near) - 1) / r - near) + far * (reached + 0.5 * limitSlope * far);
  };
  const restActive = active(1 / optimalStretch);
  const restPassive = passive(1 / optimalStretch);
  const inverseOptimal = 1 / optimalStretch;
  return {
    evaluate(at, out) {
      const x = at[0] * inverseOptimal;
      const d = x - 1;
      const near = Math.min(Math.max(d, 0), limit);
      const tension = p * (Math.exp(r * near) - 1) + limitSlope * Math.max(d - limit, 0);
      const stiffness = d <= 0 ? 0 : d < limit ? p * r * Math.exp(r * near) : limitSlope;
      out[0] = peakStress * optimalStretch * (at[1] * (active(x) - restActive) + passive(x) - restPassive);
      out[1] = peakStress * (at[1] * bell(x) + tension);
      out[2] = peakStress * inverseOptimal * (at[1] * bellSlope(x) + stiffness);
    },
    params: packFibre({
      peakStress,
      inverseOptimal,
      passiveScale: p,
      passiveRate: r,
      passiveEnd: limit,
      passiveEndSlope: limitSlope,
      descendingLimb: fall,
    }),
  };
}
