import { add, log4, mul, mul2, mul3, select4, sub } from '../lanes';
import { square1, stiffnessOf, storeTriple } from '../materialMath';

/**
 * P_i = 2 a c - 2 b c^-3 - 2 (a - b) / c + slope d + lambda L / c with c = max(s_i, t), d = min(s_i - t, 0) and L = sum_k (log c_k + d_k / c_k).
 * Below the threshold t the model continues linearly.
 */
@unmanaged
export class MooneyRivlin {
  /** Moduli of the first and second invariant, Pa: mu = 2 (a + b). */
  a: f32;
  b: f32;
  /** The second Lame parameter, Pa. */
  lambda: f32;
  /** The threshold t. */
  threshold: f32;
  /** Curvature of the energy below the threshold, Pa. */
  slope: f32;

  stress(s0: v128, s1: v128, s2: v128, p: usize): void {
    const one = f32x4.splat(1.0);
    const zero = f32x4.splat(0.0);
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
      add(add(mul(slope, d0), this.stressAt(c0, i0)), mul(pressure, i0)),
      add(add(mul(slope, d1), this.stressAt(c1, i1)), mul(pressure, i1)),
      add(add(mul(slope, d2), this.stressAt(c2, i2)), mul(pressure, i2)),
    );
  }

  /** The model is the logarithmic one of mu = 2 (a - b), and 2 b (c - c^-3) more: c - c^-3 = (1 + c^-2) (c^2 - 1) / c. */
  tangent(s0: v128, s1: v128, s2: v128, h: usize, p: usize): void {
    const one = f32x4.splat(1.0);
    const zero = f32x4.splat(0.0);
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
      add(mul(slope, d0), mul(i0, add(mul(this.modulusAt(i0), square1(c0)), pressure))),
      add(mul(slope, d1), mul(i1, add(mul(this.modulusAt(i1), square1(c1)), pressure))),
      add(mul(slope, d2), mul(i2, add(mul(this.modulusAt(i2), square1(c2)), pressure))),
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
    return stiffnessOf(2.0 * (this.a + this.b), this.lambda);
  }

  /** 2 a c - 2 b c^-3 - 2 (a - b) / c for i = 1/c. */
  private stressAt(c: v128, i: v128): v128 {
    const a = f32x4.splat(2.0 * this.a);
    const b = f32x4.splat(2.0 * this.b);
    return sub(mul(a, c), mul(i, add(sub(a, b), mul(b, mul(i, i)))));
  }

  /** 2 (a - b) + 2 b (1 + c^-2) for i = 1/c. */
  private modulusAt(i: v128): v128 {
    const b = f32x4.splat(this.b + this.b);
    return add(this.logarithmicModulus(), mul(b, add(f32x4.splat(1.0), mul(i, i))));
  }

  private logarithmicModulus(): v128 {
    return f32x4.splat(this.a + this.a - (this.b + this.b));
  }

  /** Returns the part of dP_i/ds_i that the change of L leaves, for i = 1/c. */
  private slopeAt(s: v128, i: v128, pressure: v128): v128 {
    const one = f32x4.splat(1.0);
    const square = mul(i, i);
    const b = f32x4.splat(this.b + this.b);
    const quartic = add(one, mul(f32x4.splat(3.0), mul(square, square)));
    const above = sub(mul2(this.logarithmicModulus(), add(one, square), b, quartic), mul(pressure, square));
    return select4(f32x4.splat(this.slope), above, f32x4.lt(s, f32x4.splat(this.threshold)));
  }
}
