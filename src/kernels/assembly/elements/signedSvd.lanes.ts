import { add, cross2, mul, mul2, mul3, select4, sub } from '../lanes';
import { MATRIX, ROTATIONS, TRIPLE } from './work';

// Every statement that names a variable ending in $ is compiled once per lane group (tools/buildKernels.mjs expands them).
const LANE_A: usize = 0;
const LANE_B: usize = 1;

/** Squared length below which a first column has no direction (m2/m2). */
const NO_LENGTH: f32 = 1e-30;
/** A second column whose square is below this times the first's has no direction of its own. */
const NEGLIGIBLE: f32 = 1e-12;

/**
 * The signed singular value decomposition F = U diag(s) V^T with det U = det V = 1 and s_0 >= s_1 >= |s_2| for `count` groups (Irving 2007, 2.5), from
 * the quaternions that `rightRotations` left. Writes U and V to `rotations` and s to `stretches`.
 */
export function signedSvd(gradients: usize, rotations: usize, stretches: usize, count: usize): void {
  const one = f32x4.splat(1.0);
  const signBit = i32x4.splat(<i32>0x80000000);
  for (let group: usize = 0; group < count; group += 2) {
    const f$ = gradients + (group + LANE_$) * MATRIX;
    const f00$ = v128.load(f$, 0);
    const f01$ = v128.load(f$, 16);
    const f02$ = v128.load(f$, 32);
    const f10$ = v128.load(f$, 48);
    const f11$ = v128.load(f$, 64);
    const f12$ = v128.load(f$, 80);
    const f20$ = v128.load(f$, 96);
    const f21$ = v128.load(f$, 112);
    const f22$ = v128.load(f$, 128);
    const turn$ = rotations + (group + LANE_$) * ROTATIONS;
    const qw$ = v128.load(turn$);
    const qx$ = v128.load(turn$, 16);
    const qy$ = v128.load(turn$, 32);
    const qz$ = v128.load(turn$, 48);
    // V of the quaternion, by columns (v<row><column>).
    const norm$ = add(mul2(qw$, qw$, qx$, qx$), mul2(qy$, qy$, qz$, qz$));
    const two$ = f32x4.div(f32x4.splat(2.0), norm$);
    const tx$ = mul(two$, qx$);
    const ty$ = mul(two$, qy$);
    const tz$ = mul(two$, qz$);
    const xx$ = mul(tx$, qx$);
    const yy$ = mul(ty$, qy$);
    const zz$ = mul(tz$, qz$);
    let v00$ = sub(one, add(yy$, zz$));
    let v11$ = sub(one, add(xx$, zz$));
    let v22$ = sub(one, add(xx$, yy$));
    let v01$ = cross2(tx$, qy$, tz$, qw$);
    let v10$ = mul2(tx$, qy$, tz$, qw$);
    let v02$ = mul2(tx$, qz$, ty$, qw$);
    let v20$ = cross2(tx$, qz$, ty$, qw$);
    let v12$ = cross2(ty$, qz$, tx$, qw$);
    let v21$ = mul2(ty$, qz$, tx$, qw$);
    // B = F V.
    let b00$ = mul3(f00$, v00$, f01$, v10$, f02$, v20$);
    let b10$ = mul3(f10$, v00$, f11$, v10$, f12$, v20$);
    let b20$ = mul3(f20$, v00$, f21$, v10$, f22$, v20$);
    let b01$ = mul3(f00$, v01$, f01$, v11$, f02$, v21$);
    let b11$ = mul3(f10$, v01$, f11$, v11$, f12$, v21$);
    let b21$ = mul3(f20$, v01$, f21$, v11$, f22$, v21$);
    let b02$ = mul3(f00$, v02$, f01$, v12$, f02$, v22$);
    let b12$ = mul3(f10$, v02$, f11$, v12$, f12$, v22$);
    let b22$ = mul3(f20$, v02$, f21$, v12$, f22$, v22$);

    // Columns by falling length; (p, q) -> (q, -p) is a rotation, so det V stays 1. Exchanged bit by bit: five operations where choosing and negating takes seven.
    let n0$ = mul3(b00$, b00$, b10$, b10$, b20$, b20$);
    let n1$ = mul3(b01$, b01$, b11$, b11$, b21$, b21$);
    let n2$ = mul3(b02$, b02$, b12$, b12$, b22$, b22$);
    let swap$ = f32x4.lt(n0$, n1$);
    let sign$ = v128.and(swap$, signBit);
    let change$ = v128.and(v128.xor(b00$, b01$), swap$);
    b00$ = v128.xor(b00$, change$);
    b01$ = v128.xor(v128.xor(b01$, change$), sign$);
    change$ = v128.and(v128.xor(b10$, b11$), swap$);
    b10$ = v128.xor(b10$, change$);
    b11$ = v128.xor(v128.xor(b11$, change$), sign$);
    change$ = v128.and(v128.xor(b20$, b21$), swap$);
    b20$ = v128.xor(b20$, change$);
    b21$ = v128.xor(v128.xor(b21$, change$), sign$);
    change$ = v128.and(v128.xor(v00$, v01$), swap$);
    v00$ = v128.xor(v00$, change$);
    v01$ = v128.xor(v128.xor(v01$, change$), sign$);
    change$ = v128.and(v128.xor(v10$, v11$), swap$);
    v10$ = v128.xor(v10$, change$);
    v11$ = v128.xor(v128.xor(v11$, change$), sign$);
    change$ = v128.and(v128.xor(v20$, v21$), swap$);
    v20$ = v128.xor(v20$, change$);
    v21$ = v128.xor(v128.xor(v21$, change$), sign$);
    let old$ = n0$;
    n0$ = f32x4.max(n0$, n1$);
    n1$ = f32x4.min(old$, n1$);
    swap$ = f32x4.lt(n0$, n2$);
    sign$ = v128.and(swap$, signBit);
    change$ = v128.and(v128.xor(b00$, b02$), swap$);
    b00$ = v128.xor(b00$, change$);
    b02$ = v128.xor(v128.xor(b02$, change$), sign$);
    change$ = v128.and(v128.xor(b10$, b12$), swap$);
    b10$ = v128.xor(b10$, change$);
    b12$ = v128.xor(v128.xor(b12$, change$), sign$);
    change$ = v128.and(v128.xor(b20$, b22$), swap$);
    b20$ = v128.xor(b20$, change$);
    b22$ = v128.xor(v128.xor(b22$, change$), sign$);
    change$ = v128.and(v128.xor(v00$, v02$), swap$);
    v00$ = v128.xor(v00$, change$);
    v02$ = v128.xor(v128.xor(v02$, change$), sign$);
    change$ = v128.and(v128.xor(v10$, v12$), swap$);
    v10$ = v128.xor(v10$, change$);
    v12$ = v128.xor(v128.xor(v12$, change$), sign$);
    change$ = v128.and(v128.xor(v20$, v22$), swap$);
    v20$ = v128.xor(v20$, change$);
    v22$ = v128.xor(v128.xor(v22$, change$), sign$);
    old$ = n0$;
    n0$ = f32x4.max(n0$, n2$);
    n2$ = f32x4.min(old$, n2$);
    swap$ = f32x4.lt(n1$, n2$);
    sign$ = v128.and(swap$, signBit);
    change$ = v128.and(v128.xor(b01$, b02$), swap$);
    b01$ = v128.xor(b01$, change$);
    b02$ = v128.xor(v128.xor(b02$, change$), sign$);
    change$ = v128.and(v128.xor(b11$, b12$), swap$);
    b11$ = v128.xor(b11$, change$);
    b12$ = v128.xor(v128.xor(b12$, change$), sign$);
    change$ = v128.and(v128.xor(b21$, b22$), swap$);
    b21$ = v128.xor(b21$, change$);
    b22$ = v128.xor(v128.xor(b22$, change$), sign$);
    change$ = v128.and(v128.xor(v01$, v02$), swap$);
    v01$ = v128.xor(v01$, change$);
    v02$ = v128.xor(v128.xor(v02$, change$), sign$);
    change$ = v128.and(v128.xor(v11$, v12$), swap$);
    v11$ = v128.xor(v11$, change$);
    v12$ = v128.xor(v128.xor(v12$, change$), sign$);
    change$ = v128.and(v128.xor(v21$, v22$), swap$);
    v21$ = v128.xor(v21$, change$);
    v22$ = v128.xor(v128.xor(v22$, change$), sign$);

    // U by Gram-Schmidt; where a column of B has no direction, V's own column replaces it.
    const none$ = f32x4.le(n0$, f32x4.splat(NO_LENGTH));
    const inverse$ = f32x4.div(one, f32x4.sqrt(n0$));
    const u00$ = select4(v00$, mul(b00$, inverse$), none$);
    const u10$ = select4(v10$, mul(b10$, inverse$), none$);
    const u20$ = select4(v20$, mul(b20$, inverse$), none$);
    let along$ = mul3(u00$, b01$, u10$, b11$, u20$, b21$);
    let u01$ = sub(b01$, mul(along$, u00$));
    let u11$ = sub(b11$, mul(along$, u10$));
    let u21$ = sub(b21$, mul(along$, u20$));
    let length$ = mul3(u01$, u01$, u11$, u11$, u21$, u21$);
    const flat$ = f32x4.le(length$, f32x4.max(mul(n0$, f32x4.splat(NEGLIGIBLE)), f32x4.splat(NO_LENGTH)));
    if (v128.any_true(v128.or(flatA, flatB))) {
      const parallel$ = mul3(u00$, v01$, u10$, v11$, u20$, v21$);
      const other$ = f32x4.gt(f32x4.abs(parallel$), f32x4.splat(0.9));
      const fill0$ = select4(v02$, v01$, other$);
      const fill1$ = select4(v12$, v11$, other$);
      const fill2$ = select4(v22$, v21$, other$);
      along$ = mul3(u00$, fill0$, u10$, fill1$, u20$, fill2$);
      u01$ = select4(sub(fill0$, mul(along$, u00$)), u01$, flat$);
      u11$ = select4(sub(fill1$, mul(along$, u10$)), u11$, flat$);
      u21$ = select4(sub(fill2$, mul(along$, u20$)), u21$, flat$);
      length$ = mul3(u01$, u01$, u11$, u11$, u21$, u21$);
    }
    length$ = f32x4.div(one, f32x4.sqrt(length$));
    u01$ = mul(u01$, length$);
    u11$ = mul(u11$, length$);
    u21$ = mul(u21$, length$);
    const u02$ = cross2(u10$, u21$, u20$, u11$);
    const u12$ = cross2(u20$, u01$, u00$, u21$);
    const u22$ = cross2(u00$, u11$, u10$, u01$);
    const e0$ = mul3(u00$, b00$, u10$, b10$, u20$, b20$);
    const e1$ = mul3(u01$, b01$, u11$, b11$, u21$, b21$);
    const e2$ = mul3(u02$, b02$, u12$, b12$, u22$, b22$);

    const s$ = stretches + (group + LANE_$) * TRIPLE;
    v128.store(s$, e0$);
    v128.store(s$, e1$, 16);
    v128.store(s$, e2$, 32);
    v128.store(turn$, u00$, 0);
    v128.store(turn$, u01$, 16);
    v128.store(turn$, u02$, 32);
    v128.store(turn$, u10$, 48);
    v128.store(turn$, u11$, 64);
    v128.store(turn$, u12$, 80);
    v128.store(turn$, u20$, 96);
    v128.store(turn$, u21$, 112);
    v128.store(turn$, u22$, 128);
    v128.store(turn$, v00$, 144);
    v128.store(turn$, v01$, 160);
    v128.store(turn$, v02$, 176);
    v128.store(turn$, v10$, 192);
    v128.store(turn$, v11$, 208);
    v128.store(turn$, v12$, 224);
    v128.store(turn$, v20$, 240);
    v128.store(turn$, v21$, 256);
    v128.store(turn$, v22$, 272);
  }
}
