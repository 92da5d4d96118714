import {
  LAMBDA,
  MU,
  POSITIONS_AT,
  SIDED,
  SIDES_AT,
  SPLIT_AT,
  STRENGTH,
  THREADED,
  THREADS_AT,
  TRIANGLES_AT,
  TRIANGLE_CORNERS_AT,
  TRIANGLE_FORCES_AT,
  TRIANGLE_GROUPS,
  TRIANGLE_TABLE_AT,
  VERTEX_COUNT,
  WARP,
  WEFT,
} from '../clothFields';
import { field, scalar, share } from './body';
import { add, cross2, high2, highHalves, low2, lowHalves, mul, mul2, mul3, neg, select4, sub } from './lanes';

// Stretching and shearing of four triangles at a time, as `solids/cloth/Membrane.ts` has it. A triangle leaves five vectors:
// u1 and the first principal coefficient of corner 0; u2 and that of corner 1; n and that of corner 2; the second coefficients;
// weight, twist, and the two stiffnesses out of the plane.

/** Lower bound of stretches in divisions. */
const LEAST_STRETCH: f32 = 1e-6;
/** Lower bound of the inverted stretch, as in `Membrane.ts`. */
const LEAST_INVERTED: f32 = 0.05;
/** Bytes of a triangle's record, and of its threads' record. */
export const RECORD: usize = 80;
export const THREAD_RECORD: usize = 64;

/** Splits the positions of this thread's vertices into sums of two f32. */
export function splitPositions(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const end = share(count, thread + 1, threads);
  const from = field(body, POSITIONS_AT);
  const to = field(body, SPLIT_AT);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    const x = from + <usize>v * 24;
    const out = to + ((<usize>v) << 5);
    for (let axis: usize = 0; axis < 3; axis++) {
      const value = load<f64>(x + (axis << 3));
      const rounded = <f32>value;
      store<f32>(out + (axis << 2), rounded);
      store<f32>(out + (axis << 2), <f32>(value - <f64>rounded), 16);
    }
  }
}

/** Returns x_b - x_a of split positions. */
export function splitDifference(b: usize, a: usize): v128 {
  return add(sub(v128.load(b), v128.load(a)), sub(v128.load(b, 16), v128.load(a, 16)));
}

/** Stores the lanes of four vectors as the rows of four, `stride` bytes apart. */
export function storeTransposed(at: usize, stride: usize, a: v128, b: v128, c: v128, d: v128): void {
  const p = low2(a, b);
  const q = low2(c, d);
  const r = high2(a, b);
  const s = high2(c, d);
  v128.store(at, lowHalves(p, q));
  v128.store(at + stride, highHalves(p, q));
  v128.store(at + 2 * stride, lowHalves(r, s));
  v128.store(at + 3 * stride, highHalves(r, s));
}

function max0(a: v128): v128 {
  return f32x4.max(a, f32x4.splat(0.0));
}

/** Computes the forces of this thread's triangles, and the factors of their stiffness. */
export function membranes(thread: u32, threads: u32, body: usize): void {
  const groups = <u32>field(body, TRIANGLE_GROUPS);
  const end = share(groups, thread + 1, threads);
  for (let group: u32 = share(groups, thread, threads); group < end; group++) membraneGroup(body, group);
}

