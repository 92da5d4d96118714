import { MATERIALS_AT, MATERIAL_COUNT, STRETCHES_AT, TANGENTS_AT } from '../bodyFields';
import { field, share } from './body';
import {
  crushStress,
  CUBIC_SPLINE,
  FIXED_COROTATED,
  MOONEY_RIVLIN,
  NEO_HOOKEAN,
  OUTSIDE,
  parameter,
  ROTATED_LINEAR,
  splineStress,
  ST_VENANT_KIRCHHOFF,
} from './materialStages';
import { add, log4, mul, mul2, mul3, neg, select4, sub } from './lanes';
import { clampStretchStiffness } from './stretchStiffness';

/** Stretches closer than this use the limit of their difference quotient, as in `principalTangent`. */
const EQUAL: f32 = 1e-3;
const NO_SUM: f32 = 1e-6;
/** A pair's stiffness above this multiple of that at rest can only come from a vanishing denominator. */
const MOST: f32 = 100.0;

/** Computes the coefficients of `principalTangent` for this thread's share of every material that has a stage in the kernel. */
export function elementTangents(thread: u32, threads: u32, body: usize): void {
  const materials = field(body, MATERIALS_AT);
  const count = field(body, MATERIAL_COUNT);
  const stretches = field(body, STRETCHES_AT);
  const tangents = field(body, TANGENTS_AT);
  for (let m: usize = 0; m < count; m++) {
    const material = materials + (m << 4);
    const stage = load<u32>(material);
    if (stage == OUTSIDE) continue;
    const params = <usize>load<u32>(material, 12);
    const first = load<u32>(material, 4);
    const pairs = load<u32>(material, 8) - first;
    const end = 2 * <usize>(first + share(pairs, thread + 1, threads));
    for (let group = 2 * <usize>(first + share(pairs, thread, threads)); group < end; group++) {
      groupTangents(stage, params, stretches + group * 48, tangents + group * 192);
    }
  }
}

