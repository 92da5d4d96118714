import { add, high2, highHalves, low2, lowHalves, mul3, storeTransposed, sub } from './lanes';

/**
 * Writes A g_a for the four corners of four elements as [element][corner][4], A given by nine lane vectors row-major,
 * g_1..g_3 the gradients at `g` and A g_0 = -(A g_1 + A g_2 + A g_3).
 */
export function storeCornerVectors(
  out: usize,
  g: usize,
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
  const zero = f32x4.splat(0.0);
  let sx = zero;
  let sy = zero;
  let sz = zero;
  for (let corner: usize = 1; corner < 4; corner++) {
    const gx = v128.load(g);
    const gy = v128.load(g, 16);
    const gz = v128.load(g, 32);
    g += 48;
    const x = mul3(a00, gx, a01, gy, a02, gz);
    const y = mul3(a10, gx, a11, gy, a12, gz);
    const z = mul3(a20, gx, a21, gy, a22, gz);
    sx = sub(sx, x);
    sy = sub(sy, y);
    sz = sub(sz, z);
    storeLanes(out + (corner << 4), 64, x, y, z);
  }
  storeLanes(out, 64, sx, sy, sz);
}

/** Writes lane l of x, y, z as the vector at out + l stride. */
export function storeLanes(out: usize, stride: usize, x: v128, y: v128, z: v128): void {
  storeTransposed(out, stride, x, y, z, f32x4.splat(0.0));
}

/** Sums over the lanes of x, y and z, as x y z 0. */
export function sumLanes(x: v128, y: v128, z: v128): v128 {
  const zero = f32x4.splat(0.0);
  const xy = low2(x, y);
  const zw = low2(z, zero);
  const xyh = high2(x, y);
  const zwh = high2(z, zero);
  return add(add(lowHalves(xy, zw), highHalves(xy, zw)), add(lowHalves(xyh, zwh), highHalves(xyh, zwh)));
}
