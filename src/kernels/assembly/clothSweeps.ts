import {
  COLUMNS_AT,
  FACTORS_AT,
  GROUP_COUNT,
  P_AT,
  Q_AT,
  RESIDUAL_AT,
  ROW_START_AT,
  R_AT,
  SCALED_AT,
  U_AT,
  VERTICES_AT,
  X_AT,
} from '../clothFields';
import { barrier } from './barrier';
import { field } from './body';
import { vertexOf } from './clothBlocks';
import { lastSeparator, PQ, RZ, startOf, storeSum, total } from './clothSegments';
import { add, mul, sub } from './lanes';
import { products4, sum2 } from './products';

// Conjugate gradients on the scaled matrix I + L + L^T of `clothFactors.ts`, preconditioned by symmetric Gauss-Seidel in Eisenstat's form (1981): one
// pass up, u = (I + L^T)^-1 p, and one down, q = (I + L)^-1 (p - u), take the place of the product with the matrix, q + u, and of the preconditioner.

/** Sets x = 0, r = p = u = (I + L)^-1 G P residual scale; returns r . r, after a barrier. */
export function startDirections(threads: u32, body: usize, first: u32, last: u32, scale: f64): f64 {
  const firstBehind = <u32>field(body, GROUP_COUNT) + first;
  const lastBehind = lastSeparator(body, last);
  // The downward sweep solves for q from p - u.
  startRows(body, startOf(body, first), startOf(body, last), scale);
  startRows(body, startOf(body, firstBehind), startOf(body, lastBehind), scale);
  for (let segment = first; segment < last; segment++) sweepDown(body, segment);
  barrier(threads, body);
  for (let segment = firstBehind; segment < lastBehind; segment++) sweepDown(body, segment);
  for (let segment = first; segment < last; segment++) takeDirections(body, segment);
  for (let segment = firstBehind; segment < lastBehind; segment++) takeDirections(body, segment);
  barrier(threads, body);
  return total(body, RZ);
}

/** G P r of the f64 residual at `r`, f32. */
@inline
function scaledResidual(f: usize, r: usize, scale: f64): v128 {
  const x = mul(f32x4.splat(<f32>(scale * load<f64>(r))), v128.load(f));
  const y = mul(f32x4.splat(<f32>(scale * load<f64>(r, 8))), v128.load(f, 16));
  const z = mul(f32x4.splat(<f32>(scale * load<f64>(r, 16))), v128.load(f, 32));
  return add(add(x, y), z);
}

/** x = u = 0, p = G P residual scale. */
function startRows(body: usize, begin: u32, end: u32, scale: f64): void {
  const vertices = field(body, VERTICES_AT);
  const factors = field(body, FACTORS_AT);
  const residual = field(body, RESIDUAL_AT);
  const xs = field(body, X_AT);
  const ps = field(body, P_AT);
  const us = field(body, U_AT);
  for (let row = begin; row < end; row++) {
    const offset = (<usize>row) << 4;
    v128.store(xs + offset, f32x4.splat(0.0));
    v128.store(us + offset, f32x4.splat(0.0));
    v128.store(ps + offset, scaledResidual(factors + <usize>row * 48, residual + vertexOf(vertices, row) * 24, scale));
  }
}

/** r = p = u = q, and r . r. */
function takeDirections(body: usize, segment: u32): void {
  const rs = field(body, R_AT);
  const ps = field(body, P_AT);
  const us = field(body, U_AT);
  const qs = field(body, Q_AT);
  const end = (<usize>startOf(body, segment + 1)) << 4;
  let sum = f64x2.splat(0.0);
  for (let at = (<usize>startOf(body, segment)) << 4; at < end; at += 16) {
    const r = v128.load(qs + at);
    v128.store(rs + at, r);
    v128.store(ps + at, r);
    v128.store(us + at, r);
    sum = f64x2.add(sum, products4(r, r));
  }
  storeSum(body, segment, RZ, sum2(sum));
}

/** Iterates from r, p and u until r . r, initially `start`, is at most `goal`; returns the number of iterations. */
export function iterate(threads: u32, body: usize, first: u32, last: u32, start: f64, goal: f64, limit: u32): u32 {
  const firstBehind = <u32>field(body, GROUP_COUNT) + first;
  const lastBehind = lastSeparator(body, last);
  let rho = start;
  let iterations: u32 = 0;
  while (rho > goal && iterations < limit) {
    for (let segment = firstBehind; segment < lastBehind; segment++) sweepUp(body, segment);
    barrier(threads, body);
    for (let segment = first; segment < last; segment++) {
      sweepUp(body, segment);
      sweepDown(body, segment);
    }
    barrier(threads, body);
    for (let segment = firstBehind; segment < lastBehind; segment++) sweepDown(body, segment);
    barrier(threads, body);
    const pq = total(body, PQ);
    // Not positive only because of rounding, or of a number that is not finite.
    if (!(pq > 0.0)) break;
    for (let segment = first; segment < last; segment++) advance(body, segment, rho / pq);
    for (let segment = firstBehind; segment < lastBehind; segment++) advance(body, segment, rho / pq);
    barrier(threads, body);
    const next = total(body, RZ);
    turn(body, startOf(body, first), startOf(body, last), next / rho);
    turn(body, startOf(body, firstBehind), startOf(body, lastBehind), next / rho);
    rho = next;
    iterations++;
    barrier(threads, body);
  }
  return iterations;
}

