import { add, mul, mul3, select4, sub } from '../lanes';
import { square1, stiffnessOf, storeTriple } from '../materialMath';

/**
 * P_i = mu c (c^2 - 1) + slope d + lambda L c with c = max(s_i, t), d = min(s_i - t, 0) and L = sum_k ((c_k^2 - 1)/2 + c_k d_k). Below the
 * threshold t the model continues linearly.
 */
@unmanaged
export class StVenantKirchhoff {
  /** Lame parameters, Pa. */
  mu: f32;
  lambda: f32;
  /** The threshold t. */
  threshold: f32;
  /** Curvature of the energy below the threshold, Pa. */
  slope: f32;

  stress(s0: v128, s1: v128, s2: v128, p: usize): void {
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
    const e0 = square1(c0);
    const e1 = square1(c1);
    const e2 = square1(c2);
    const strain = mul(f32x4.splat(0.5), add(add(e0, e1), e2));
    const pressure = mul(f32x4.splat(this.lambda), add(strain, mul3(c0, d0, c1, d1, c2, d2)));
    storeTriple(
      p,
      add(mul(slope, d0), mul(c0, add(mul(mu, e0), pressure))),
      add(mul(slope, d1), mul(c1, add(mul(mu, e1), pressure))),
      add(mul(slope, d2), mul(c2, add(mul(mu, e2), pressure))),
    );
  }

  tangent(s0: v128, s1: v128, s2: v128, h: usize, p: usize): void {
    this.stress(s0, s1, s2, p);
    const lambda = f32x4.splat(this.lambda);
    const threshold = f32x4.splat(this.threshold);
    const zero = f32x4.splat(0.0);
    const c0 = f32x4.max(s0, threshold);
    const c1 = f32x4.max(s1, threshold);
    const c2 = f32x4.max(s2, threshold);
    const d0 = f32x4.min(sub(s0, threshold), zero);
    const d1 = f32x4.min(sub(s1, threshold), zero);
    const d2 = f32x4.min(sub(s2, threshold), zero);
    const strain = mul(f32x4.splat(0.5), add(add(square1(c0), square1(c1)), square1(c2)));
    const pressure = mul(lambda, add(strain, mul3(c0, d0, c1, d1, c2, d2)));
    storeTriple(
      h,
      add(mul(lambda, mul(c0, c0)), this.slopeAt(s0, c0, pressure)),
      add(mul(lambda, mul(c1, c1)), this.slopeAt(s1, c1, pressure)),
      add(mul(lambda, mul(c2, c2)), this.slopeAt(s2, c2, pressure)),
    );
    storeTriple(h + 48, mul(lambda, mul(c0, c1)), mul(lambda, mul(c0, c2)), mul(lambda, mul(c1, c2)));
  }

  restStiffness(): v128 {
    return stiffnessOf(this.mu, this.lambda);
  }

  /** Returns the part of dP_i/ds_i that the change of L leaves. */
  private slopeAt(s: v128, c: v128, pressure: v128): v128 {
    const above = sub(mul(f32x4.splat(3.0), mul(c, c)), f32x4.splat(1.0));
    const threshold = f32x4.splat(this.threshold);
    return select4(f32x4.splat(this.slope), add(mul(f32x4.splat(this.mu), above), pressure), f32x4.lt(s, threshold));
  }
}
