import { add, mul, mul3, sub } from '../lanes';
import { MATRIX, ROTATIONS, TRIPLE } from './work';

/** Floor of the conserving damping stretch; see `conservingStretch`. */
const STRETCH_FLOOR: f32 = 0.25;

/** Writes the damping frames M = U diag(m(s)) V^T of `count` groups: m = 1 in the robust form (Irving 2007, 2.6.2). */
export function dampingFrames(rotations: usize, stretches: usize, conserving: bool, out: usize, count: usize): void {
  const end = out + count * MATRIX;
  const one = f32x4.splat(1.0);
  for (; out < end; out += MATRIX) {
    if (conserving) {
      const m0 = conservingStretch(v128.load(stretches));
      const m1 = conservingStretch(v128.load(stretches, 16));
      const m2 = conservingStretch(v128.load(stretches, 32));
      storeFrame(rotations, true, m0, m1, m2, out);
    } else {
      storeFrame(rotations, false, one, one, one, out);
    }
    rotations += ROTATIONS;
    stretches += TRIPLE;
  }
}

/** Writes out = U diag(d) V^T of one group, row-major, for U and V one after the other at `turn`; d = 1 where it is not `scaled`. */
@inline
function storeFrame(turn: usize, scaled: bool, d0: v128, d1: v128, d2: v128, out: usize): void {
  const v00 = v128.load(turn, 144);
  const v01 = v128.load(turn, 160);
  const v02 = v128.load(turn, 176);
  const v10 = v128.load(turn, 192);
  const v11 = v128.load(turn, 208);
  const v12 = v128.load(turn, 224);
  const v20 = v128.load(turn, 240);
  const v21 = v128.load(turn, 256);
  const v22 = v128.load(turn, 272);
  let u0 = scaled ? mul(v128.load(turn, 0), d0) : v128.load(turn, 0);
  let u1 = scaled ? mul(v128.load(turn, 16), d1) : v128.load(turn, 16);
  let u2 = scaled ? mul(v128.load(turn, 32), d2) : v128.load(turn, 32);
  v128.store(out, mul3(u0, v00, u1, v01, u2, v02), 0);
  v128.store(out, mul3(u0, v10, u1, v11, u2, v12), 16);
  v128.store(out, mul3(u0, v20, u1, v21, u2, v22), 32);
  u0 = scaled ? mul(v128.load(turn, 48), d0) : v128.load(turn, 48);
  u1 = scaled ? mul(v128.load(turn, 64), d1) : v128.load(turn, 64);
  u2 = scaled ? mul(v128.load(turn, 80), d2) : v128.load(turn, 80);
  v128.store(out, mul3(u0, v00, u1, v01, u2, v02), 48);
  v128.store(out, mul3(u0, v10, u1, v11, u2, v12), 64);
  v128.store(out, mul3(u0, v20, u1, v21, u2, v22), 80);
  u0 = scaled ? mul(v128.load(turn, 96), d0) : v128.load(turn, 96);
  u1 = scaled ? mul(v128.load(turn, 112), d1) : v128.load(turn, 112);
  u2 = scaled ? mul(v128.load(turn, 128), d2) : v128.load(turn, 128);
  v128.store(out, mul3(u0, v00, u1, v01, u2, v02), 96);
  v128.store(out, mul3(u0, v10, u1, v11, u2, v12), 112);
  v128.store(out, mul3(u0, v20, u1, v21, u2, v22), 128);
}

/** m(s) of the conserving damping form: s from twice the floor on, the floor for s <= 0, a parabola between. */
function conservingStretch(s: v128): v128 {
  const t = f32x4.min(f32x4.max(s, f32x4.splat(0.0)), f32x4.splat(2.0 * STRETCH_FLOOR));
  const above = f32x4.max(sub(s, f32x4.splat(2.0 * STRETCH_FLOOR)), f32x4.splat(0.0));
  return add(add(f32x4.splat(STRETCH_FLOOR), mul(mul(t, t), f32x4.splat(1.0 / (4.0 * STRETCH_FLOOR)))), above);
}
