import { add, mul, sub } from '../../../src/kernels/assembly/lanes';
import { stiffnessOf, storeTriple, traceStrain } from '../../../src/kernels/assembly/materialMath';

/** P_i = 2 mu e_i + quartic e_i^3 + lambda sum_k e_k with e_i = s_i - 1; all three parameters in Pa. */
@unmanaged
export class Hardening {
  mu: f32;
  lambda: f32;
  quartic: f32;

  stress(s0: v128, s1: v128, s2: v128, p: usize): void {
    const pressure = mul(f32x4.splat(this.lambda), traceStrain(s0, s1, s2));
    storeTriple(
      p,
      add(this.stressAt(s0), pressure),
      add(this.stressAt(s1), pressure),
      add(this.stressAt(s2), pressure),
    );
  }

  tangent(s0: v128, s1: v128, s2: v128, h: usize, p: usize): void {
    this.stress(s0, s1, s2, p);
    const lambda = f32x4.splat(this.lambda);
    storeTriple(h, add(this.slopeAt(s0), lambda), add(this.slopeAt(s1), lambda), add(this.slopeAt(s2), lambda));
    storeTriple(h + 48, lambda, lambda, lambda);
  }

  restStiffness(): v128 {
    return stiffnessOf(this.mu, this.lambda);
  }

  private stressAt(s: v128): v128 {
    const e = sub(s, f32x4.splat(1.0));
    return mul(e, add(f32x4.splat(2.0 * this.mu), mul(f32x4.splat(this.quartic), mul(e, e))));
  }

  private slopeAt(s: v128): v128 {
    const e = sub(s, f32x4.splat(1.0));
    return add(f32x4.splat(2.0 * this.mu), mul(f32x4.splat(3.0 * this.quartic), mul(e, e)));
  }
}
