import { add, mul, sub } from '../lanes';
import { rotatedMatrix } from './rotatedMatrix';
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
      rotatedMatrix(rotations, m0, m1, m2, out);
    } else {
      rotatedMatrix(rotations, one, one, one, out);
    }
    rotations += ROTATIONS;
    stretches += TRIPLE;
  }
}

/** m(s) of the conserving damping form: s from twice the floor on, the floor for s <= 0, a parabola between. */
function conservingStretch(s: v128): v128 {
  const t = f32x4.min(f32x4.max(s, f32x4.splat(0.0)), f32x4.splat(2.0 * STRETCH_FLOOR));
  const above = f32x4.max(sub(s, f32x4.splat(2.0 * STRETCH_FLOOR)), f32x4.splat(0.0));
  return add(add(f32x4.splat(STRETCH_FLOOR), mul(mul(t, t), f32x4.splat(1.0 / (4.0 * STRETCH_FLOOR)))), above);
}
