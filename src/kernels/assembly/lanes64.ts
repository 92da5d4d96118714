/** Two f64 at once, to the last bits: what the state of a substep is made of. */

export function sum3(a: v128, b: v128, c: v128): v128 {
  return f64x2.add(f64x2.add(a, b), c);
}

/** a b + c d + e f. */
export function dot3(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, b), f64x2.mul(c, d)), f64x2.mul(e, f));
}

/** 2^52 and the bits of its double: integers below it lie in the low bits. */
const SHIFTED: f64 = 4503599627370496.0;
const SHIFTED_BITS: i64 = 0x4330000000000000;
/** ln 2 in two parts, the first with trailing zeros. */
const LN2_HIGH: f64 = 6.93147180369123816490e-1;
const LN2_LOW: f64 = 1.90821492927058770002e-10;
/** Bits of sqrt(1/2), and those of the mantissa. */
const SQRT_HALF_BITS: i64 = 0x3fe6a09e667f3bcd;
const MANTISSA: i64 = 0x000fffffffffffff;
/** Added to exponents so that they are positive. */
const BIAS: i64 = 2048;

/** Natural logarithm of positive normal numbers, to 1e-16 (fdlibm, Sun Microsystems 1993). */
export function log64(x: v128): v128 {
  // x = 2^k m with m in [sqrt(1/2), sqrt(2)).
  const shifted = i64x2.sub(x, i64x2.splat(SQRT_HALF_BITS));
  const exponent = i64x2.add(i64x2.shr_s(shifted, 52), i64x2.splat(BIAS));
  const k = f64x2.sub(
    v128.or(exponent, i64x2.splat(SHIFTED_BITS)),
    f64x2.splat(SHIFTED + <f64>BIAS),
  );
  const m = i64x2.add(v128.and(shifted, i64x2.splat(MANTISSA)), i64x2.splat(SQRT_HALF_BITS));
  const f = f64x2.sub(m, f64x2.splat(1.0));
  const s = f64x2.div(f, f64x2.add(f64x2.splat(2.0), f));
  const z = f64x2.mul(s, s);
  let r = f64x2.splat(1.479819860511658591e-1);
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(1.531383769920937332e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(1.818357216161805012e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(2.222219843214978396e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(2.857142874366239149e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(3.999999999940941908e-1));
  r = f64x2.add(f64x2.mul(r, z), f64x2.splat(6.666666666666735130e-1));
  r = f64x2.mul(r, z);
  const half = f64x2.mul(f64x2.splat(0.5), f64x2.mul(f, f));
  const low = f64x2.add(f64x2.mul(s, f64x2.add(half, r)), f64x2.mul(k, f64x2.splat(LN2_LOW)));
  return f64x2.sub(f64x2.mul(k, f64x2.splat(LN2_HIGH)), f64x2.sub(f64x2.sub(half, low), f));
}

/** 1.5 times 2^52: adding it rounds to the nearest integer. */
const ROUND: f64 = 6755399441055744.0;
const LOG2_E: f64 = 1.4426950408889634;

/** e^x for |x| < 700, to 2e-16: 2^k times the series of what is left, |r| <= ln 2 / 2. */
export function exp64(x: v128): v128 {
  const rounded = f64x2.add(f64x2.mul(x, f64x2.splat(LOG2_E)), f64x2.splat(ROUND));
  const k = f64x2.sub(rounded, f64x2.splat(ROUND));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH))), f64x2.mul(k, f64x2.splat(LN2_LOW)));
  let e = f64x2.splat(1.0 / 6227020800.0);
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 479001600.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 39916800.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 3628800.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 362880.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 40320.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 5040.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 720.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 120.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 24.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0 / 6.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(0.5));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0));
  e = f64x2.add(f64x2.mul(e, r), f64x2.splat(1.0));
  // The integer stands in the low bits of `rounded`.
  return f64x2.mul(e, i64x2.shl(i64x2.add(rounded, i64x2.splat(1023)), 52));
}
