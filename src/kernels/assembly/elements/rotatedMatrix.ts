import { mul, mul3 } from '../lanes';

/** Writes out = U diag(d) V^T of one group, row-major, for U and V one after the other at `turn`. */
export function rotatedMatrix(turn: usize, d0: v128, d1: v128, d2: v128, out: usize): void {
  const v00 = v128.load(turn, 144);
  const v01 = v128.load(turn, 160);
  const v02 = v128.load(turn, 176);
  const v10 = v128.load(turn, 192);
  const v11 = v128.load(turn, 208);
  const v12 = v128.load(turn, 224);
  const v20 = v128.load(turn, 240);
  const v21 = v128.load(turn, 256);
  const v22 = v128.load(turn, 272);
  let u0 = mul(v128.load(turn, 0), d0);
  let u1 = mul(v128.load(turn, 16), d1);
  let u2 = mul(v128.load(turn, 32), d2);
  v128.store(out, mul3(u0, v00, u1, v01, u2, v02), 0);
  v128.store(out, mul3(u0, v10, u1, v11, u2, v12), 16);
  v128.store(out, mul3(u0, v20, u1, v21, u2, v22), 32);
  u0 = mul(v128.load(turn, 48), d0);
  u1 = mul(v128.load(turn, 64), d1);
  u2 = mul(v128.load(turn, 80), d2);
  v128.store(out, mul3(u0, v00, u1, v01, u2, v02), 48);
  v128.store(out, mul3(u0, v10, u1, v11, u2, v12), 64);
  v128.store(out, mul3(u0, v20, u1, v21, u2, v22), 80);
  u0 = mul(v128.load(turn, 96), d0);
  u1 = mul(v128.load(turn, 112), d1);
  u2 = mul(v128.load(turn, 128), d2);
  v128.store(out, mul3(u0, v00, u1, v01, u2, v02), 96);
  v128.store(out, mul3(u0, v10, u1, v11, u2, v12), 112);
  v128.store(out, mul3(u0, v20, u1, v21, u2, v22), 128);
}
