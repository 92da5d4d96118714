import type { StretchFunction } from './separableModel.ts';

/** Slopes in Pa; 0 < compression threshold < 1 < stretch threshold. */
export interface BiphasicSplineShape {
  readonly restSlope: number;
  readonly compressionThreshold: number;
  readonly compressionSlope: number;
  readonly stretchThreshold: number;
  readonly stretchSlope: number;
}

/** Coefficients, Pa: a1 x + a2 x^2 + a3 x^3 for x < 0, b1 x + b2 x^2 + b3 x^3 otherwise, linear outside [low, high]. */
export interface BiphasicSpline {
  readonly low: number;
  readonly high: number;
  readonly lowSlope: number;
  readonly highSlope: number;
  readonly a1: number;
  readonly a2: number;
  readonly a3: number;
  readonly b1: number;
  readonly b2: number;
  readonly b3: number;
}

/**
 * The stress p of one stretch s as a cubic spline with knots at the two thresholds and at rest, p(1) = 0, linear outside the
 * thresholds (Irving 2007, 2.6). The slope runs from `restSlope` (r) at 1 to the slope k at the threshold by a parabola that
 * arrives there with zero curvature, so p is C2 at the thresholds and C1 at rest, and its slope stays between the given ones: with
 * positive slopes the energy is convex for every s. With w the signed distance of the threshold from 1 and x = s - 1:
 *
 *     p' = k + (r - k)(1 - x/w)^2,      p = r x - (r - k)/w x^2 + (r - k)/(3 w^2) x^3
 */
export function biphasicSpline(shape: BiphasicSplineShape): BiphasicSpline {
  const { restSlope, compressionThreshold, compressionSlope, stretchThreshold, stretchSlope } = shape;
  const below = compressionThreshold - 1;
  const above = stretchThreshold - 1;
  return {
    low: compressionThreshold,
    high: stretchThreshold,
    lowSlope: compressionSlope,
    highSlope: stretchSlope,
    a1: restSlope,
    a2: (compressionSlope - restSlope) / below,
    a3: (restSlope - compressionSlope) / (3 * below * below),
    b1: restSlope,
    b2: (stretchSlope - restSlope) / above,
    b3: (restSlope - stretchSlope) / (3 * above * above),
  };
}

/** Returns the spline as a stretch function: energy (`value`, J/m3, the integral from 1), stress (`first`) and slope (`second`). */
export function splineEnergy(spline: BiphasicSpline): StretchFunction {
  const { low, high, lowSlope, highSlope, a1, a2, a3, b1, b2, b3 } = spline;
  const cubic = (x: number): number => (x < 0 ? x * (a1 + x * (a2 + x * a3)) : x * (b1 + x * (b2 + x * b3)));
  const integral = (x: number): number =>
    x < 0 ? x * x * (a1 / 2 + x * (a2 / 3 + (x * a3) / 4)) : x * x * (b1 / 2 + x * (b2 / 3 + (x * b3) / 4));
  const slope = (x: number): number => (x < 0 ? a1 + x * (2 * a2 + x * 3 * a3) : b1 + x * (2 * b2 + x * 3 * b3));
  const clamped = (s: number): number => Math.min(Math.max(s, low), high) - 1;
  const outside = (s: number): number => Math.min(s - low, 0) + Math.max(s - high, 0);
  const outerSlope = (s: number): number => (s < 1 ? lowSlope : highSlope);
  return {
    value(s, out) {
      for (let i = 0; i < 3; i++) {
        const x = clamped(s[i]);
        const d = outside(s[i]);
        out[i] = integral(x) + d * (cubic(x) + 0.5 * outerSlope(s[i]) * d);
      }
    },
    first(s, out) {
      for (let i = 0; i < 3; i++) out[i] = cubic(clamped(s[i])) + outerSlope(s[i]) * outside(s[i]);
    },
    second(s, out) {
      for (let i = 0; i < 3; i++) out[i] = s[i] < low || s[i] > high ? outerSlope(s[i]) : slope(clamped(s[i]));
    },
  };
}
