import { add, mul, sub } from '../lanes';
import { stiffnessOf, storeTriple, traceStrain } from '../materialMath';

/** P_i = 2 mu (s_i - 1) + lambda sum_k (s_k - 1), with the Lame parameters in Pa. */
@unmanaged
export class RotatedLinear {
  mu: f32;
  lambda: f32;

  stress(s0: v128, s1: v128, s2: v128, p: usize): void {
    const one = f32x4.splat(1.0);
    const twoMu = f32x4.splat(this.mu + this.mu);
    const pressure = mul(f32x4.splat(this.lambda), traceStrain(s0, s1, s2));
    storeTriple(
      p,
      add(mul(twoMu, sub(s0, one)), pressure),
      add(mul(twoMu, sub(s1, one)), pressure),
      add(mul(twoMu, sub(s2, one)), pressure),
    );
  }

  tangent(s0: v128, s1: v128, s2: v128, h: usize, p: usize): void {
    this.stress(s0, s1, s2, p);
    const lambda = f32x4.splat(this.lambda);
    const along = add(lambda, f32x4.splat(this.mu + this.mu));
    storeTriple(h, along, along, along);
    storeTriple(h + 48, lambda, lambda, lambda);
  }

  restStiffness(): v128 {
    return stiffnessOf(this.mu, this.lambda);
  }
}
