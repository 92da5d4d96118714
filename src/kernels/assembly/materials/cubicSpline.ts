import { add, mul, select4, sub } from '../lanes';
import { storeTriple, traceStrain } from '../materialMath';

/**
 * Biphasic cubic spline with linear pressure: P_i = g(s_i) + lambda sum_k (s_k - 1). With x = clamp(s, low, high) - 1, g = a1 x + a2 x^2 + a3 x^3 for
 * x < 0, b1 x + b2 x^2 + b3 x^3 otherwise, plus lowSlope min(s - low, 0) plus highSlope max(s - high, 0). Coefficients and slopes in Pa.
 */
@unmanaged
export class CubicSpline {
  lambda: f32;
  low: f32;
  high: f32;
  lowSlope: f32;
  highSlope: f32;
  a1: f32;
  a2: f32;
  a3: f32;
  b1: f32;
  b2: f32;
  b3: f32;

  stress(s0: v128, s1: v128, s2: v128, p: usize): void {
    const pressure = mul(f32x4.splat(this.lambda), traceStrain(s0, s1, s2));
    storeTriple(
      p,
      add(pressure, this.stressAt(s0)),
      add(pressure, this.stressAt(s1)),
      add(pressure, this.stressAt(s2)),
    );
  }

  tangent(s0: v128, s1: v128, s2: v128, h: usize, p: usize): void {
    this.stress(s0, s1, s2, p);
    const lambda = f32x4.splat(this.lambda);
    storeTriple(h, add(lambda, this.slopeAt(s0)), add(lambda, this.slopeAt(s1)), add(lambda, this.slopeAt(s2)));
    storeTriple(h + 48, lambda, lambda, lambda);
  }

  restStiffness(): v128 {
    const lambda = f32x4.max(f32x4.splat(this.lambda), f32x4.splat(0.0));
    return add(f32x4.splat(this.a1), mul(f32x4.splat(3.0), lambda));
  }

  private stressAt(s: v128): v128 {
    const zero = f32x4.splat(0.0);
    const low = f32x4.splat(this.low);
    const high = f32x4.splat(this.high);
    const x = sub(f32x4.min(f32x4.max(s, low), high), f32x4.splat(1.0));
    const compressed = f32x4.lt(x, zero);
    const k1 = select4(f32x4.splat(this.a1), f32x4.splat(this.b1), compressed);
    const k2 = select4(f32x4.splat(this.a2), f32x4.splat(this.b2), compressed);
    const k3 = select4(f32x4.splat(this.a3), f32x4.splat(this.b3), compressed);
    const inside = mul(x, add(k1, mul(x, add(k2, mul(x, k3)))));
    const below = mul(f32x4.splat(this.lowSlope), f32x4.min(sub(s, low), zero));
    const above = mul(f32x4.splat(this.highSlope), f32x4.max(sub(s, high), zero));
    return add(inside, add(below, above));
  }

  private slopeAt(s: v128): v128 {
    const low = f32x4.splat(this.low);
    const high = f32x4.splat(this.high);
    const x = sub(f32x4.min(f32x4.max(s, low), high), f32x4.splat(1.0));
    const compressed = f32x4.lt(x, f32x4.splat(0.0));
    const k1 = select4(f32x4.splat(this.a1), f32x4.splat(this.b1), compressed);
    const k2 = select4(f32x4.splat(this.a2), f32x4.splat(this.b2), compressed);
    const k3 = select4(f32x4.splat(this.a3), f32x4.splat(this.b3), compressed);
    const inside = add(k1, mul(x, add(add(k2, k2), mul(f32x4.splat(3.0), mul(x, k3)))));
    const upper = select4(f32x4.splat(this.highSlope), inside, f32x4.gt(s, high));
    return select4(f32x4.splat(this.lowSlope), upper, f32x4.lt(s, low));
  }
}
