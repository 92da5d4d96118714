import {
  COLUMNS_AT,
  FACTORS_AT,
  GROUP_COUNT,
  SEGMENT_START_AT,
  ITERATIONS,
  KINDS_AT,
  MASSES_AT,
  MAX_ITERATIONS,
  NORMALS_AT,
  P_AT,
  Q_AT,
  RELATIVE_RESIDUAL,
  RESIDUAL_AT,
  RHS_AT,
  ROW_START_AT,
  R_AT,
  SCALED_AT,
  SOLUTION_AT,
  STEP,
  SUMS_AT,
  TOLERANCE,
  U_AT,
  VERTICES_AT,
  X_AT,
} from '../clothFields';
import { barrier } from './barrier';
import { field, scalar, setField, setScalar, share } from './body';
import { multiplyRows, vertexOf } from './clothBlocks';
import { factorRows, scaleRows } from './clothFactors';
import { add, mul, sub } from './lanes';

// Conjugate gradients preconditioned by symmetric Gauss-Seidel. Scaled to ones on its diagonal (`clothFactors.ts`), the matrix is I + L + L^T. In
// Eisenstat's form (1981) one pass up, u = (I + L^T)^-1 p, and one down, q = (I + L)^-1 (p - u), take the place of the product with the matrix,
// q + u, and of the preconditioner. Rows are in groups that no block joins, each of which one thread passes through, with separators behind them:
// these come first on the way up and last on the way down. How many groups there are does not depend on the threads. Rounds of f32 iterations on an
// f64 residual.

/** Reduction that one f32 round is asked for at most, squared. */
const INNER_LIMIT: f64 = 1e-8;
/** It aims a little below the target, so that the f64 residual meets it. */
const INNER_MARGIN: f64 = 0.96;
/** Tolerance from which the residual that f32 iterations carry along is taken for the true one. */
const TRUSTED: f64 = 1e-3;
/** A round that reduces the squared norm by less than this has stalled. */
const STALL: f64 = 0.5;

const FREE: u8 = 0;
const NORMAL: u8 = 1;
const LINE: u8 = 3;

// Sums of a segment, f64.
const SUM_BYTES: usize = 64;
const PQ: usize = 0;
const RZ: usize = 8;
const MASS: usize = 16;
const BOUND: usize = 24;
const NORM: usize = 32;
const IMPULSE: usize = 40;

function storeSum(body: usize, segment: u32, slot: usize, value: f64): void {
  store<f64>(field(body, SUMS_AT) + <usize>segment * SUM_BYTES + slot, value);
}

/** Over the segments in their order: every thread adds alike. */
function total(body: usize, slot: usize): f64 {
  const first = field(body, SUMS_AT) + slot;
  const end = first + (2 * field(body, GROUP_COUNT) - 1) * SUM_BYTES;
  let sum: f64 = 0.0;
  for (let at = first; at < end; at += SUM_BYTES) sum += load<f64>(at);
  return sum;
}

function startOf(body: usize, segment: u32): u32 {
  return load<u32>(field(body, SEGMENT_START_AT) + ((<usize>segment) << 2));
}

/** Segments are the groups, then the separators; a thread has those from `first` to `last` of both. */
function firstGroup(thread: u32, threads: u32, body: usize): u32 {
  return share(<u32>field(body, GROUP_COUNT), thread, threads);
}

/** Of the separators behind these groups: the segment behind the last. */
function lastSeparator(body: usize, last: u32): u32 {
  const groups = <u32>field(body, GROUP_COUNT);
  return groups + min<u32>(last, groups - 1);
}

