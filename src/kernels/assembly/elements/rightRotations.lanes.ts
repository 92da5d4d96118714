import { add, cross2, mul, mul2, mul3, select4, sub } from '../lanes';
import { MATRIX, ROTATIONS } from './work';

// Every statement that names a variable ending in $ is compiled once per lane group: two groups of four elements run
// interleaved, so that one hides the latency of the other (tools/buildKernels.mjs expands them).
const LANE_A: usize = 0;
const LANE_B: usize = 1;

/** Largest number of Jacobi sweeps over F^T F: four leave errors of 1e-3, six gain nothing in f32. */
const SWEEPS: i32 = 5;
/** Squared off-diagonal part of F^T F, over its squared trace, that counts as diagonal: a few times the rounding of f32. */
const OFF_DIAGONAL: f32 = 4e-13;
/** 3 + 2 sqrt(2): the approximate rotation is taken while its angle is below pi/4. */
const ROTATION_LIMIT: f32 = 5.828427;
const TAN_EIGHTH_TURN: f32 = 0.41421357;
const SQRT_HALF: f32 = 0.70710678;

/**
 * Writes a rotation V that makes V^T S V diagonal, with columns in any order, for `count` groups: as an unnormalised quaternion w x y z at the
 * start of each group's place in `rotations`, where `signedSvd` goes on. S is F^T F, or (F + F^T) / 2 of materials that measure small strain, whose `smallStrains` goes on.
 */
