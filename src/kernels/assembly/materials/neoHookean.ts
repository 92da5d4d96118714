import { add, log4, mul, mul3, select4, sub } from '../lanes';
import { square1, stiffnessOf, storeTriple } from '../materialMath';

/**
 * P_i = mu (c - 1/c) + slope d + lambda L / c with c = max(s_i, t), d = min(s_i - t, 0) and L = sum_k (log c_k + d_k / c_k). Below the threshold t
 * the model continues linearly.
 */
@unmanaged
export class NeoHookean {
  /** Lame parameters, Pa. */
  mu: f32;
  lambda: f32;
  /** The threshold t. */
  threshold: f32;
  /** Curvature of the energy below the threshold, Pa. */
  slope: f32;

  stress(s0: v128, s1: v128, s2: v128, p: usize): void {
    const one = f32x4.splat(1.0);
    const zero = f32x4.splat(0.0);
    const mu = f32x4.splat(this.mu);
    const slope = f32x4.splat(this.slope);
    const threshold = f32x4.splat(this.threshold);
    const c0 = f32x4.max(s0, threshold);
    const c1 = f32x4.max(s1, threshold);
    const c2 = f32x4.max(s2, threshold);
    const d0 = f32x4.min(sub(s0, threshold), zero);
    const d1 = f32x4.min(sub(s1, threshold), zero);
    const d2 = f32x4.min(sub(s2, threshold), zero);
    const i0 = f32x4.div(one, c0);
    const i1 = f32x4.div(one, c1);
    const i2 = f32x4.div(one, c2);
    const strain = add(add(log4(c0), log4(c1)), log4(c2));
    const pressure = mul(f32x4.splat(this.lambda), add(strain, mul3(i0, d0, i1, d1, i2, d2)));
    storeTriple(
      p,
      add(add(mul(slope, d0), mul(mu, mul(square1(c0), i0))), mul(pressure, i0)),
      add(add(mul(slope, d1), mul(mu, mul(square1(c1), i1))), mul(pressure, i1)),
      add(add(mul(slope, d2), mul(mu, mul(square1(c2), i2))), mul(pressure, i2)),
    );
  }

  tangent(s0: v128, s1: v128, s2: v128, h: usize, p: usize): void {
    const one = f32x4.splat(1.0);
    const zero = f32x4.splat(0.0);
    const mu = f32x4.splat(this.mu);
    const lambda = f32x4.splat(this.lambda);
    const slope = f32x4.splat(this.slope);
    const threshold = f32x4.splat(this.threshold);
    const c0 = f32x4.max(s0, threshold);
    const c1 = f32x4.max(s1, threshold);
    const c2 = f32x4.max(s2, threshold);
    const d0 = f32x4.min(sub(s0, threshold), zero);
    const d1 = f32x4.min(sub(s1, threshold), zero);
    const d2 = f32x4.min(sub(s2, threshold), zero);
    const i0 = f32x4.div(one, c0);
    const i1 = f32x4.div(one, c1);
    const i2 = f32x4.div(one, c2);
    const strain = add(add(log4(c0), log4(c1)), log4(c2));
    const pressure = mul(lambda, add(strain, mul3(i0, d0, i1, d1, i2, d2)));
    storeTriple(
      p,
      add(mul(slope, d0), mul(i0, add(mul(mu, square1(c0)), pressure))),
      add(mul(slope, d1), mul(i1, add(mul(mu, square1(c1)), pressure))),
      add(mul(slope, d2), mul(i2, add(mul(mu, square1(c2)), pressure))),
    );
    storeTriple(
      h,
      add(mul(lambda, mul(i0, i0)), this.slopeAt(s0, i0, pressure)),
      add(mul(lambda, mul(i1, i1)), this.slopeAt(s1, i1, pressure)),
      add(mul(lambda, mul(i2, i2)), this.slopeAt(s2, i2, pressure)),
    );
    storeTriple(h + 48, mul(lambda, mul(i0, i1)), mul(lambda, mul(i0, i2)), mul(lambda, mul(i1, i2)));
  }

  restStiffness(): v128 {
    return stiffnessOf(this.mu, this.lambda);
  }

  /** Returns the part of dP_i/ds_i that the change of L leaves, for i = 1/c. */
  private slopeAt(s: v128, i: v128, pressure: v128): v128 {
    const square = mul(i, i);
    const above = sub(mul(f32x4.splat(this.mu), add(f32x4.splat(1.0), square)), mul(pressure, square));
    return select4(f32x4.splat(this.slope), above, f32x4.lt(s, f32x4.splat(this.threshold)));
  }
}