/** Computes u <- (I + L^T)^-1 u of the rows of a segment, after the rows behind it. */
function sweepUp(body: usize, segment: u32): void {
  const begin = startOf(body, segment);
  const end = startOf(body, segment + 1);
  const us = field(body, U_AT);
  const starts = field(body, ROW_START_AT);
  const columns = field(body, COLUMNS_AT);
  const scaled = field(body, SCALED_AT);
  const xyz = i32x4(-1, -1, -1, 0);
  let k = columns + ((<usize>load<u32>(starts + ((<usize>end) << 2))) << 2);
  let block = scaled + <usize>load<u32>(starts + ((<usize>end) << 2)) * 36;
  for (let row = end; row-- > begin; ) {
    const at = us + ((<usize>row) << 4);
    // Blocks of rows behind have left their neighbour's numbers in the fourth lane.
    const x = v128.and(v128.load(at), xyz);
    v128.store(at, x);
    const x0 = v128.shuffle<f32>(x, x, 0, 0, 0, 0);
    const x1 = v128.shuffle<f32>(x, x, 1, 1, 1, 1);
    const x2 = v128.shuffle<f32>(x, x, 2, 2, 2, 2);
    const first = columns + ((<usize>load<u32>(starts + ((<usize>row) << 2))) << 2);
    while (k > first) {
      k -= 4;
      block -= 36;
      const to = us + <usize>load<u32>(k);
      const change = add(add(mul(v128.load(block), x0), mul(v128.load(block, 12), x1)), mul(v128.load(block, 24), x2));
      v128.store(to, sub(v128.load(to), change));
    }
  }
}

/** Computes q = (I + L)^-1 (p - u) of the rows of a segment, after the rows before it, and p . (q + u). */
function sweepDown(body: usize, segment: u32): void {
  const begin = startOf(body, segment);
  const end = startOf(body, segment + 1);
  const ps = field(body, P_AT);
  const us = field(body, U_AT);
  const qs = field(body, Q_AT);
  const starts = field(body, ROW_START_AT);
  const columns = field(body, COLUMNS_AT);
  const xyz = i32x4(-1, -1, -1, 0);
  let k = columns + ((<usize>load<u32>(starts + ((<usize>begin) << 2))) << 2);
  let block = field(body, SCALED_AT) + <usize>load<u32>(starts + ((<usize>begin) << 2)) * 36;
  let sum = f64x2.splat(0.0);
  for (let row = begin; row < end; row++) {
    const offset = (<usize>row) << 4;
    let a0 = f32x4.splat(0.0);
    let a1 = f32x4.splat(0.0);
    let a2 = f32x4.splat(0.0);
    const last = columns + ((<usize>load<u32>(starts + ((<usize>row) << 2), 4)) << 2);
    for (; k < last; k += 4) {
      const q = v128.load(qs + <usize>load<u32>(k));
      a0 = add(a0, mul(v128.load(block), q));
      a1 = add(a1, mul(v128.load(block, 12), q));
      a2 = add(a2, mul(v128.load(block, 24), q));
      block += 36;
    }
    const low = v128.shuffle<f32>(a0, a1, 0, 4, 1, 5);
    const high = v128.shuffle<f32>(a0, a1, 2, 6, 2, 6);
    const one = v128.shuffle<f32>(low, a2, 0, 1, 4, 4);
    const two = v128.shuffle<f32>(low, a2, 2, 3, 5, 5);
    const three = v128.shuffle<f32>(high, a2, 0, 1, 6, 6);
    const p = v128.load(ps + offset);
    const u = v128.load(us + offset);
    const q = v128.and(sub(sub(p, u), add(add(one, two), three)), xyz);
    v128.store(qs + offset, q);
    sum = f64x2.add(sum, products4(p, add(q, u)));
  }
  storeSum(body, segment, PQ, sum2(sum));
}

/** x += alpha u, r -= alpha (q + u), and r . r. */
function advance(body: usize, segment: u32, alpha: f64): void {
  const step = f32x4.splat(<f32>alpha);
  const xs = field(body, X_AT);
  const rs = field(body, R_AT);
  const us = field(body, U_AT);
  const qs = field(body, Q_AT);
  const end = (<usize>startOf(body, segment + 1)) << 4;
  let sum = f64x2.splat(0.0);
  for (let at = (<usize>startOf(body, segment)) << 4; at < end; at += 16) {
    const u = v128.load(us + at);
    v128.store(xs + at, add(v128.load(xs + at), mul(step, u)));
    const r = sub(v128.load(rs + at), mul(step, add(v128.load(qs + at), u)));
    v128.store(rs + at, r);
    sum = f64x2.add(sum, products4(r, r));
  }
  storeSum(body, segment, RZ, sum2(sum));
}

/** u = p = r + beta p. */
function turn(body: usize, begin: u32, end: u32, beta: f64): void {
  const keep = f32x4.splat(<f32>beta);
  const ps = field(body, P_AT);
  const rs = field(body, R_AT);
  const us = field(body, U_AT);
  const last = (<usize>end) << 4;
  for (let at = (<usize>begin) << 4; at < last; at += 16) {
    const p = add(v128.load(rs + at), mul(keep, v128.load(ps + at)));
    v128.store(ps + at, p);
    v128.store(us + at, p);
  }
}
