import { HINGES_AT, HINGE_CORNERS_AT, HINGE_GROUPS, HINGE_TABLE_AT, SPLIT_AT, STRENGTH } from '../clothFields';
import { field, scalar, share } from './body';
import { add, cross2, mul, mul2, mul3, neg, select4, storeTransposed, sub, subPairs, xLanes, yLanes, zLanes } from './lanes';

// Bending of four hinges at a time, as `solids/cloth/Bending.ts` has it. sin(theta/2) and cos(theta/2) come from the sine and cosine
// of theta by half angles, each from the larger of the two, where nothing cancels. A hinge leaves sqrt(k) d(theta)/dx of its vertices,
// k = k_b k0 max(.1, cos(theta/2))/2, and in the fourth lane what makes forces of them.

/** Lower bound of squared lengths and areas. */
const TINY: f32 = 1e-30;
const LEAST_COSINE: f32 = 0.1;

/** Computes forces and stiffness factors of this thread's hinges. */
export function hinges(thread: u32, threads: u32, body: usize): void {
  const groups = <u32>field(body, HINGE_GROUPS);
  const end = share(groups, thread + 1, threads);
  for (let group: u32 = share(groups, thread, threads); group < end; group++) hingeGroup(body, group);
}

function hingeGroup(body: usize, group: u32): void {
  const zero = f32x4.splat(0.0);
  const one = f32x4.splat(1.0);
  const half = f32x4.splat(0.5);
  const tiny = f32x4.splat(TINY);
  const split = field(body, SPLIT_AT);
  const corners = field(body, HINGE_CORNERS_AT) + ((<usize>group) << 6);
  const p0 = split + <usize>load<u32>(corners);
  const p1 = split + <usize>load<u32>(corners, 4);
  const p2 = split + <usize>load<u32>(corners, 8);
  const p3 = split + <usize>load<u32>(corners, 12);
  // Edge, and the wings as seen from its first end.
  const e0 = subPairs(split + <usize>load<u32>(corners, 16), p0, 16);
  const e1 = subPairs(split + <usize>load<u32>(corners, 20), p1, 16);
  const e2 = subPairs(split + <usize>load<u32>(corners, 24), p2, 16);
  const e3 = subPairs(split + <usize>load<u32>(corners, 28), p3, 16);
  const a0 = subPairs(split + <usize>load<u32>(corners, 32), p0, 16);
  const a1 = subPairs(split + <usize>load<u32>(corners, 36), p1, 16);
  const a2 = subPairs(split + <usize>load<u32>(corners, 40), p2, 16);
  const a3 = subPairs(split + <usize>load<u32>(corners, 44), p3, 16);
  const c0 = subPairs(split + <usize>load<u32>(corners, 48), p0, 16);
  const c1 = subPairs(split + <usize>load<u32>(corners, 52), p1, 16);
  const c2 = subPairs(split + <usize>load<u32>(corners, 56), p2, 16);
  const c3 = subPairs(split + <usize>load<u32>(corners, 60), p3, 16);
  const ex = xLanes(e0, e1, e2, e3);
  const ey = yLanes(e0, e1, e2, e3);
  const ez = zLanes(e0, e1, e2, e3);
  const ax = xLanes(a0, a1, a2, a3);
  const ay = yLanes(a0, a1, a2, a3);
  const az = zLanes(a0, a1, a2, a3);
  const cx = xLanes(c0, c1, c2, c3);
  const cy = yLanes(c0, c1, c2, c3);
  const cz = zLanes(c0, c1, c2, c3);
  const table = field(body, HINGE_TABLE_AT) + ((<usize>group) << 6);
  const square = f32x4.max(mul3(ex, ex, ey, ey, ez, ez), tiny);
  const length = f32x4.sqrt(square);
  // Area vectors N1 = e x a and N2 = c x e.
  const mx = cross2(ey, az, ez, ay);
  const my = cross2(ez, ax, ex, az);
  const mz = cross2(ex, ay, ey, ax);
  const nx = cross2(cy, ez, cz, ey);
  const ny = cross2(cz, ex, cx, ez);
  const nz = cross2(cx, ey, cy, ex);
  // (N1 x N2) . e / |e| = -|e| N1 . c.
  const sine = neg(mul(length, mul3(mx, cx, my, cy, mz, cz)));
  const cosine = mul3(mx, nx, my, ny, mz, nz);
  const scale = f32x4.max(f32x4.abs(sine), f32x4.abs(cosine));
  const angled = f32x4.gt(scale, zero);
  const per = f32x4.div(one, select4(scale, one, angled));
  const s = mul(sine, per);
  const c = select4(mul(cosine, per), one, angled);
  const unit = f32x4.div(one, f32x4.sqrt(mul2(s, s, c, c)));
  const sinTheta = mul(s, unit);
  const cosTheta = mul(c, unit);
  const large = f32x4.sqrt(mul(half, add(one, f32x4.abs(cosTheta))));
  const small = f32x4.div(mul(half, f32x4.abs(sinTheta)), large);
  const open = f32x4.ge(cosTheta, zero);
  const cosHalf = select4(large, small, open);
  const sizeHalf = select4(small, large, open);
  const sinHalf = select4(neg(sizeHalf), sizeHalf, f32x4.lt(sinTheta, zero));
  // Moment and stiffness.
  const bend = mul(f32x4.splat(<f32>scalar(body, STRENGTH)), v128.load(table));
  const moment = neg(mul(bend, sub(sinHalf, v128.load(table, 16))));
  const root = f32x4.sqrt(mul(mul(half, bend), f32x4.max(f32x4.splat(LEAST_COSINE), cosHalf)));
  const stiff = f32x4.gt(root, zero);
  const force = select4(f32x4.div(moment, select4(root, one, stiff)), zero, stiff);
  // d(theta)/dx.
  const m = f32x4.div(mul(root, length), f32x4.max(mul3(mx, mx, my, my, mz, mz), v128.load(table, 32)));
  const n = f32x4.div(mul(root, length), f32x4.max(mul3(nx, nx, ny, ny, nz, nz), v128.load(table, 48)));
  const perSquare = f32x4.div(one, square);
  const ae = mul(perSquare, mul3(ax, ex, ay, ey, az, ez));
  const ce = mul(perSquare, mul3(cx, ex, cy, ey, cz, ez));
  const pa = mul(m, sub(one, ae));
  const pb = mul(n, sub(one, ce));
  const qa = mul(m, ae);
  const qb = mul(n, ce);
  const record = field(body, HINGES_AT) + ((<usize>group) << 8);
  storeTransposed(record, 64, mul2(pa, mx, pb, nx), mul2(pa, my, pb, ny), mul2(pa, mz, pb, nz), force);
  storeTransposed(record + 16, 64, mul2(qa, mx, qb, nx), mul2(qa, my, qb, ny), mul2(qa, mz, qb, nz), force);
  storeTransposed(record + 32, 64, neg(mul(m, mx)), neg(mul(m, my)), neg(mul(m, mz)), force);
  storeTransposed(record + 48, 64, neg(mul(n, nx)), neg(mul(n, ny)), neg(mul(n, nz)), force);
}
