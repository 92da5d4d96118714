// Products of four f32 lanes in f64, where they are exact.

/** The four products, added in pairs. */
@inline
export function products4(a: v128, b: v128): v128 {
  const low = f64x2.mul(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  const aHigh = v128.shuffle<f32>(a, a, 2, 3, 2, 3);
  const bHigh = v128.shuffle<f32>(b, b, 2, 3, 2, 3);
  return f64x2.add(low, f64x2.mul(f64x2.promote_low_f32x4(aHigh), f64x2.promote_low_f32x4(bHigh)));
}

@inline
export function sum2(a: v128): f64 {
  return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
}

export function dot4(a: v128, b: v128): f64 {
  return sum2(products4(a, b));
}
