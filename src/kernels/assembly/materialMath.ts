import { add, mul, sub } from './lanes';

// What the models of `materials/` share.

/** Writes three lane vectors one after the other. */
export function storeTriple(out: usize, x: v128, y: v128, z: v128): void {
  v128.store(out, x);
  v128.store(out, y, 16);
  v128.store(out, z, 32);
}

/** (s_0 - 1) + (s_1 - 1) + (s_2 - 1). */
export function traceStrain(s0: v128, s1: v128, s2: v128): v128 {
  const one = f32x4.splat(1.0);
  return add(add(sub(s0, one), sub(s1, one)), sub(s2, one));
}

/** s^2 - 1. */
export function square1(s: v128): v128 {
  const one = f32x4.splat(1.0);
  return mul(sub(s, one), add(s, one));
}

/** 2 mu + 3 max(lambda, 0), Pa: the stiffness at rest in all directions at once. */
export function stiffnessOf(mu: f32, lambda: f32): v128 {
  const shear = f32x4.splat(mu);
  return add(add(shear, shear), mul(f32x4.splat(3.0), f32x4.max(f32x4.splat(lambda), f32x4.splat(0.0))));
}