export function rightRotations(gradients: usize, rotations: usize, smallStrain: bool, count: usize): void {
  const half = f32x4.splat(0.5);
  const one = f32x4.splat(1.0);
  const zero = f32x4.splat(0.0);
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

    // S, diagonalised by Jacobi rotations that are also collected in an unnormalised quaternion.
    let s00$ = mul3(f00$, f00$, f10$, f10$, f20$, f20$);
    let s11$ = mul3(f01$, f01$, f11$, f11$, f21$, f21$);
    let s22$ = mul3(f02$, f02$, f12$, f12$, f22$, f22$);
    let s01$ = mul3(f00$, f01$, f10$, f11$, f20$, f21$);
    let s12$ = mul3(f01$, f02$, f11$, f12$, f21$, f22$);
    let s02$ = mul3(f00$, f02$, f10$, f12$, f20$, f22$);
    if (smallStrain) {
      s00$ = f00$;
      s11$ = f11$;
      s22$ = f22$;
      s01$ = mul(half, add(f01$, f10$));
      s12$ = mul(half, add(f12$, f21$));
      s02$ = mul(half, add(f02$, f20$));
    }
    let qw$ = one;
    let qx$ = zero;
    let qy$ = zero;
    let qz$ = zero;
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      // Rotation about z: columns 0 and 1.
      let ch$ = sub(s00$, s11$);
      ch$ = add(ch$, ch$);
      let ch2$ = mul(ch$, ch$);
      let sh2$ = mul(s01$, s01$);
      let small$ = f32x4.lt(add(mul(f32x4.splat(ROTATION_LIMIT), sh2$), f32x4.splat(1e-30)), ch2$);
      let r$ = f32x4.div(one, add(ch2$, sh2$));
      let t$ = select4(f32x4.div(s01$, ch$), f32x4.splat(TAN_EIGHTH_TURN), small$);
      let c$ = select4(mul(sub(ch2$, sh2$), r$), f32x4.splat(SQRT_HALF), small$);
      let s$ = select4(mul(mul(add(ch$, ch$), s01$), r$), f32x4.splat(SQRT_HALF), small$);
      let cp$ = mul2(c$, s00$, s$, s01$);
      let cq$ = mul2(c$, s01$, s$, s11$);
      let pp$ = mul2(c$, cp$, s$, cq$);
      s11$ = sub(add(s00$, s11$), pp$);
      s00$ = pp$;
      s01$ = cross2(c$, cq$, s$, cp$);
      let k$ = s02$;
      s02$ = mul2(c$, k$, s$, s12$);
      s12$ = cross2(c$, s12$, s$, k$);
      let w$ = qw$;
      let x$ = qx$;
      qw$ = sub(w$, mul(t$, qz$));
      qz$ = add(qz$, mul(t$, w$));
      qx$ = add(x$, mul(t$, qy$));
      qy$ = sub(qy$, mul(t$, x$));

      // About x: columns 1 and 2.
      ch$ = sub(s11$, s22$);
      ch$ = add(ch$, ch$);
      ch2$ = mul(ch$, ch$);
      sh2$ = mul(s12$, s12$);
      small$ = f32x4.lt(add(mul(f32x4.splat(ROTATION_LIMIT), sh2$), f32x4.splat(1e-30)), ch2$);
      r$ = f32x4.div(one, add(ch2$, sh2$));
      t$ = select4(f32x4.div(s12$, ch$), f32x4.splat(TAN_EIGHTH_TURN), small$);
      c$ = select4(mul(sub(ch2$, sh2$), r$), f32x4.splat(SQRT_HALF), small$);
      s$ = select4(mul(mul(add(ch$, ch$), s12$), r$), f32x4.splat(SQRT_HALF), small$);
      cp$ = mul2(c$, s11$, s$, s12$);
      cq$ = mul2(c$, s12$, s$, s22$);
      pp$ = mul2(c$, cp$, s$, cq$);
      s22$ = sub(add(s11$, s22$), pp$);
      s11$ = pp$;
      s12$ = cross2(c$, cq$, s$, cp$);
      k$ = s01$;
      s01$ = mul2(c$, k$, s$, s02$);
      s02$ = cross2(c$, s02$, s$, k$);
      w$ = qw$;
      x$ = qy$;
      qw$ = sub(w$, mul(t$, qx$));
      qx$ = add(qx$, mul(t$, w$));
      qy$ = add(x$, mul(t$, qz$));
      qz$ = sub(qz$, mul(t$, x$));

      // About y: columns 2 and 0.
      ch$ = sub(s22$, s00$);
      ch$ = add(ch$, ch$);
      ch2$ = mul(ch$, ch$);
      sh2$ = mul(s02$, s02$);
      small$ = f32x4.lt(add(mul(f32x4.splat(ROTATION_LIMIT), sh2$), f32x4.splat(1e-30)), ch2$);
      r$ = f32x4.div(one, add(ch2$, sh2$));
      t$ = select4(f32x4.div(s02$, ch$), f32x4.splat(TAN_EIGHTH_TURN), small$);
      c$ = select4(mul(sub(ch2$, sh2$), r$), f32x4.splat(SQRT_HALF), small$);
      s$ = select4(mul(mul(add(ch$, ch$), s02$), r$), f32x4.splat(SQRT_HALF), small$);
      cp$ = mul2(c$, s22$, s$, s02$);
      cq$ = mul2(c$, s02$, s$, s00$);
      pp$ = mul2(c$, cp$, s$, cq$);
      s00$ = sub(add(s22$, s00$), pp$);
      s22$ = pp$;
      s02$ = cross2(c$, cq$, s$, cp$);
      k$ = s12$;
      s12$ = mul2(c$, k$, s$, s01$);
      s01$ = cross2(c$, s01$, s$, k$);
      w$ = qw$;
      x$ = qz$;
      qw$ = sub(w$, mul(t$, qy$));
      qy$ = add(qy$, mul(t$, w$));
      qz$ = add(x$, mul(t$, qx$));
      qx$ = sub(qx$, mul(t$, x$));

      // Most elements converge after three or four sweeps. Groups do not depend on the threads, so neither does this.
      const off$ = mul3(s01$, s01$, s12$, s12$, s02$, s02$);
      const trace$ = add(add(s00$, s11$), s22$);
      const open$ = f32x4.gt(off$, mul(mul(trace$, trace$), f32x4.splat(OFF_DIAGONAL)));
      if (!v128.any_true(v128.or(openA, openB))) break;
    }

    const q$ = rotations + (group + LANE_$) * ROTATIONS;
    v128.store(q$, qw$);
    v128.store(q$, qx$, 16);
    v128.store(q$, qy$, 32);
    v128.store(q$, qz$, 48);
  }
}