function membraneGroup(body: usize, group: u32): void {
  const zero = f32x4.splat(0.0);
  const one = f32x4.splat(1.0);
  const half = f32x4.splat(0.5);
  const least = f32x4.splat(LEAST_STRETCH);
  const split = field(body, SPLIT_AT);
  const corners = field(body, TRIANGLE_CORNERS_AT) + <usize>group * 48;
  const a0 = split + <usize>load<u32>(corners);
  const a1 = split + <usize>load<u32>(corners, 4);
  const a2 = split + <usize>load<u32>(corners, 8);
  const a3 = split + <usize>load<u32>(corners, 12);
  const d0 = splitDifference(split + <usize>load<u32>(corners, 16), a0);
  const d1 = splitDifference(split + <usize>load<u32>(corners, 20), a1);
  const d2 = splitDifference(split + <usize>load<u32>(corners, 24), a2);
  const d3 = splitDifference(split + <usize>load<u32>(corners, 28), a3);
  const e0 = splitDifference(split + <usize>load<u32>(corners, 32), a0);
  const e1 = splitDifference(split + <usize>load<u32>(corners, 36), a1);
  const e2 = splitDifference(split + <usize>load<u32>(corners, 40), a2);
  const e3 = splitDifference(split + <usize>load<u32>(corners, 44), a3);
  const dLow = low2(d0, d1);
  const dLow2 = low2(d2, d3);
  const px = lowHalves(dLow, dLow2);
  const py = highHalves(dLow, dLow2);
  const pz = lowHalves(high2(d0, d1), high2(d2, d3));
  const eLow = low2(e0, e1);
  const eLow2 = low2(e2, e3);
  const qx = lowHalves(eLow, eLow2);
  const qy = highHalves(eLow, eLow2);
  const qz = lowHalves(high2(e0, e1), high2(e2, e3));
  const table = field(body, TRIANGLE_TABLE_AT) + <usize>group * 80;
  const bx = v128.load(table);
  const by = v128.load(table, 16);
  const cx = v128.load(table, 32);
  const cy = v128.load(table, 48);
  const weight = mul(v128.load(table, 64), f32x4.splat(<f32>scalar(body, STRENGTH)));
  // Columns of F.
  const f0 = mul2(px, bx, qx, cx);
  const f1 = mul2(py, bx, qy, cx);
  const f2 = mul2(pz, bx, qz, cx);
  const g0 = mul2(px, by, qx, cy);
  const g1 = mul2(py, by, qy, cy);
  const g2 = mul2(pz, by, qz, cy);
  // Eigenvectors of F^T F; the smaller of cosine and sine from the double angle, where nothing cancels.
  const fg = mul3(f0, g0, f1, g1, f2, g2);
  const difference = sub(mul3(f0, f0, f1, f1, f2, f2), mul3(g0, g0, g1, g1, g2, g2));
  const radius = f32x4.sqrt(add(mul(difference, difference), mul(f32x4.splat(4.0), mul(fg, fg))));
  const turned = f32x4.gt(radius, zero);
  const cosine2 = select4(f32x4.div(difference, select4(radius, one, turned)), one, turned);
  const major = f32x4.sqrt(mul(half, add(one, f32x4.abs(cosine2))));
  const minor = select4(f32x4.div(f32x4.abs(fg), mul(select4(radius, one, turned), major)), zero, turned);
  const along = f32x4.ge(cosine2, zero);
  const cosine = select4(major, minor, along);
  const size = select4(minor, major, along);
  const sine = select4(neg(size), size, f32x4.lt(fg, zero));
  let u0 = mul2(cosine, f0, sine, g0);
  let u1 = mul2(cosine, f1, sine, g1);
  let u2 = mul2(cosine, f2, sine, g2);
  const s1 = f32x4.sqrt(mul3(u0, u0, u1, u1, u2, u2));
  const long = f32x4.gt(s1, least);
  const per1 = f32x4.div(one, select4(s1, one, long));
  u0 = select4(mul(u0, per1), one, long);
  u1 = select4(mul(u1, per1), zero, long);
  u2 = select4(mul(u2, per1), zero, long);
  let w0 = cross2(cosine, g0, sine, f0);
  let w1 = cross2(cosine, g1, sine, f1);
  let w2 = cross2(cosine, g2, sine, f2);
  const slant = mul3(w0, u0, w1, u1, w2, u2);
  w0 = sub(w0, mul(slant, u0));
  w1 = sub(w1, mul(slant, u1));
  w2 = sub(w2, mul(slant, u2));
  let s2 = f32x4.sqrt(mul3(w0, w0, w1, w1, w2, w2));
  const wide = f32x4.gt(s2, mul(least, f32x4.max(one, s1)));
  // Where it degenerates to a line, any direction across u: the one nearest to the axis along which u is smallest.
  const m0 = f32x4.abs(u0);
  const m1 = f32x4.abs(u1);
  const m2 = f32x4.abs(u2);
  const first = v128.and(f32x4.le(m0, m1), f32x4.le(m0, m2));
  const second = v128.andnot(f32x4.le(m1, m2), first);
  const third = v128.not(v128.or(first, second));
  const dot = add(add(v128.and(u0, first), v128.and(u1, second)), v128.and(u2, third));
  w0 = select4(w0, sub(v128.and(one, first), mul(dot, u0)), wide);
  w1 = select4(w1, sub(v128.and(one, second), mul(dot, u1)), wide);
  w2 = select4(w2, sub(v128.and(one, third), mul(dot, u2)), wide);
  const per2 = f32x4.div(one, f32x4.sqrt(mul3(w0, w0, w1, w1, w2, w2)));
  w0 = mul(w0, per2);
  w1 = mul(w1, per2);
  w2 = mul(w2, per2);
  let inverted = zero;
  if (field(body, SIDED) != 0) {
    // Triangles that face away from the side of their surface are inverted; for lines the direction is chosen so that they face it.
    const sides = field(body, SIDES_AT) + <usize>group * 48;
    const k0 = v128.load(sides);
    const k1 = v128.load(sides, 16);
    const k2 = v128.load(sides, 32);
    const t0 = cross2(k1, u2, k2, u1);
    const t1 = cross2(k2, u0, k0, u2);
    const t2 = cross2(k0, u1, k1, u0);
    const size = f32x4.sqrt(mul3(t0, t0, t1, t1, t2, t2));
    const lines = v128.andnot(f32x4.gt(size, least), wide);
    const perSize = f32x4.div(one, select4(size, one, lines));
    inverted = v128.and(f32x4.lt(mul3(t0, w0, t1, w1, t2, w2), zero), wide);
    w0 = select4(mul(t0, perSize), select4(neg(w0), w0, inverted), lines);
    w1 = select4(mul(t1, perSize), select4(neg(w1), w1, inverted), lines);
    w2 = select4(mul(t2, perSize), select4(neg(w2), w2, inverted), lines);
    s2 = select4(neg(s2), s2, inverted);
  }
  const n0 = cross2(u1, w2, u2, w1);
  const n1 = cross2(u2, w0, u0, w2);
  const n2 = cross2(u0, w1, u1, w0);
  // Coefficients of the corners along the principal directions.
  const b1 = mul2(cosine, bx, sine, by);
  const b2 = cross2(cosine, by, sine, bx);
  const c1 = mul2(cosine, cx, sine, cy);
  const c2 = cross2(cosine, cy, sine, cx);
  const o1 = neg(add(b1, c1));
  const o2 = neg(add(b2, c2));
  const mu2 = f32x4.splat(<f32>(2.0 * scalar(body, MU)));
  const trace = mul(f32x4.splat(<f32>scalar(body, LAMBDA)), sub(add(s1, s2), f32x4.splat(2.0)));
  const p1 = add(mul(mu2, sub(s1, one)), trace);
  const p2 = add(mul(mu2, sub(s2, one)), trace);
  const twist = mul(weight, max0(f32x4.div(add(p1, p2), f32x4.max(add(s1, s2), least))));
  const out1 = mul(weight, max0(f32x4.div(p1, f32x4.max(s1, least))));
  const divisor2 = select4(f32x4.min(s2, f32x4.splat(-LEAST_INVERTED)), f32x4.max(s2, least), inverted);
  const out2 = mul(weight, max0(f32x4.div(p2, divisor2)));
  const record = field(body, TRIANGLES_AT) + <usize>group * (4 * RECORD);
  storeTransposed(record, RECORD, u0, u1, u2, o1);
  storeTransposed(record + 16, RECORD, w0, w1, w2, b1);
  storeTransposed(record + 32, RECORD, n0, n1, n2, c1);
  storeTransposed(record + 48, RECORD, o2, b2, c2, zero);
  storeTransposed(record + 64, RECORD, weight, twist, out1, out2);
  // Forces: -(P1 b1 u + P2 b2 w) of corners 1 and 2; what is left is corner 0's.
  const t1 = neg(mul(weight, p1));
  const t2 = neg(mul(weight, p2));
  const kb1 = mul(t1, b1);
  const kb2 = mul(t2, b2);
  const kc1 = mul(t1, c1);
  const kc2 = mul(t2, c2);
  let b0 = mul2(kb1, u0, kb2, w0);
  let bY = mul2(kb1, u1, kb2, w1);
  let bZ = mul2(kb1, u2, kb2, w2);
  let c0 = mul2(kc1, u0, kc2, w0);
  let cY = mul2(kc1, u1, kc2, w1);
  let cZ = mul2(kc1, u2, kc2, w2);
  if (field(body, THREADED) != 0) {
    const threads = field(body, THREADS_AT) + <usize>group * (4 * THREAD_RECORD);
    const warp = mul(weight, f32x4.splat(<f32>scalar(body, WARP)));
    const stretchF = f32x4.sqrt(mul3(f0, f0, f1, f1, f2, f2));
    const perF = f32x4.div(one, f32x4.max(stretchF, least));
    const tensionF = neg(mul(mul(warp, sub(stretchF, one)), perF));
    const acrossF = mul(warp, max0(sub(one, perF)));
    const weft = mul(weight, f32x4.splat(<f32>scalar(body, WEFT)));
    const stretchG = f32x4.sqrt(mul3(g0, g0, g1, g1, g2, g2));
    const perG = f32x4.div(one, f32x4.max(stretchG, least));
    const tensionG = neg(mul(mul(weft, sub(stretchG, one)), perG));
    const acrossG = mul(weft, max0(sub(one, perG)));
    storeTransposed(threads, THREAD_RECORD, mul(f0, perF), mul(f1, perF), mul(f2, perF), warp);
    storeTransposed(threads + 16, THREAD_RECORD, mul(g0, perG), mul(g1, perG), mul(g2, perG), weft);
    storeTransposed(threads + 32, THREAD_RECORD, neg(add(bx, cx)), bx, cx, acrossF);
    storeTransposed(threads + 48, THREAD_RECORD, neg(add(by, cy)), by, cy, acrossG);
    const bF = mul(tensionF, bx);
    const bG = mul(tensionG, by);
    const cF = mul(tensionF, cx);
    const cG = mul(tensionG, cy);
    b0 = add(b0, mul2(bF, f0, bG, g0));
    bY = add(bY, mul2(bF, f1, bG, g1));
    bZ = add(bZ, mul2(bF, f2, bG, g2));
    c0 = add(c0, mul2(cF, f0, cG, g0));
    cY = add(cY, mul2(cF, f1, cG, g1));
    cZ = add(cZ, mul2(cF, f2, cG, g2));
  }
  const forces = field(body, TRIANGLE_FORCES_AT) + <usize>group * 192;
  storeTransposed(forces, 48, neg(add(b0, c0)), neg(add(bY, cY)), neg(add(bZ, cZ)), zero);
  storeTransposed(forces + 16, 48, b0, bY, bZ, zero);
  storeTransposed(forces + 32, 48, c0, cY, cZ, zero);
}

