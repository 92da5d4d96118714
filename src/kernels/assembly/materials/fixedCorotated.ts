import { add, mul, mul2, sub } from '../lanes';
import { stiffnessOf, storeTriple } from '../materialMath';

/** P_i = 2 mu (s_i - 1) + lambda (J - 1) J_i, J_i the product of the other two stretches; the Lame parameters in Pa. */
@unmanaged
export class FixedCorotated {
  mu: f32;
  lambda: f32;

  stress(s0: v128, s1: v128, s2: v128, p: usize): void {
    const one = f32x4.splat(1.0);
    const twoMu = f32x4.splat(this.mu + this.mu);
    const j2 = mul(s0, s1);
    const pressure = mul(f32x4.splat(this.lambda), sub(mul(j2, s2), one));
    storeTriple(
      p,
      add(mul(twoMu, sub(s0, one)), mul(pressure, mul(s1, s2))),
      add(mul(twoMu, sub(s1, one)), mul(pressure, mul(s0, s2))),
      add(mul(twoMu, sub(s2, one)), mul(pressure, j2)),
    );
  }

  tangent(s0: v128, s1: v128, s2: v128, h: usize, p: usize): void {
    const one = f32x4.splat(1.0);
    const twoMu = f32x4.splat(this.mu + this.mu);
    const lambda = f32x4.splat(this.lambda);
    const j0 = mul(s1, s2);
    const j1 = mul(s0, s2);
    const j2 = mul(s0, s1);
    const pressure = mul(lambda, sub(mul(s0, j0), one));
    storeTriple(
      p,
      add(mul(pressure, j0), mul(twoMu, sub(s0, one))),
      add(mul(pressure, j1), mul(twoMu, sub(s1, one))),
      add(mul(pressure, j2), mul(twoMu, sub(s2, one))),
    );
    storeTriple(
      h,
      add(mul(lambda, mul(j0, j0)), twoMu),
      add(mul(lambda, mul(j1, j1)), twoMu),
      add(mul(lambda, mul(j2, j2)), twoMu),
    );
    storeTriple(
      h + 48,
      mul2(mul(lambda, j0), j1, pressure, s2),
      mul2(mul(lambda, j0), j2, pressure, s1),
      mul2(mul(lambda, j1), j2, pressure, s0),
    );
  }

  restStiffness(): v128 {
    return stiffnessOf(this.mu, this.lambda);
  }
}