function groupTangents(stage: u32, params: usize, stretches: usize, out: usize): void {
  const a = v128.load(stretches);
  const b = v128.load(stretches, 16);
  const c = v128.load(stretches, 32);
  const s0 = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5);
  const s1 = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6);
  const s2 = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7);
  const one = f32x4.splat(1.0);
  const zero = f32x4.splat(0.0);
  let p0 = zero;
  let p1 = zero;
  let p2 = zero;
  let h00 = zero;
  let h11 = zero;
  let h22 = zero;
  let h01 = zero;
  let h02 = zero;
  let h12 = zero;

  if (stage == ROTATED_LINEAR || stage == CUBIC_SPLINE) {
    const spline = stage == CUBIC_SPLINE;
    const lambda = parameter(params, spline ? 0 : 1);
    const trace = mul(lambda, add(add(sub(s0, one), sub(s1, one)), sub(s2, one)));
    const twoMu = add(parameter(params, 0), parameter(params, 0));
    p0 = add(trace, spline ? splineStress(params, s0) : mul(twoMu, sub(s0, one)));
    p1 = add(trace, spline ? splineStress(params, s1) : mul(twoMu, sub(s1, one)));
    p2 = add(trace, spline ? splineStress(params, s2) : mul(twoMu, sub(s2, one)));
    h00 = add(lambda, spline ? splineSlope(params, s0) : twoMu);
    h11 = add(lambda, spline ? splineSlope(params, s1) : twoMu);
    h22 = add(lambda, spline ? splineSlope(params, s2) : twoMu);
    h01 = lambda;
    h02 = lambda;
    h12 = lambda;
  } else if (stage == ST_VENANT_KIRCHHOFF || stage == NEO_HOOKEAN || stage == MOONEY_RIVLIN) {
    // With the strain l of a stretch and its derivative: P_i = g'(s_i) + lambda L l'(s_i).
    const green = stage == ST_VENANT_KIRCHHOFF;
    // Mooney-Rivlin is the logarithmic model of mu = 2 (a - b) and 2 b (c - c^-3) more; it has one modulus more, in front.
    const twisted = stage == MOONEY_RIVLIN;
    const shared: usize = twisted ? params + 4 : params;
    const b2 = twisted ? add(parameter(params, 1), parameter(params, 1)) : zero;
    const mu = twisted ? sub(add(parameter(params, 0), parameter(params, 0)), b2) : parameter(params, 0);
    const lambda = parameter(shared, 1);
    const threshold = parameter(shared, 2);
    const slope = parameter(shared, 3);
    const c0 = f32x4.max(s0, threshold);
    const c1 = f32x4.max(s1, threshold);
    const c2 = f32x4.max(s2, threshold);
    const d0 = f32x4.min(sub(s0, threshold), zero);
    const d1 = f32x4.min(sub(s1, threshold), zero);
    const d2 = f32x4.min(sub(s2, threshold), zero);
    const l0 = green ? c0 : f32x4.div(one, c0);
    const l1 = green ? c1 : f32x4.div(one, c1);
    const l2 = green ? c2 : f32x4.div(one, c2);
    const strain = green
      ? mul(f32x4.splat(0.5), add(add(square1(c0), square1(c1)), square1(c2)))
      : add(add(log4(c0), log4(c1)), log4(c2));
    const pressure = mul(lambda, add(strain, mul3(l0, d0, l1, d1, l2, d2)));
    // Green: mu c (c^2 - 1); logarithmic: mu (c - 1/c). Both are mu (c^2 - 1) l; and c - c^-3 = (1 + l^2) (c^2 - 1) l.
    p0 = add(mul(slope, d0), mul(l0, add(mul(add(mu, mul(b2, add(one, mul(l0, l0)))), square1(c0)), pressure)));
    p1 = add(mul(slope, d1), mul(l1, add(mul(add(mu, mul(b2, add(one, mul(l1, l1)))), square1(c1)), pressure)));
    p2 = add(mul(slope, d2), mul(l2, add(mul(add(mu, mul(b2, add(one, mul(l2, l2)))), square1(c2)), pressure)));
    h00 = mul2(lambda, mul(l0, l0), one, bend(green, mu, b2, slope, pressure, s0, threshold, l0));
    h11 = mul2(lambda, mul(l1, l1), one, bend(green, mu, b2, slope, pressure, s1, threshold, l1));
    h22 = mul2(lambda, mul(l2, l2), one, bend(green, mu, b2, slope, pressure, s2, threshold, l2));
    h01 = mul(lambda, mul(l0, l1));
    h02 = mul(lambda, mul(l0, l2));
    h12 = mul(lambda, mul(l1, l2));
  } else {
    // lambda / 2 (J - r)^2, with r = 1 for the corotated model.
    const corotated = stage == FIXED_COROTATED;
    const mu = parameter(params, 0);
    const lambda = parameter(params, 1);
    const j0 = mul(s1, s2);
    const j1 = mul(s0, s2);
    const j2 = mul(s0, s1);
    const pressure = mul(lambda, sub(mul(s0, j0), corotated ? one : parameter(params, 2)));
    h01 = mul2(mul(lambda, j0), j1, pressure, s2);
    h02 = mul2(mul(lambda, j0), j2, pressure, s1);
    h12 = mul2(mul(lambda, j1), j2, pressure, s0);
    h00 = mul(lambda, mul(j0, j0));
    h11 = mul(lambda, mul(j1, j1));
    h22 = mul(lambda, mul(j2, j2));
    p0 = mul(pressure, j0);
    p1 = mul(pressure, j1);
    p2 = mul(pressure, j2);
    if (corotated) {
      const twoMu = add(mu, mu);
      p0 = add(p0, mul(twoMu, sub(s0, one)));
      p1 = add(p1, mul(twoMu, sub(s1, one)));
      p2 = add(p2, mul(twoMu, sub(s2, one)));
      h00 = add(h00, twoMu);
      h11 = add(h11, twoMu);
      h22 = add(h22, twoMu);
    } else {
      const inverse = f32x4.div(one, add(mul3(s0, s0, s1, s1, s2, s2), one));
      const shear = mul(mu, sub(one, inverse));
      const twist = mul(add(mu, mu), mul(inverse, inverse));
      p0 = add(add(p0, mul(shear, s0)), crushStress(params, s0));
      p1 = add(add(p1, mul(shear, s1)), crushStress(params, s1));
      p2 = add(add(p2, mul(shear, s2)), crushStress(params, s2));
      h00 = add(add(h00, shear), mul2(twist, mul(s0, s0), one, crushSlope(params, s0)));
      h11 = add(add(h11, shear), mul2(twist, mul(s1, s1), one, crushSlope(params, s1)));
      h22 = add(add(h22, shear), mul2(twist, mul(s2, s2), one, crushSlope(params, s2)));
      h01 = add(h01, mul(twist, j2));
      h02 = add(h02, mul(twist, j1));
      h12 = add(h12, mul(twist, j0));
    }
  }

  const most = mul(f32x4.splat(MOST), restStiffness(stage, params));
  storePair(out + 96, out + 144, p0, p1, s0, s1, sub(mul(f32x4.splat(0.5), add(h00, h11)), h01), most);
  storePair(out + 112, out + 160, p0, p2, s0, s2, sub(mul(f32x4.splat(0.5), add(h00, h22)), h02), most);
  storePair(out + 128, out + 176, p1, p2, s1, s2, sub(mul(f32x4.splat(0.5), add(h11, h22)), h12), most);
  v128.store(out, h00);
  v128.store(out, h11, 16);
  v128.store(out, h22, 32);
  v128.store(out, h01, 48);
  v128.store(out, h02, 64);
  v128.store(out, h12, 80);
  clampStretchStiffness(out);
}

