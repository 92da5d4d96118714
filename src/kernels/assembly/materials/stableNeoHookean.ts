import { add, mul, mul2, mul3, sub } from '../lanes';
import { stiffnessOf, storeTriple } from '../materialMath';

/**
 * P_i = mu (1 - 1/(I + 1)) s_i + lambda (J - restVolume) J_i + crushSlope min(s_i - collapseThreshold, 0) with I = sum_k s_k^2 and J_i the product
 * of the other two stretches.
 */
@unmanaged
export class StableNeoHookean {
  /** Reparameterised constants of Smith et al. 2018, Pa, which are not the Lame parameters. */
  mu: f32;
  lambda: f32;
  restVolume: f32;
  /** Stiffness below the threshold of collapse, Pa. */
  crushSlope: f32;
  collapseThreshold: f32;

  stress(s0: v128, s1: v128, s2: v128, p: usize): void {
    const square = mul3(s0, s0, s1, s1, s2, s2);
    const shear = mul(f32x4.splat(this.mu), f32x4.div(square, add(square, f32x4.splat(1.0))));
    const j2 = mul(s0, s1);
    const pressure = mul(f32x4.splat(this.lambda), sub(mul(j2, s2), f32x4.splat(this.restVolume)));
    storeTriple(
      p,
      add(mul2(shear, s0, pressure, mul(s1, s2)), this.crushStress(s0)),
      add(mul2(shear, s1, pressure, mul(s0, s2)), this.crushStress(s1)),
      add(mul2(shear, s2, pressure, j2), this.crushStress(s2)),
    );
  }

  tangent(s0: v128, s1: v128, s2: v128, h: usize, p: usize): void {
    const one = f32x4.splat(1.0);
    const mu = f32x4.splat(this.mu);
    const lambda = f32x4.splat(this.lambda);
    const j0 = mul(s1, s2);
    const j1 = mul(s0, s2);
    const j2 = mul(s0, s1);
    const pressure = mul(lambda, sub(mul(s0, j0), f32x4.splat(this.restVolume)));
    const inverse = f32x4.div(one, add(mul3(s0, s0, s1, s1, s2, s2), one));
    const shear = mul(mu, sub(one, inverse));
    const twist = mul(add(mu, mu), mul(inverse, inverse));
    storeTriple(
      p,
      add(add(mul(pressure, j0), mul(shear, s0)), this.crushStress(s0)),
      add(add(mul(pressure, j1), mul(shear, s1)), this.crushStress(s1)),
      add(add(mul(pressure, j2), mul(shear, s2)), this.crushStress(s2)),
    );
    storeTriple(
      h,
      add(add(mul(lambda, mul(j0, j0)), shear), add(mul(twist, mul(s0, s0)), this.crushSlopeAt(s0))),
      add(add(mul(lambda, mul(j1, j1)), shear), add(mul(twist, mul(s1, s1)), this.crushSlopeAt(s1))),
      add(add(mul(lambda, mul(j2, j2)), shear), add(mul(twist, mul(s2, s2)), this.crushSlopeAt(s2))),
    );
    storeTriple(
      h + 48,
      add(mul2(mul(lambda, j0), j1, pressure, s2), mul(twist, j2)),
      add(mul2(mul(lambda, j0), j2, pressure, s1), mul(twist, j1)),
      add(mul2(mul(lambda, j1), j2, pressure, s0), mul(twist, j0)),
    );
  }

  restStiffness(): v128 {
    return stiffnessOf(this.mu, this.lambda);
  }

  /** Returns the restoring stress of crushed stretches. */
  private crushStress(s: v128): v128 {
    const below = f32x4.min(sub(s, f32x4.splat(this.collapseThreshold)), f32x4.splat(0.0));
    return mul(f32x4.splat(this.crushSlope), below);
  }

  private crushSlopeAt(s: v128): v128 {
    return v128.and(f32x4.splat(this.crushSlope), f32x4.lt(s, f32x4.splat(this.collapseThreshold)));
  }
}