/** Solves (M + h S) dv = P rhs with dv = P dv, to `TOLERANCE` of the initial residual in the norm of the preconditioner. */
export function solveCloth(thread: u32, threads: u32, body: usize): void {
  const groups = <u32>field(body, GROUP_COUNT);
  const first = firstGroup(thread, threads, body);
  const last = firstGroup(thread + 1, threads, body);
  const firstBehind = groups + first;
  const lastBehind = lastSeparator(body, last);
  // The rows of this thread, in two stretches.
  const begin = startOf(body, first);
  const end = startOf(body, last);
  const beginBehind = startOf(body, firstBehind);
  const endBehind = startOf(body, lastBehind);
  factorRows(body, begin, end);
  factorRows(body, beginBehind, endBehind);
  barrier(threads, body);
  scaleRows(body, begin, end);
  scaleRows(body, beginBehind, endBehind);
  for (let segment = first; segment < last; segment++) startSegment(body, segment);
  for (let segment = firstBehind; segment < lastBehind; segment++) startSegment(body, segment);
  barrier(threads, body);
  // Where nothing is held, the velocity that all share is found first: S does not feel it, and what falls freely falls exactly.
  const free = total(body, BOUND) == 0.0;
  const mass = total(body, MASS);
  const commonX = free ? total(body, IMPULSE) / mass : 0.0;
  const commonY = free ? total(body, IMPULSE + 8) / mass : 0.0;
  const commonZ = free ? total(body, IMPULSE + 16) / mass : 0.0;
  const whole = total(body, NORM);
  barrier(threads, body);
  if (free) {
    for (let segment = first; segment < last; segment++) takeCommon(body, segment, commonX, commonY, commonZ);
    for (let segment = firstBehind; segment < lastBehind; segment++) takeCommon(body, segment, commonX, commonY, commonZ);
    barrier(threads, body);
  }
  let norm = total(body, NORM);
  // The tolerance is about all that moves the cloth: of what falls freely nothing but rounding may be left.
  const share = max<f64>(1.0, whole / norm);
  let initial: f64 = 0.0;
  let rho: f64 = 0.0;
  let iterations: u32 = 0;
  const tolerance = scalar(body, TOLERANCE);
  const limit = <u32>field(body, MAX_ITERATIONS);
  let before: f64 = Infinity;
  while (norm > 0.0) {
    const scale = 1.0 / Math.sqrt(norm);
    const start = startDirections(threads, body, first, last, scale);
    rho = start * norm;
    if (initial == 0.0) initial = share * rho;
    const target = tolerance * tolerance * initial;
    if (!(rho > target && rho < STALL * before) || iterations >= limit) break;
    before = rho;
    const margin = tolerance >= TRUSTED ? 1.0 : INNER_MARGIN;
    const goal = start * max<f64>((margin * target) / rho, INNER_LIMIT);
    iterations += iterate(threads, body, first, last, start, goal, limit - iterations);
    addCorrection(body, begin, end, 1.0 / scale);
    addCorrection(body, beginBehind, endBehind, 1.0 / scale);
    if (tolerance >= TRUSTED) {
      rho = total(body, RZ) * norm;
      break;
    }
    barrier(threads, body);
    for (let segment = first; segment < last; segment++) refreshResidual(body, segment, commonX, commonY, commonZ);
    for (let segment = firstBehind; segment < lastBehind; segment++) {
      refreshResidual(body, segment, commonX, commonY, commonZ);
    }
    barrier(threads, body);
    norm = total(body, NORM);
  }
  addCommon(body, begin, end, commonX, commonY, commonZ);
  addCommon(body, beginBehind, endBehind, commonX, commonY, commonZ);
  if (thread == 0) {
    setField(body, ITERATIONS, iterations);
    setScalar(body, RELATIVE_RESIDUAL, initial > 0.0 ? Math.sqrt(rho / initial) : 0.0);
  }
}

/** Removes the constrained components of the f64 vector of a vertex that is not free at `at`. */
function project(body: usize, vertex: usize, at: usize): void {
  const kind = load<u8>(field(body, KINDS_AT) + vertex);
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  if (kind == NORMAL || kind == LINE) {
    const n = field(body, NORMALS_AT) + vertex * 24;
    const nx = load<f64>(n);
    const ny = load<f64>(n, 8);
    const nz = load<f64>(n, 16);
    x = load<f64>(at);
    y = load<f64>(at, 8);
    z = load<f64>(at, 16);
    const along = x * nx + y * ny + z * nz;
    x = kind == LINE ? along * nx : x - along * nx;
    y = kind == LINE ? along * ny : y - along * ny;
    z = kind == LINE ? along * nz : z - along * nz;
  }
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
}

/** G P r of the f64 residual at `r`, f32. */
@inline
function scaledResidual(f: usize, r: usize, scale: f64): v128 {
  const x = mul(f32x4.splat(<f32>(scale * load<f64>(r))), v128.load(f));
  const y = mul(f32x4.splat(<f32>(scale * load<f64>(r, 8))), v128.load(f, 16));
  const z = mul(f32x4.splat(<f32>(scale * load<f64>(r, 16))), v128.load(f, 32));
  return add(add(x, y), z);
}