/** 2 mu + 3 lambda, Pa. */
function restStiffness(stage: u32, params: usize): v128 {
  const spline = stage == CUBIC_SPLINE;
  const twisted = stage == MOONEY_RIVLIN;
  const lambda = f32x4.max(parameter(params, spline ? 0 : twisted ? 2 : 1), f32x4.splat(0.0));
  let shear = parameter(params, spline ? 5 : 0);
  if (twisted) shear = mul(f32x4.splat(2.0), add(shear, parameter(params, 1)));
  return add(spline ? shear : add(shear, shear), mul(f32x4.splat(3.0), lambda));
}

/** s^2 - 1. */
function square1(s: v128): v128 {
  const one = f32x4.splat(1.0);
  return mul(sub(s, one), add(s, one));
}

/** g''(s) + lambda L l''(s) of the three models that continue linearly below a threshold; `l` is l'(max(s, threshold)). */
function bend(green: bool, mu: v128, b2: v128, slope: v128, pressure: v128, s: v128, threshold: v128, l: v128): v128 {
  const one = f32x4.splat(1.0);
  const square = mul(l, l);
  const above = green
    ? add(mul(mu, sub(mul(f32x4.splat(3.0), square), one)), pressure)
    : add(mul2(mu, add(one, square), b2, add(one, mul(f32x4.splat(3.0), mul(square, square)))), neg(mul(pressure, square)));
  return select4(slope, above, f32x4.lt(s, threshold));
}

function crushSlope(params: usize, s: v128): v128 {
  return v128.and(parameter(params, 3), f32x4.lt(s, parameter(params, 4)));
}

/** Derivative of `splineStress`. */
function splineSlope(params: usize, s: v128): v128 {
  const low = parameter(params, 1);
  const high = parameter(params, 2);
  const x = sub(f32x4.min(f32x4.max(s, low), high), f32x4.splat(1.0));
  const compressed = f32x4.lt(x, f32x4.splat(0.0));
  const k1 = select4(parameter(params, 5), parameter(params, 8), compressed);
  const k2 = select4(parameter(params, 6), parameter(params, 9), compressed);
  const k3 = select4(parameter(params, 7), parameter(params, 10), compressed);
  const inside = add(k1, mul(x, add(add(k2, k2), mul(f32x4.splat(3.0), mul(x, k3)))));
  const upper = select4(parameter(params, 4), inside, f32x4.gt(s, high));
  return select4(parameter(params, 3), upper, f32x4.lt(s, low));
}

/** Half sum and half difference of the stiffnesses of a pair of stretches; `limit` is the first where they are equal. */
function storePair(alpha: usize, beta: usize, p: v128, q: v128, s: v128, t: v128, limit: v128, most: v128): void {
  const zero = f32x4.splat(0.0);
  const difference = sub(s, t);
  const apart = f32x4.gt(f32x4.abs(difference), f32x4.splat(EQUAL));
  // The divisor of equal lanes is replaced: their quotient is not taken.
  const quotient = f32x4.div(sub(p, q), select4(difference, f32x4.splat(1.0), apart));
  const symmetric = f32x4.min(f32x4.max(select4(quotient, limit, apart), zero), most);
  const sum = f32x4.max(add(s, t), f32x4.splat(NO_SUM));
  const skew = f32x4.min(f32x4.max(f32x4.div(add(p, q), sum), zero), most);
  const half = f32x4.splat(0.5);
  v128.store(alpha, mul(half, add(symmetric, skew)));
  v128.store(beta, mul(half, sub(symmetric, skew)));
}
