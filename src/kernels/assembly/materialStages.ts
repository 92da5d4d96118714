import { add, mul, select4, sub } from './lanes';

// Stages of the kernel's materials, some of which are also used by the tangents: `kernelStages` packs their parameters.

/** The stress of the material is computed outside. */
export const OUTSIDE: u32 = 0;
export const ROTATED_LINEAR: u32 = 1;
export const FIXED_COROTATED: u32 = 2;
export const ST_VENANT_KIRCHHOFF: u32 = 3;
export const NEO_HOOKEAN: u32 = 4;
export const CUBIC_SPLINE: u32 = 5;
export const STABLE_NEO_HOOKEAN: u32 = 6;
export const MOONEY_RIVLIN: u32 = 7;

export function parameter(params: usize, index: usize): v128 {
  return v128.load32_splat(params + (index << 2));
}

/** Returns the restoring stress of the stable neo-Hookean stage on crushed stretches. */
export function crushStress(params: usize, s: v128): v128 {
  return mul(parameter(params, 3), f32x4.min(sub(s, parameter(params, 4)), f32x4.splat(0.0)));
}

/** h(s) of the biphasic spline; parameters as in `kernelStages.cubicSpline`. */
export function splineStress(params: usize, s: v128): v128 {
  const low = parameter(params, 1);
  const high = parameter(params, 2);
  const zero = f32x4.splat(0.0);
  const x = sub(f32x4.min(f32x4.max(s, low), high), f32x4.splat(1.0));
  const compressed = f32x4.lt(x, zero);
  const k1 = select4(parameter(params, 5), parameter(params, 8), compressed);
  const k2 = select4(parameter(params, 6), parameter(params, 9), compressed);
  const k3 = select4(parameter(params, 7), parameter(params, 10), compressed);
  const inside = mul(x, add(k1, mul(x, add(k2, mul(x, k3)))));
  const below = mul(parameter(params, 3), f32x4.min(sub(s, low), zero));
  const above = mul(parameter(params, 4), f32x4.max(sub(s, high), zero));
  return add(inside, add(below, above));
}
