import { add, mul, mul2, select4, sub } from '../lanes';

/** Stretches closer than this have the limit of their difference quotient, as in `tangents.ts`. */
const EQUAL: f32 = 1e-3;

/**
 * Writes P1, P2 and their derivative at the stretches of a group [6][lane], made definite as `Membrane` does (Teran et al. 2005): no eigenvalue of H and no stiffness
 * (P1 - P2) / (s1 - s2) of a flip less than 0.
 */
export function storeLaw(law: usize, s1: v128, s2: v128, p1: v128, p2: v128, h11: v128, h22: v128, h12: v128): void {
  const zero = f32x4.splat(0.0);
  const one = f32x4.splat(1.0);
  const half = f32x4.splat(0.5);
  const mean = mul(half, add(h11, h22));
  const slant = mul(half, sub(h11, h22));
  const radius = f32x4.sqrt(mul2(slant, slant, h12, h12));
  const definite = f32x4.ge(mean, radius);
  const turned = f32x4.gt(radius, zero);
  const kept = mul(half, f32x4.max(zero, add(mean, radius)));
  const scale = v128.and(f32x4.div(kept, select4(radius, one, turned)), turned);
  const difference = sub(s1, s2);
  const apart = f32x4.gt(difference, f32x4.splat(EQUAL));
  const quotient = f32x4.div(sub(p1, p2), select4(difference, one, apart));
  const cross = select4(h12, mul(scale, h12), definite);
  v128.store(law, p1);
  v128.store(law, p2, 16);
  v128.store(law, sub(select4(h11, mul(scale, add(radius, slant)), definite), cross), 32);
  v128.store(law, sub(select4(h22, mul(scale, sub(radius, slant)), definite), cross), 48);
  v128.store(law, cross, 64);
  v128.store(law, f32x4.max(zero, select4(quotient, sub(mean, h12), apart)), 80);
}
