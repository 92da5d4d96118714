import {
  CONSERVING,
  CORNERS_AT,
  CORNER_VECTORS_AT,
  DAMPED,
  DEFORMATIONS_AT,
  FIBROUS,
  FIBRES_AT,
  FIBRE_VECTORS_AT,
  FRAMES_AT,
  GRADIENTS_AT,
  HEXAHEDRA,
  IMPLICIT,
  MATERIALS_AT,
  MATERIAL_COUNT,
  POSITIONS_AT,
  ROTATIONS_AT,
  STRENGTH,
  STRETCHES_AT,
  VOLUMES_AT,
} from '../bodyFields';
import { field, scalar, share } from './body';
import { storeCornerVectors } from './cornerVectors';
import { fibreDirection, fibrePull, fibreVector } from './fibres';
import { add, cross2, high2, highHalves, log4, low2, lowHalves, mul, mul2, mul3, neg, select4, sub } from './lanes';
import {
  crushStress,
  CUBIC_SPLINE,
  FIXED_COROTATED,
  MOONEY_RIVLIN,
  NEO_HOOKEAN,
  OUTSIDE,
  parameter,
  ROTATED_LINEAR,
  splineStress,
  ST_VENANT_KIRCHHOFF,
  STABLE_NEO_HOOKEAN,
} from './materialStages';

// Every statement that names a variable ending in $ is compiled once per lane group: two groups of four elements run
// interleaved, so that one hides the latency of the other (tools/buildKernels.mjs expands them).
const LANE_A: u32 = 0;
const LANE_B: u32 = 1;

/** Largest number of Jacobi sweeps over F^T F: four leave errors of 1e-3, six gain nothing in f32. */
const SWEEPS: i32 = 5;
/** Squared off-diagonal part of F^T F, over its squared trace, that counts as diagonal: a few times the rounding of f32. */
const OFF_DIAGONAL: f32 = 4e-13;
/** 3 + 2 sqrt(2): the approximate rotation is taken while its angle is below pi/4. */
const ROTATION_LIMIT: f32 = 5.828427;
const TAN_EIGHTH_TURN: f32 = 0.41421357;
const SQRT_HALF: f32 = 0.70710678;
/** Squared length below which a first column has no direction (m2/m2). */
const NO_LENGTH: f32 = 1e-30;
/** A second column whose square is below this times the first's has no direction of its own. */
const NEGLIGIBLE: f32 = 1e-12;
/** Floor of the conserving damping stretch; see `conservingStretch`. */
const STRETCH_FLOOR: f32 = 0.25;

/**
 * F, its signed singular value decomposition, stress and corner forces of this thread's share of every material. For hexahedra
 * F is read from DEFORMATIONS_AT and the stress left there.
 */
export function elementForces(thread: u32, threads: u32, body: usize): void {
  const materials = field(body, MATERIALS_AT);
  const count = field(body, MATERIAL_COUNT);
  for (let m: usize = 0; m < count; m++) {
    const material = materials + (m << 4);
    const first = load<u32>(material, 4);
    const pairs = load<u32>(material, 8) - first;
    const begin = first + share(pairs, thread, threads);
    const end = first + share(pairs, thread + 1, threads);
    elementPairs(body, begin, end, load<u32>(material), <usize>load<u32>(material, 12));
  }
}

