import { SIDED, SIDES_AT, SPLIT_AT, THREADED, TRIANGLE_CORNERS_AT, TRIANGLE_TABLE_AT } from '../../clothFields';
import { field } from '../body';
import { add, cross2, mul, mul2, mul3, neg, select4, sub, subPairs, xLanes, yLanes, zLanes } from '../lanes';
import { storeTriple } from '../materialMath';
import { COLUMNS, FRAME, STRETCHES, workColumns, workFrames, workStretches } from './work';

/** Lower bound of stretches in divisions, as in `PrincipalStretches`. */
export const LEAST_STRETCH: f32 = 1e-6;

/** Bytes of a group in the tables: byte offsets of its corners; gradients and areas; normals of its sides. */
const CORNER_BYTES: usize = 48;
export const TABLE_BYTES: usize = 80;
const SIDE_BYTES: usize = 48;

/** F of `count` groups of triangles from the first on as U diag(s1, s2) V^T, as `PrincipalStretches` has it (Irving 2007, 2.8), into the scratch at `work`. */
export function sheetStretches(body: usize, first: usize, count: usize, work: usize): void {
  const threaded = field(body, THREADED) != 0;
  const sided = field(body, SIDED) != 0;
  let frames = workFrames(work);
  let stretches = workStretches(work);
  let columns = threaded ? workColumns(work) : 0;
  for (let group = first; group < first + count; group++) {
    const sides = sided ? field(body, SIDES_AT) + group * SIDE_BYTES : 0;
    groupStretches(body, group, sides, frames, columns, stretches);
    frames += FRAME;
    stretches += STRETCHES;
    if (threaded) columns += COLUMNS;
  }
}

/** One group; nothing is written at `columns` 0, and no triangle is inverted where `sides` is 0. */
function groupStretches(body: usize, group: usize, sides: usize, frame: usize, columns: usize, stretches: usize): void {
  const zero = f32x4.splat(0.0);
  const one = f32x4.splat(1.0);
  const half = f32x4.splat(0.5);
  const least = f32x4.splat(LEAST_STRETCH);
  const split = field(body, SPLIT_AT);
  const corners = field(body, TRIANGLE_CORNERS_AT) + group * CORNER_BYTES;
  const table = field(body, TRIANGLE_TABLE_AT) + group * TABLE_BYTES;
  const a0 = split + <usize>load<u32>(corners);
  const a1 = split + <usize>load<u32>(corners, 4);
  const a2 = split + <usize>load<u32>(corners, 8);
  const a3 = split + <usize>load<u32>(corners, 12);
  const d0 = subPairs(split + <usize>load<u32>(corners, 16), a0, 16);
  const d1 = subPairs(split + <usize>load<u32>(corners, 20), a1, 16);
  const d2 = subPairs(split + <usize>load<u32>(corners, 24), a2, 16);
  const d3 = subPairs(split + <usize>load<u32>(corners, 28), a3, 16);
  const e0 = subPairs(split + <usize>load<u32>(corners, 32), a0, 16);
  const e1 = subPairs(split + <usize>load<u32>(corners, 36), a1, 16);
  const e2 = subPairs(split + <usize>load<u32>(corners, 40), a2, 16);
  const e3 = subPairs(split + <usize>load<u32>(corners, 44), a3, 16);
  const px = xLanes(d0, d1, d2, d3);
  const py = yLanes(d0, d1, d2, d3);
  const pz = zLanes(d0, d1, d2, d3);
  const qx = xLanes(e0, e1, e2, e3);
  const qy = yLanes(e0, e1, e2, e3);
  const qz = zLanes(e0, e1, e2, e3);
  const bx = v128.load(table);
  const by = v128.load(table, 16);
  const cx = v128.load(table, 32);
  const cy = v128.load(table, 48);
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
  if (sides != 0) {
    // Triangles that face away from the side of their surface are inverted; for lines the direction is chosen so that they face it.
    const k0 = v128.load(sides);
    const k1 = v128.load(sides, 16);
    const k2 = v128.load(sides, 32);
    const t0 = cross2(k1, u2, k2, u1);
    const t1 = cross2(k2, u0, k0, u2);
    const t2 = cross2(k0, u1, k1, u0);
    const size = f32x4.sqrt(mul3(t0, t0, t1, t1, t2, t2));
    const lines = v128.andnot(f32x4.gt(size, least), wide);
    const perSize = f32x4.div(one, select4(size, one, lines));
    const inverted = v128.and(f32x4.lt(mul3(t0, w0, t1, w1, t2, w2), zero), wide);
    w0 = select4(mul(t0, perSize), select4(neg(w0), w0, inverted), lines);
    w1 = select4(mul(t1, perSize), select4(neg(w1), w1, inverted), lines);
    w2 = select4(mul(t2, perSize), select4(neg(w2), w2, inverted), lines);
    s2 = select4(neg(s2), s2, inverted);
  }
  v128.store(stretches, s1);
  v128.store(stretches, s2, 16);
  storeTriple(frame, u0, u1, u2);
  storeTriple(frame + 48, w0, w1, w2);
  // Coefficients of corners 1 and 2 along the principal directions.
  v128.store(frame, mul2(cosine, bx, sine, by), 96);
  v128.store(frame, cross2(cosine, by, sine, bx), 112);
  v128.store(frame, mul2(cosine, cx, sine, cy), 128);
  v128.store(frame, cross2(cosine, cy, sine, cx), 144);
  if (columns == 0) return;
  storeTriple(columns, f0, f1, f2);
  storeTriple(columns + 48, g0, g1, g2);
}
