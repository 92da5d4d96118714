/** Short names for the lane operations: four f32 at once. */

export function add(a: v128, b: v128): v128 {
  return f32x4.add(a, b);
}

export function sub(a: v128, b: v128): v128 {
  return f32x4.sub(a, b);
}

/** a - b of two vectors of numbers that are sums of two f32: the first at `a` and `b`, the second `rests` bytes behind it. */
@inline
export function subPairs(a: usize, b: usize, rests: usize): v128 {
  return f32x4.add(
    f32x4.sub(v128.load(a), v128.load(b)),
    f32x4.sub(v128.load(a + rests), v128.load(b + rests)),
  );
}

export function mul(a: v128, b: v128): v128 {
  return f32x4.mul(a, b);
}

export function neg(a: v128): v128 {
  return f32x4.neg(a);
}

/** a b + c d. */
export function mul2(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), f32x4.mul(c, d));
}

/** a b - c d. */
export function cross2(a: v128, b: v128, c: v128, d: v128): v128 {
  return f32x4.sub(f32x4.mul(a, b), f32x4.mul(c, d));
}

/** a b + c d + e f. */
export function mul3(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, b), f32x4.mul(c, d)), f32x4.mul(e, f));
}

/** Selects `yes` where the mask is set, else `no`. */
export function select4(yes: v128, no: v128, mask: v128): v128 {
  return v128.bitselect(yes, no, mask);
}

/** Lanes 0 and 1 of a and b interleaved: a0 b0 a1 b1. */
export function low2(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 4, 1, 5);
}

/** a2 b2 a3 b3. */
export function high2(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 6, 3, 7);
}

/** a0 a1 b0 b1. */
export function lowHalves(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 0, 1, 4, 5);
}

/** a2 a3 b2 b3. */
export function highHalves(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(a, b, 2, 3, 6, 7);
}

/** The first components of four vectors, which are the lanes of the result; likewise the second and the third. */
export function xLanes(a: v128, b: v128, c: v128, d: v128): v128 {
  return lowHalves(low2(a, b), low2(c, d));
}

export function yLanes(a: v128, b: v128, c: v128, d: v128): v128 {
  return highHalves(low2(a, b), low2(c, d));
}

export function zLanes(a: v128, b: v128, c: v128, d: v128): v128 {
  return lowHalves(high2(a, b), high2(c, d));
}

/** Writes lane l of x, y, z and w as the vector at out + l stride. */
export function storeTransposed(out: usize, stride: usize, x: v128, y: v128, z: v128, w: v128): void {
  const xy = low2(x, y);
  const zw = low2(z, w);
  const xyh = high2(x, y);
  const zwh = high2(z, w);
  v128.store(out, lowHalves(xy, zw));
  v128.store(out + stride, highHalves(xy, zw));
  v128.store(out + 2 * stride, lowHalves(xyh, zwh));
  v128.store(out + 3 * stride, highHalves(xyh, zwh));
}

/** Writes the nine entries of four matrices, row-major, one after the other. */
export function storeMatrix(
  at: usize,
  a00: v128,
  a01: v128,
  a02: v128,
  a10: v128,
  a11: v128,
  a12: v128,
  a20: v128,
  a21: v128,
  a22: v128,
): void {
  v128.store(at, a00);
  v128.store(at, a01, 16);
  v128.store(at, a02, 32);
  v128.store(at, a10, 48);
  v128.store(at, a11, 64);
  v128.store(at, a12, 80);
  v128.store(at, a20, 96);
  v128.store(at, a21, 112);
  v128.store(at, a22, 128);
}

/** Natural logarithm of positive normal numbers, relative error about 1e-7 (Cephes logf by S. Moshier). */
export function log4(x: v128): v128 {
  // x = 2^e m with m in [sqrt(1/2), sqrt(2)).
  const shifted = i32x4.sub(x, i32x4.splat(0x3f3504f3));
  const e = f32x4.convert_i32x4_s(i32x4.shr_s(shifted, 23));
  const bits = i32x4.add(v128.and(shifted, i32x4.splat(0x007fffff)), i32x4.splat(0x3f3504f3));
  const m = sub(bits, f32x4.splat(1.0));
  const z = mul(m, m);
  let y = mul(f32x4.splat(7.0376836292e-2), m);
  y = mul(sub(y, f32x4.splat(1.151461031e-1)), m);
  y = mul(add(y, f32x4.splat(1.167699874e-1)), m);
  y = mul(sub(y, f32x4.splat(1.2420140846e-1)), m);
  y = mul(add(y, f32x4.splat(1.4249322787e-1)), m);
  y = mul(sub(y, f32x4.splat(1.6668057665e-1)), m);
  y = mul(add(y, f32x4.splat(2.0000714765e-1)), m);
  y = mul(sub(y, f32x4.splat(2.4999993993e-1)), m);
  y = mul(add(y, f32x4.splat(3.3333331174e-1)), m);
  y = mul(y, z);
  y = add(y, mul(e, f32x4.splat(-2.1219444e-4)));
  y = sub(y, mul(f32x4.splat(0.5), z));
  return add(add(m, y), mul(e, f32x4.splat(0.693359375)));
}

/** e^x for |x| up to 80, relative error about 1e-7 (Cephes expf by S. Moshier). */
export function exp4(x: v128): v128 {
  // x = n log 2 + r, |r| <= log(2) / 2.
  const n = f32x4.nearest(mul(x, f32x4.splat(1.44269504)));
  const r = sub(sub(x, mul(n, f32x4.splat(0.693359375))), mul(n, f32x4.splat(-2.12194440e-4)));
  let y = mul(f32x4.splat(1.9875691500e-4), r);
  y = mul(add(y, f32x4.splat(1.3981999507e-3)), r);
  y = mul(add(y, f32x4.splat(8.3334519073e-3)), r);
  y = mul(add(y, f32x4.splat(4.1665795894e-2)), r);
  y = mul(add(y, f32x4.splat(1.6666665459e-1)), r);
  y = mul(add(y, f32x4.splat(5.0000001201e-1)), mul(r, r));
  y = add(add(y, r), f32x4.splat(1.0));
  return mul(y, i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23));
}