function elementPairs(body: usize, begin: u32, end: u32, stage: u32, params: usize): void {
  const positions = field(body, POSITIONS_AT);
  const corners = field(body, CORNERS_AT);
  const gradients = field(body, GRADIENTS_AT);
  const volumes = field(body, VOLUMES_AT);
  const stretches = field(body, STRETCHES_AT);
  const frames = field(body, FRAMES_AT);
  const vectors = field(body, CORNER_VECTORS_AT);
  const rotations = field(body, ROTATIONS_AT);
  const conserving = field(body, CONSERVING) != 0;
  const damped = field(body, DAMPED) != 0;
  const hexahedra = field(body, HEXAHEDRA) != 0;
  const keepRotations = field(body, IMPLICIT) != 0;
  const deformations = field(body, DEFORMATIONS_AT);
  const fibrous = field(body, FIBROUS) != 0;
  const fibres = field(body, FIBRES_AT);
  const fibreVectors = field(body, FIBRE_VECTORS_AT);
  const strength = f32x4.splat(-(<f32>scalar(body, STRENGTH)));
  const one = f32x4.splat(1.0);
  const zero = f32x4.splat(0.0);

  for (let pair: u32 = begin; pair < end; pair++) {
    const group$: usize = <usize>(2 * pair + LANE_$);

    let f00$ = zero;
    let f01$ = zero;
    let f02$ = zero;
    let f10$ = zero;
    let f11$ = zero;
    let f12$ = zero;
    let f20$ = zero;
    let f21$ = zero;
    let f22$ = zero;
    if (hexahedra) {
      const f$ = deformations + group$ * 144;
      f00$ = v128.load(f$, 0);
      f01$ = v128.load(f$, 16);
      f02$ = v128.load(f$, 32);
      f10$ = v128.load(f$, 48);
      f11$ = v128.load(f$, 64);
      f12$ = v128.load(f$, 80);
      f20$ = v128.load(f$, 96);
      f21$ = v128.load(f$, 112);
      f22$ = v128.load(f$, 128);
    } else {
      // Edge vectors, lane by lane, then transposed so that one vector holds one component of four elements.
      const at$ = corners + (group$ << 6);
      const a0$ = v128.load(positions + <usize>load<u32>(at$, 0));
      const b0$ = v128.load(positions + <usize>load<u32>(at$, 4));
      const c0$ = v128.load(positions + <usize>load<u32>(at$, 8));
      const d0$ = v128.load(positions + <usize>load<u32>(at$, 12));
      let ta$ = sub(v128.load(positions + <usize>load<u32>(at$, 16)), a0$);
      let tb$ = sub(v128.load(positions + <usize>load<u32>(at$, 20)), b0$);
      let tc$ = sub(v128.load(positions + <usize>load<u32>(at$, 24)), c0$);
      let td$ = sub(v128.load(positions + <usize>load<u32>(at$, 28)), d0$);
      let lo$ = low2(ta$, tb$);
      let hi$ = low2(tc$, td$);
      const x1$ = lowHalves(lo$, hi$);
      const y1$ = highHalves(lo$, hi$);
      const z1$ = lowHalves(high2(ta$, tb$), high2(tc$, td$));
      ta$ = sub(v128.load(positions + <usize>load<u32>(at$, 32)), a0$);
      tb$ = sub(v128.load(positions + <usize>load<u32>(at$, 36)), b0$);
      tc$ = sub(v128.load(positions + <usize>load<u32>(at$, 40)), c0$);
      td$ = sub(v128.load(positions + <usize>load<u32>(at$, 44)), d0$);
      lo$ = low2(ta$, tb$);
      hi$ = low2(tc$, td$);
      const x2$ = lowHalves(lo$, hi$);
      const y2$ = highHalves(lo$, hi$);
      const z2$ = lowHalves(high2(ta$, tb$), high2(tc$, td$));
      ta$ = sub(v128.load(positions + <usize>load<u32>(at$, 48)), a0$);
      tb$ = sub(v128.load(positions + <usize>load<u32>(at$, 52)), b0$);
      tc$ = sub(v128.load(positions + <usize>load<u32>(at$, 56)), c0$);
      td$ = sub(v128.load(positions + <usize>load<u32>(at$, 60)), d0$);
      lo$ = low2(ta$, tb$);
      hi$ = low2(tc$, td$);
      const x3$ = lowHalves(lo$, hi$);
      const y3$ = highHalves(lo$, hi$);
      const z3$ = lowHalves(high2(ta$, tb$), high2(tc$, td$));

      // F = sum_a d_a g_a^T.
      const g$ = gradients + group$ * 144;
      const g10$ = v128.load(g$, 0);
      const g20$ = v128.load(g$, 48);
      const g30$ = v128.load(g$, 96);
      f00$ = mul3(x1$, g10$, x2$, g20$, x3$, g30$);
      f10$ = mul3(y1$, g10$, y2$, g20$, y3$, g30$);
      f20$ = mul3(z1$, g10$, z2$, g20$, z3$, g30$);
      const g11$ = v128.load(g$, 16);
      const g21$ = v128.load(g$, 64);
      const g31$ = v128.load(g$, 112);
      f01$ = mul3(x1$, g11$, x2$, g21$, x3$, g31$);
      f11$ = mul3(y1$, g11$, y2$, g21$, y3$, g31$);
      f21$ = mul3(z1$, g11$, z2$, g21$, z3$, g31$);
      const g12$ = v128.load(g$, 32);
      const g22$ = v128.load(g$, 80);
      const g32$ = v128.load(g$, 128);
      f02$ = mul3(x1$, g12$, x2$, g22$, x3$, g32$);
      f12$ = mul3(y1$, g12$, y2$, g22$, y3$, g32$);
      f22$ = mul3(z1$, g12$, z2$, g22$, z3$, g32$);
    }

    // F a of the fibres.
    if (fibrous) {
      const rest$ = fibres + group$ * 48;
      const ax$ = v128.load(rest$, 0);
      const ay$ = v128.load(rest$, 16);
      const az$ = v128.load(rest$, 32);
      const now$ = fibreVectors + group$ * 48;
      v128.store(now$, mul3(f00$, ax$, f01$, ay$, f02$, az$), 0);
      v128.store(now$, mul3(f10$, ax$, f11$, ay$, f12$, az$), 16);
      v128.store(now$, mul3(f20$, ax$, f21$, ay$, f22$, az$), 32);
    }

    // S = F^T F, diagonalised by Jacobi rotations that are also collected in an unnormalised quaternion (qw, qx, qy, qz).
    let s00$ = mul3(f00$, f00$, f10$, f10$, f20$, f20$);
    let s11$ = mul3(f01$, f01$, f11$, f11$, f21$, f21$);
    let s22$ = mul3(f02$, f02$, f12$, f12$, f22$, f22$);
    let s01$ = mul3(f00$, f01$, f10$, f11$, f20$, f21$);
    let s12$ = mul3(f01$, f02$, f11$, f12$, f21$, f22$);
    let s02$ = mul3(f00$, f02$, f10$, f12$, f20$, f22$);
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

    // V, by columns (v<row><column>), and B = F V.
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
    let b00$ = mul3(f00$, v00$, f01$, v10$, f02$, v20$);
    let b10$ = mul3(f10$, v00$, f11$, v10$, f12$, v20$);
    let b20$ = mul3(f20$, v00$, f21$, v10$, f22$, v20$);
    let b01$ = mul3(f00$, v01$, f01$, v11$, f02$, v21$);
    let b11$ = mul3(f10$, v01$, f11$, v11$, f12$, v21$);
    let b21$ = mul3(f20$, v01$, f21$, v11$, f22$, v21$);
    let b02$ = mul3(f00$, v02$, f01$, v12$, f02$, v22$);
    let b12$ = mul3(f10$, v02$, f11$, v12$, f12$, v22$);
    let b22$ = mul3(f20$, v02$, f21$, v12$, f22$, v22$);

    // Columns by falling length; (p, q) -> (q, -p) is a rotation, so det V stays 1.
    let n0$ = mul3(b00$, b00$, b10$, b10$, b20$, b20$);
    let n1$ = mul3(b01$, b01$, b11$, b11$, b21$, b21$);
    let n2$ = mul3(b02$, b02$, b12$, b12$, b22$, b22$);
    let swap$ = f32x4.lt(n0$, n1$);
    let old$ = b00$;
    b00$ = select4(b01$, old$, swap$);
    b01$ = select4(neg(old$), b01$, swap$);
    old$ = b10$;
    b10$ = select4(b11$, old$, swap$);
    b11$ = select4(neg(old$), b11$, swap$);
    old$ = b20$;
    b20$ = select4(b21$, old$, swap$);
    b21$ = select4(neg(old$), b21$, swap$);
    old$ = v00$;
    v00$ = select4(v01$, old$, swap$);
    v01$ = select4(neg(old$), v01$, swap$);
    old$ = v10$;
    v10$ = select4(v11$, old$, swap$);
    v11$ = select4(neg(old$), v11$, swap$);
    old$ = v20$;
    v20$ = select4(v21$, old$, swap$);
    v21$ = select4(neg(old$), v21$, swap$);
    old$ = n0$;
    n0$ = f32x4.max(n0$, n1$);
    n1$ = f32x4.min(old$, n1$);
    swap$ = f32x4.lt(n0$, n2$);
    old$ = b00$;
    b00$ = select4(b02$, old$, swap$);
    b02$ = select4(neg(old$), b02$, swap$);
    old$ = b10$;
    b10$ = select4(b12$, old$, swap$);
    b12$ = select4(neg(old$), b12$, swap$);
    old$ = b20$;
    b20$ = select4(b22$, old$, swap$);
    b22$ = select4(neg(old$), b22$, swap$);
    old$ = v00$;
    v00$ = select4(v02$, old$, swap$);
    v02$ = select4(neg(old$), v02$, swap$);
    old$ = v10$;
    v10$ = select4(v12$, old$, swap$);
    v12$ = select4(neg(old$), v12$, swap$);
    old$ = v20$;
    v20$ = select4(v22$, old$, swap$);
    v22$ = select4(neg(old$), v22$, swap$);
    old$ = n0$;
    n0$ = f32x4.max(n0$, n2$);
    n2$ = f32x4.min(old$, n2$);
    swap$ = f32x4.lt(n1$, n2$);
    old$ = b01$;
    b01$ = select4(b02$, old$, swap$);
    b02$ = select4(neg(old$), b02$, swap$);
    old$ = b11$;
    b11$ = select4(b12$, old$, swap$);
    b12$ = select4(neg(old$), b12$, swap$);
    old$ = b21$;
    b21$ = select4(b22$, old$, swap$);
    b22$ = select4(neg(old$), b22$, swap$);
    old$ = v01$;
    v01$ = select4(v02$, old$, swap$);
    v02$ = select4(neg(old$), v02$, swap$);
    old$ = v11$;
    v11$ = select4(v12$, old$, swap$);
    v12$ = select4(neg(old$), v12$, swap$);
    old$ = v21$;
    v21$ = select4(v22$, old$, swap$);
    v22$ = select4(neg(old$), v22$, swap$);

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

    // Stretches out, three per element.
    const out$ = stretches + group$ * 48;
    const e01$ = low2(e0$, e1$);
    const e01h$ = high2(e0$, e1$);
    v128.store(out$, v128.shuffle<f32>(e01$, v128.shuffle<f32>(e2$, e0$, 0, 5, 0, 5), 0, 1, 4, 5));
    v128.store(out$, v128.shuffle<f32>(v128.shuffle<f32>(e1$, e2$, 1, 5, 1, 5), e01h$, 0, 1, 4, 5), 16);
    v128.store(
      out$,
      v128.shuffle<f32>(v128.shuffle<f32>(e2$, e0$, 2, 7, 2, 7), v128.shuffle<f32>(e1$, e2$, 3, 7, 3, 7), 0, 1, 4, 5),
      32,
    );

    // Damping frame M = U diag(m) V^T.
    if (damped) {
      let m0$ = one;
      let m1$ = one;
      let m2$ = one;
      if (conserving) {
        m0$ = conservingStretch(e0$);
        m1$ = conservingStretch(e1$);
        m2$ = conservingStretch(e2$);
      }
      const frame$ = frames + group$ * 144;
      let r0$ = mul(u00$, m0$);
      let r1$ = mul(u01$, m1$);
      let r2$ = mul(u02$, m2$);
      v128.store(frame$, mul3(r0$, v00$, r1$, v01$, r2$, v02$), 0);
      v128.store(frame$, mul3(r0$, v10$, r1$, v11$, r2$, v12$), 16);
      v128.store(frame$, mul3(r0$, v20$, r1$, v21$, r2$, v22$), 32);
      r0$ = mul(u10$, m0$);
      r1$ = mul(u11$, m1$);
      r2$ = mul(u12$, m2$);
      v128.store(frame$, mul3(r0$, v00$, r1$, v01$, r2$, v02$), 48);
      v128.store(frame$, mul3(r0$, v10$, r1$, v11$, r2$, v12$), 64);
      v128.store(frame$, mul3(r0$, v20$, r1$, v21$, r2$, v22$), 80);
      r0$ = mul(u20$, m0$);
      r1$ = mul(u21$, m1$);
      r2$ = mul(u22$, m2$);
      v128.store(frame$, mul3(r0$, v00$, r1$, v01$, r2$, v02$), 96);
      v128.store(frame$, mul3(r0$, v10$, r1$, v11$, r2$, v12$), 112);
      v128.store(frame$, mul3(r0$, v20$, r1$, v21$, r2$, v22$), 128);
    }

    if (keepRotations || stage == OUTSIDE) {
      const turn$ = rotations + group$ * 288;
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

    // Principal stress.
    let p0$ = zero;
    let p1$ = zero;
    let p2$ = zero;
    if (stage == ROTATED_LINEAR || stage == FIXED_COROTATED) {
      const twoMu = add(parameter(params, 0), parameter(params, 0));
      const lambda = parameter(params, 1);
      p0$ = mul(twoMu, sub(e0$, one));
      p1$ = mul(twoMu, sub(e1$, one));
      p2$ = mul(twoMu, sub(e2$, one));
      if (stage == ROTATED_LINEAR) {
        const pressure$ = mul(lambda, add(add(sub(e0$, one), sub(e1$, one)), sub(e2$, one)));
        p0$ = add(p0$, pressure$);
        p1$ = add(p1$, pressure$);
        p2$ = add(p2$, pressure$);
      } else {
        const a2$ = mul(e0$, e1$);
        const pressure$ = mul(lambda, sub(mul(a2$, e2$), one));
        p0$ = add(p0$, mul(pressure$, mul(e1$, e2$)));
        p1$ = add(p1$, mul(pressure$, mul(e0$, e2$)));
        p2$ = add(p2$, mul(pressure$, a2$));
      }
    } else if (stage == ST_VENANT_KIRCHHOFF || stage == NEO_HOOKEAN || stage == MOONEY_RIVLIN) {
      // Mooney-Rivlin has one modulus more, in front.
      const shared: usize = stage == MOONEY_RIVLIN ? params + 4 : params;
      const mu = parameter(params, 0);
      const lambda = parameter(shared, 1);
      const threshold = parameter(shared, 2);
      const slope = parameter(shared, 3);
      const c0$ = f32x4.max(e0$, threshold);
      const c1$ = f32x4.max(e1$, threshold);
      const c2$ = f32x4.max(e2$, threshold);
      const d0$ = f32x4.min(sub(e0$, threshold), zero);
      const d1$ = f32x4.min(sub(e1$, threshold), zero);
      const d2$ = f32x4.min(sub(e2$, threshold), zero);
      if (stage == ST_VENANT_KIRCHHOFF) {
        const h0$ = mul(sub(c0$, one), add(c0$, one));
        const h1$ = mul(sub(c1$, one), add(c1$, one));
        const h2$ = mul(sub(c2$, one), add(c2$, one));
        const strain$ = mul(f32x4.splat(0.5), add(add(h0$, h1$), h2$));
        const pressure$ = mul(lambda, add(strain$, mul3(c0$, d0$, c1$, d1$, c2$, d2$)));
        p0$ = add(mul(slope, d0$), mul(c0$, add(mul(mu, h0$), pressure$)));
        p1$ = add(mul(slope, d1$), mul(c1$, add(mul(mu, h1$), pressure$)));
        p2$ = add(mul(slope, d2$), mul(c2$, add(mul(mu, h2$), pressure$)));
      } else {
        const i0$ = f32x4.div(one, c0$);
        const i1$ = f32x4.div(one, c1$);
        const i2$ = f32x4.div(one, c2$);
        const strain$ = add(add(log4(c0$), log4(c1$)), log4(c2$));
        const pressure$ = mul(lambda, add(strain$, mul3(i0$, d0$, i1$, d1$, i2$, d2$)));
        if (stage == MOONEY_RIVLIN) {
          const two = f32x4.splat(2.0);
          const a = mul(two, mu);
          const b = mul(two, parameter(params, 1));
          const log = sub(a, b);
          p0$ = add(mul(slope, d0$), sub(mul(a, c0$), mul(i0$, add(log, mul(b, mul(i0$, i0$))))));
          p1$ = add(mul(slope, d1$), sub(mul(a, c1$), mul(i1$, add(log, mul(b, mul(i1$, i1$))))));
          p2$ = add(mul(slope, d2$), sub(mul(a, c2$), mul(i2$, add(log, mul(b, mul(i2$, i2$))))));
          p0$ = add(p0$, mul(pressure$, i0$));
          p1$ = add(p1$, mul(pressure$, i1$));
          p2$ = add(p2$, mul(pressure$, i2$));
        } else {
        p0$ = add(add(mul(slope, d0$), mul(mu, mul(mul(sub(c0$, one), add(c0$, one)), i0$))), mul(pressure$, i0$));
        p1$ = add(add(mul(slope, d1$), mul(mu, mul(mul(sub(c1$, one), add(c1$, one)), i1$))), mul(pressure$, i1$));
        p2$ = add(add(mul(slope, d2$), mul(mu, mul(mul(sub(c2$, one), add(c2$, one)), i2$))), mul(pressure$, i2$));
        }
      }
    } else if (stage == CUBIC_SPLINE) {
      const pressure$ = mul(parameter(params, 0), add(add(sub(e0$, one), sub(e1$, one)), sub(e2$, one)));
      p0$ = add(pressure$, splineStress(params, e0$));
      p1$ = add(pressure$, splineStress(params, e1$));
      p2$ = add(pressure$, splineStress(params, e2$));
    } else if (stage == STABLE_NEO_HOOKEAN) {
      const square$ = mul3(e0$, e0$, e1$, e1$, e2$, e2$);
      const shear$ = mul(parameter(params, 0), f32x4.div(square$, add(square$, one)));
      const a2$ = mul(e0$, e1$);
      const pressure$ = mul(parameter(params, 1), sub(mul(a2$, e2$), parameter(params, 2)));
      p0$ = add(mul2(shear$, e0$, pressure$, mul(e1$, e2$)), crushStress(params, e0$));
      p1$ = add(mul2(shear$, e1$, pressure$, mul(e0$, e2$)), crushStress(params, e1$));
      p2$ = add(mul2(shear$, e2$, pressure$, a2$), crushStress(params, e2$));
    } else {
      // The stress of this material is computed outside, and `principalForces` continues from U and V.
      continue;
    }

    // P = U diag(p) V^T, scaled by -volume strength.
    const scale$ = mul(strength, v128.load(volumes + (group$ << 4)));
    p0$ = mul(p0$, scale$);
    p1$ = mul(p1$, scale$);
    p2$ = mul(p2$, scale$);
    let r0$ = mul(u00$, p0$);
    let r1$ = mul(u01$, p1$);
    let r2$ = mul(u02$, p2$);
    let p00$ = mul3(r0$, v00$, r1$, v01$, r2$, v02$);
    let p01$ = mul3(r0$, v10$, r1$, v11$, r2$, v12$);
    let p02$ = mul3(r0$, v20$, r1$, v21$, r2$, v22$);
    r0$ = mul(u10$, p0$);
    r1$ = mul(u11$, p1$);
    r2$ = mul(u12$, p2$);
    let p10$ = mul3(r0$, v00$, r1$, v01$, r2$, v02$);
    let p11$ = mul3(r0$, v10$, r1$, v11$, r2$, v12$);
    let p12$ = mul3(r0$, v20$, r1$, v21$, r2$, v22$);
    r0$ = mul(u20$, p0$);
    r1$ = mul(u21$, p1$);
    r2$ = mul(u22$, p2$);
    let p20$ = mul3(r0$, v00$, r1$, v01$, r2$, v02$);
    let p21$ = mul3(r0$, v10$, r1$, v11$, r2$, v12$);
    let p22$ = mul3(r0$, v20$, r1$, v21$, r2$, v22$);
    // Fibres: (T / lambda) (F a) a^T.
    if (fibrous) {
      const pull$ = mul(scale$, fibrePull(body, group$, params));
      const ax$ = fibreDirection(body, group$, 0);
      const ay$ = fibreDirection(body, group$, 1);
      const az$ = fibreDirection(body, group$, 2);
      const dx$ = mul(pull$, fibreVector(body, group$, 0));
      const dy$ = mul(pull$, fibreVector(body, group$, 1));
      const dz$ = mul(pull$, fibreVector(body, group$, 2));
      p00$ = add(p00$, mul(dx$, ax$));
      p01$ = add(p01$, mul(dx$, ay$));
      p02$ = add(p02$, mul(dx$, az$));
      p10$ = add(p10$, mul(dy$, ax$));
      p11$ = add(p11$, mul(dy$, ay$));
      p12$ = add(p12$, mul(dy$, az$));
      p20$ = add(p20$, mul(dz$, ax$));
      p21$ = add(p21$, mul(dz$, ay$));
      p22$ = add(p22$, mul(dz$, az$));
    }
    if (hexahedra) {
      const stress$ = deformations + group$ * 144;
      v128.store(stress$, p00$, 0);
      v128.store(stress$, p01$, 16);
      v128.store(stress$, p02$, 32);
      v128.store(stress$, p10$, 48);
      v128.store(stress$, p11$, 64);
      v128.store(stress$, p12$, 80);
      v128.store(stress$, p20$, 96);
      v128.store(stress$, p21$, 112);
      v128.store(stress$, p22$, 128);
    } else {
      const shape$ = gradients + group$ * 144;
      storeCornerVectors(vectors + (group$ << 8), shape$, p00$, p01$, p02$, p10$, p11$, p12$, p20$, p21$, p22$);
    }
  }
}

/** m(s) of the conserving damping form: s from twice the floor on, the floor for s <= 0, a parabola between. */
function conservingStretch(s: v128): v128 {
  const t = f32x4.min(f32x4.max(s, f32x4.splat(0.0)), f32x4.splat(2.0 * STRETCH_FLOOR));
  const above = f32x4.max(sub(s, f32x4.splat(2.0 * STRETCH_FLOOR)), f32x4.splat(0.0));
  return add(add(f32x4.splat(STRETCH_FLOOR), mul(mul(t, t), f32x4.splat(1.0 / (4.0 * STRETCH_FLOOR)))), above);
}