/** The four products in f64, added in pairs. */
@inline
function products(a: v128, b: v128): v128 {
  const low = f64x2.mul(f64x2.promote_low_f32x4(a), f64x2.promote_low_f32x4(b));
  const aHigh = v128.shuffle<f32>(a, a, 2, 3, 2, 3);
  const bHigh = v128.shuffle<f32>(b, b, 2, 3, 2, 3);
  return f64x2.add(low, f64x2.mul(f64x2.promote_low_f32x4(aHigh), f64x2.promote_low_f32x4(bHigh)));
}

@inline
function sum2(a: v128): f64 {
  return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
}

/** solution = 0, residual = P rhs; momentum, mass, whether anything is held, and the norm of the residual. */
function startSegment(body: usize, segment: u32): void {
  const end = startOf(body, segment + 1);
  const vertices = field(body, VERTICES_AT);
  const rhs = field(body, RHS_AT);
  const residual = field(body, RESIDUAL_AT);
  const solution = field(body, SOLUTION_AT);
  const masses = field(body, MASSES_AT);
  const kinds = field(body, KINDS_AT);
  let mass: f64 = 0.0;
  let bound: f64 = 0.0;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  for (let row = startOf(body, segment); row < end; row++) {
    const vertex = vertexOf(vertices, row);
    const b = rhs + vertex * 24;
    const r = residual + vertex * 24;
    const to = solution + vertex * 24;
    v128.store(to, f64x2.splat(0.0));
    store<f64>(to, 0.0, 16);
    v128.store(r, v128.load(b));
    store<f64>(r, load<f64>(b, 16), 16);
    mass += load<f64>(masses + (vertex << 3));
    x += load<f64>(b);
    y += load<f64>(b, 8);
    z += load<f64>(b, 16);
    if (load<u8>(kinds + vertex) == FREE) continue;
    bound += 1.0;
    project(body, vertex, r);
  }
  storeSum(body, segment, MASS, mass);
  storeSum(body, segment, BOUND, bound);
  storeSum(body, segment, IMPULSE, x);
  storeSum(body, segment, IMPULSE + 8, y);
  storeSum(body, segment, IMPULSE + 16, z);
  storeNorm(body, segment);
}

/** |G P residual|^2. */
function storeNorm(body: usize, segment: u32): void {
  const vertices = field(body, VERTICES_AT);
  const factors = field(body, FACTORS_AT);
  const residual = field(body, RESIDUAL_AT);
  const end = startOf(body, segment + 1);
  let sum: f64 = 0.0;
  for (let row = startOf(body, segment); row < end; row++) {
    const f = factors + <usize>row * 48;
    const r = residual + vertexOf(vertices, row) * 24;
    const x = load<f64>(r);
    const y = load<f64>(r, 8);
    const z = load<f64>(r, 16);
    const a = x * <f64>load<f32>(f) + y * <f64>load<f32>(f, 16) + z * <f64>load<f32>(f, 32);
    const b = x * <f64>load<f32>(f, 4) + y * <f64>load<f32>(f, 20) + z * <f64>load<f32>(f, 36);
    const c = x * <f64>load<f32>(f, 8) + y * <f64>load<f32>(f, 24) + z * <f64>load<f32>(f, 40);
    sum += a * a + b * b + c * c;
  }
  storeSum(body, segment, NORM, sum);
}

/** residual = rhs - M common. */
function takeCommon(body: usize, segment: u32, x: f64, y: f64, z: f64): void {
  const vertices = field(body, VERTICES_AT);
  const residual = field(body, RESIDUAL_AT);
  const masses = field(body, MASSES_AT);
  const end = startOf(body, segment + 1);
  for (let row = startOf(body, segment); row < end; row++) {
    const vertex = vertexOf(vertices, row);
    const r = residual + vertex * 24;
    const mass = load<f64>(masses + (vertex << 3));
    store<f64>(r, load<f64>(r) - mass * x);
    store<f64>(r, load<f64>(r, 8) - mass * y, 8);
    store<f64>(r, load<f64>(r, 16) - mass * z, 16);
  }
  storeNorm(body, segment);
}

/** x = 0, r = p = u = (I + L)^-1 G P residual scale; returns r . r, behind a barrier. */
function startDirections(threads: u32, body: usize, first: u32, last: u32, scale: f64): f64 {
  const firstBehind = <u32>field(body, GROUP_COUNT) + first;
  const lastBehind = lastSeparator(body, last);
  // The pass down solves for q from p - u.
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
    sum = f64x2.add(sum, products(r, r));
  }
  storeSum(body, segment, RZ, sum2(sum));
}

