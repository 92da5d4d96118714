import { add, cross2, mul, mul2, mul3, neg, select4, sub } from '../lanes';
import { MATRIX, ROTATIONS, TRIPLE } from './work';

/**
 * The principal directions and values of (F + F^T) / 2 = Q diag(s) Q^T with s_0 >= s_1 >= s_2 for `count` groups, from the quaternions that `rightRotations` left: the frame of materials that
 * measure small strain. Writes U = V = Q to `rotations` and s to `stretches`, where `signedSvd` writes those of other materials.
 */
export function smallStrains(gradients: usize, rotations: usize, stretches: usize, count: usize): void {
  const half = f32x4.splat(0.5);
  for (const end = gradients + count * MATRIX; gradients < end; gradients += MATRIX) {
    writeDirections(rotations);
    const s00 = v128.load(gradients);
    const s11 = v128.load(gradients, 64);
    const s22 = v128.load(gradients, 128);
    const s01 = mul(half, add(v128.load(gradients, 16), v128.load(gradients, 48)));
    const s02 = mul(half, add(v128.load(gradients, 32), v128.load(gradients, 96)));
    const s12 = mul(half, add(v128.load(gradients, 80), v128.load(gradients, 112)));
    for (let column: usize = 0; column < 3; column++) {
      const x = v128.load(rotations + 16 * column);
      const y = v128.load(rotations + 16 * column, 48);
      const z = v128.load(rotations + 16 * column, 96);
      const value = mul3(x, mul3(s00, x, s01, y, s02, z), y, mul3(s01, x, s11, y, s12, z), z, mul3(s02, x, s12, y, s22, z));
      v128.store(stretches + 16 * column, value);
    }
    sortColumns(rotations, stretches, 0, 1);
    sortColumns(rotations, stretches, 1, 2);
    sortColumns(rotations, stretches, 0, 1);
    for (let at: usize = 0; at < MATRIX; at += 16) v128.store(rotations + MATRIX + at, v128.load(rotations + at));
    rotations += ROTATIONS;
    stretches += TRIPLE;
  }
}

/** Writes Q of the quaternion at `turn` over it, row-major. */
function writeDirections(turn: usize): void {
  const one = f32x4.splat(1.0);
  const w = v128.load(turn);
  const x = v128.load(turn, 16);
  const y = v128.load(turn, 32);
  const z = v128.load(turn, 48);
  const two = f32x4.div(f32x4.splat(2.0), add(mul2(w, w, x, x), mul2(y, y, z, z)));
  const tx = mul(two, x);
  const ty = mul(two, y);
  const tz = mul(two, z);
  const xx = mul(tx, x);
  const yy = mul(ty, y);
  const zz = mul(tz, z);
  v128.store(turn, sub(one, add(yy, zz)));
  v128.store(turn, cross2(tx, y, tz, w), 16);
  v128.store(turn, mul2(tx, z, ty, w), 32);
  v128.store(turn, mul2(tx, y, tz, w), 48);
  v128.store(turn, sub(one, add(xx, zz)), 64);
  v128.store(turn, cross2(ty, z, tx, w), 80);
  v128.store(turn, cross2(tx, z, ty, w), 96);
  v128.store(turn, mul2(ty, z, tx, w), 112);
  v128.store(turn, sub(one, add(xx, yy)), 128);
}

/** Swaps columns p < q of Q, and their values, where the second value is the larger: (a, b) -> (b, -a), which is a rotation. */
function sortColumns(turn: usize, values: usize, p: usize, q: usize): void {
  const low = v128.load(values + 16 * p);
  const high = v128.load(values + 16 * q);
  const swap = f32x4.lt(low, high);
  v128.store(values + 16 * p, select4(high, low, swap));
  v128.store(values + 16 * q, select4(low, high, swap));
  for (let row = turn; row < turn + MATRIX; row += 48) {
    const a = v128.load(row + 16 * p);
    const b = v128.load(row + 16 * q);
    v128.store(row + 16 * p, select4(b, a, swap));
    v128.store(row + 16 * q, select4(neg(a), b, swap));
  }
}
