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
  const inverseOptimal = 1 / optimalStretch;
  /** Writes the integrals of f and g from x = 1 to that of the stretch at[0]; in arrays, where nothing is allocated. */
  const writeIntegrals = (at: Float64Array, out: Float64Array): void => {
    const d = at[0] * inverseOptimal - 1;
    const distance = Math.abs(d);
    const top = Math.min(distance, TAIL);
    const left = Math.max(END - distance, 0);
    const tail = distance > TAIL ? (FOOT / 3) * ((END - TAIL) ** 3 - left ** 3) : 0;
    const half = top - (TOP / 3) * top ** 3 + tail;
    const near = Math.min(Math.max(d, 0), limit);
    const far = Math.max(d - limit, 0);
    const reached = p * (Math.exp(r * near) - 1);
    out[0] = d > 0 ? (1 - fall) * d + fall * half : -half;
    out[1] = p * ((Math.exp(r * near) - 1) / r - near) + far * (reached + 0.5 * limitSlope * far);
  };
  const atRest = new Float64Array(2);
  writeIntegrals(Float64Array.of(1), atRest);
  const integrals = new Float64Array(2);
  return {
    evaluate(at, out) {
      const d = at[0] * inverseOptimal - 1;
      const distance = Math.abs(d);
      const left = Math.max(END - distance, 0);
      const bell = distance < TAIL ? 1 - TOP * d * d : FOOT * left * left;
      const fallSlope = distance < TAIL ? -2 * TOP * distance : -2 * FOOT * left;
      const active = d > 0 ? 1 - fall * (1 - bell) : bell;
      const activeSlope = d > 0 ? fall * fallSlope : -fallSlope;
      const near = Math.min(Math.max(d, 0), limit);
      const tension = p * (Math.exp(r * near) - 1) + limitSlope * Math.max(d - limit, 0);
      const stiffness = d <= 0 ? 0 : d < limit ? p * r * Math.exp(r * near) : limitSlope;
      writeIntegrals(at, integrals);
      out[0] = peakStress * optimalStretch * (at[1] * (integrals[0] - atRest[0]) + integrals[1] - atRest[1]);
      out[1] = peakStress * (at[1] * active + tension);
      out[2] = peakStress * inverseOptimal * (at[1] * activeSlope + stiffness);
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