/** Iterates from r, p and u until r . r, at first `start`, is no more than `goal`; returns how often. */
function iterate(threads: u32, body: usize, first: u32, last: u32, start: f64, goal: f64, limit: u32): u32 {
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
    // Not positive only where rounding, or a number that is not finite, has taken over.
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

/** u <- (I + L^T)^-1 u of the rows of a segment, those behind it being done. */
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

/** q = (I + L)^-1 (p - u) of the rows of a segment, those before it being done, and p . (q + u). */
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
    const image = add(q, u);
    const lowDot = f64x2.mul(f64x2.promote_low_f32x4(p), f64x2.promote_low_f32x4(image));
    const pHigh = f64x2.promote_low_f32x4(v128.shuffle<f32>(p, p, 2, 3, 2, 3));
    const imageHigh = f64x2.promote_low_f32x4(v128.shuffle<f32>(image, image, 2, 3, 2, 3));
    sum = f64x2.add(sum, f64x2.add(lowDot, f64x2.mul(pHigh, imageHigh)));
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
    sum = f64x2.add(sum, products(r, r));
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

/** solution += scale P G^T x. */
function addCorrection(body: usize, begin: u32, end: u32, scale: f64): void {
  const vertices = field(body, VERTICES_AT);
  const xs = field(body, X_AT);
  const factors = field(body, FACTORS_AT);
  const solution = field(body, SOLUTION_AT);
  const kinds = field(body, KINDS_AT);
  for (let row = begin; row < end; row++) {
    const from = xs + ((<usize>row) << 4);
    const f = factors + <usize>row * 48;
    const vertex = vertexOf(vertices, row);
    const to = solution + vertex * 24;
    const x = <f64>load<f32>(from);
    const y = <f64>load<f32>(from, 4);
    const z = <f64>load<f32>(from, 8);
    const g0 = <f64>load<f32>(f) * x + <f64>load<f32>(f, 4) * y + <f64>load<f32>(f, 8) * z;
    const g1 = <f64>load<f32>(f, 16) * x + <f64>load<f32>(f, 20) * y + <f64>load<f32>(f, 24) * z;
    const g2 = <f64>load<f32>(f, 32) * x + <f64>load<f32>(f, 36) * y + <f64>load<f32>(f, 40) * z;
    store<f64>(to, load<f64>(to) + scale * g0);
    store<f64>(to, load<f64>(to, 8) + scale * g1, 8);
    store<f64>(to, load<f64>(to, 16) + scale * g2, 16);
    if (load<u8>(kinds + vertex) != FREE) project(body, vertex, to);
  }
}

/** residual = P (rhs - M (common + solution) - h S solution) in f64, and its norm. */
function refreshResidual(body: usize, segment: u32, x: f64, y: f64, z: f64): void {
  const vertices = field(body, VERTICES_AT);
  const h = scalar(body, STEP);
  const solution = field(body, SOLUTION_AT);
  const residual = field(body, RESIDUAL_AT);
  const kinds = field(body, KINDS_AT);
  const begin = startOf(body, segment);
  const end = startOf(body, segment + 1);
  multiplyRows(body, begin, end, solution, residual);
  for (let row = begin; row < end; row++) {
    const vertex = vertexOf(vertices, row);
    const b = field(body, RHS_AT) + vertex * 24;
    const from = solution + vertex * 24;
    const r = residual + vertex * 24;
    const mass = load<f64>(field(body, MASSES_AT) + (vertex << 3));
    store<f64>(r, load<f64>(b) - mass * (x + load<f64>(from)) - h * load<f64>(r));
    store<f64>(r, load<f64>(b, 8) - mass * (y + load<f64>(from, 8)) - h * load<f64>(r, 8), 8);
    store<f64>(r, load<f64>(b, 16) - mass * (z + load<f64>(from, 16)) - h * load<f64>(r, 16), 16);
    if (load<u8>(kinds + vertex) != FREE) project(body, vertex, r);
  }
  storeNorm(body, segment);
}

function addCommon(body: usize, begin: u32, end: u32, x: f64, y: f64, z: f64): void {
  const vertices = field(body, VERTICES_AT);
  const solution = field(body, SOLUTION_AT);
  for (let row = begin; row < end; row++) {
    const to = solution + vertexOf(vertices, row) * 24;
    store<f64>(to, load<f64>(to) + x);
    store<f64>(to, load<f64>(to, 8) + y, 8);
    store<f64>(to, load<f64>(to, 16) + z, 16);
  }
}
