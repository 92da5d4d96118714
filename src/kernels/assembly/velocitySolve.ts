import {
  BLOCKS_AT,
  CHUNK,
  COARSE_COUNT,
  COLUMNS_AT,
  DIAGONALS_AT,
  DIAGONAL_AT,
  ITERATIONS,
  KINDS_AT,
  MASSES_AT,
  MAX_ITERATIONS,
  NORMALS_AT,
  PARTIALS_AT,
  P_AT,
  Q_AT,
  RELATIVE_RESIDUAL,
  RESIDUAL_AT,
  RHS_AT,
  ROW_START_AT,
  R_AT,
  SOLUTION_AT,
  STEP,
  TOLERANCE,
  VERTEX_COUNT,
  X_AT,
  Z_AT,
} from '../bodyFields';
import { barrier } from './barrier';
import { restrictResidual, solveCoarse, coarseMotion } from './coarse';
import { chunkCount, chunkEnd, sumOfChunks } from './chunks';
import { FREE, project32, project64 } from './constraints';
import { field, scalar, setField, setScalar, share } from './body';
import { dampingRow } from './damping';
import { add, mul } from './lanes';
import { dot4, products4, sum2 } from './products';

/**
 * Reduction that one f32 solve is asked for at most, squared: beyond it the f32 residual is no longer the true one, and the next
 * round starts from the f64 residual.
 */
const INNER_LIMIT: f64 = 1e-8;
/** An f32 solve aims a little below the target so that the f64 residual meets it. */
const INNER_MARGIN: f64 = 0.98;
/**
 * Tolerance from which the residual that f32 iterations carry along is taken for the true one: they differ by less than 1e-4 of
 * the initial residual, and the f64 residual costs two iterations.
 */
const TRUSTED: f64 = 1e-3;
/** A round that reduces the squared norm by less than this has stalled. */
const STALL: f64 = 0.5;

// Sums: four f64 slots per chunk of vertices.
const SUM_BYTES: usize = 32;
const PQ: usize = 0;
const RZ: usize = 8;
const RHO: usize = 16;
const CZ: usize = 24;

function vertexCount(body: usize): u32 {
  return <u32>field(body, VERTEX_COUNT);
}

function storeSum(body: usize, chunk: u32, slot: usize, value: f64): void {
  store<f64>(field(body, PARTIALS_AT) + <usize>chunk * SUM_BYTES + slot, value);
}

function total(body: usize, slot: usize): f64 {
  return sumOfChunks(field(body, PARTIALS_AT) + slot, SUM_BYTES, vertexCount(body));
}

function kindOf(body: usize, v: u32): u8 {
  return load<u8>(field(body, KINDS_AT) + <usize>v);
}

function normalOf(body: usize, v: u32): usize {
  return field(body, NORMALS_AT) + <usize>v * 24;
}

/**
 * Solves P (M + h D) P x = P b for x = P x by conjugate gradients, preconditioned by 1 / (m + h tr(D_vv) / 3), from x = 0: rounds
 * of f32 iterations on the f64 residual (f32 alone stalls at 1e-4 to 1e-3; looser tolerances take one round). Ends when sqrt(r^T B r) has fallen to the tolerance
 * times its initial value, at the iteration limit, or when a round no longer helps.
 */
export function solveVelocity(thread: u32, threads: u32, body: usize): void {
  const firstChunk = share(chunkCount(vertexCount(body)), thread, threads);
  const lastChunk = share(chunkCount(vertexCount(body)), thread + 1, threads);
  prepare(body, firstChunk, lastChunk);
  barrier(threads, body);
  const initial = total(body, RHO);
  const tolerance = scalar(body, TOLERANCE);
  const target = tolerance * tolerance * initial;
  const limit = <u32>field(body, MAX_ITERATIONS);
  let rho = initial;
  let iterations: u32 = 0;
  while (rho > target && iterations < limit) {
    const scale = 1.0 / Math.sqrt(rho);
    const margin = tolerance >= TRUSTED ? 1.0 : INNER_MARGIN * INNER_MARGIN;
    const goal = max<f64>((margin * target) / rho, INNER_LIMIT);
    iterations += innerSolve(thread, threads, body, firstChunk, lastChunk, scale, goal, limit - iterations);
    addCorrection(body, firstChunk, lastChunk, 1.0 / scale);
    if (tolerance >= TRUSTED) {
      rho *= total(body, RZ);
      break;
    }
    barrier(threads, body);
    refreshResidual(body, firstChunk, lastChunk);
    barrier(threads, body);
    const before = rho;
    rho = total(body, RHO);
    if (!(rho < STALL * before)) break;
  }
  if (thread == 0) {
    setField(body, ITERATIONS, iterations);
    setScalar(body, RELATIVE_RESIDUAL, initial == 0.0 ? 0.0 : Math.sqrt(rho / initial));
  }
}

/** Masses and preconditioner, x = 0, r = P b, and its norm. */
function prepare(body: usize, firstChunk: u32, lastChunk: u32): void {
  const h = scalar(body, STEP);
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let rho: f64 = 0.0;
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const block = field(body, BLOCKS_AT) + <usize>load<u32>(field(body, DIAGONAL_AT) + ((<usize>v) << 2)) * 36;
      const trace = <f64>load<f32>(block) + <f64>load<f32>(block, 16) + <f64>load<f32>(block, 32);
      const mass = load<f64>(field(body, MASSES_AT) + ((<usize>v) << 3));
      const inverse = <f32>(1.0 / (mass + (h * trace) / 3.0));
      const diagonals = field(body, DIAGONALS_AT) + ((<usize>v) << 3);
      store<f32>(diagonals, <f32>mass);
      store<f32>(diagonals, inverse, 4);
      const x = field(body, SOLUTION_AT) + <usize>v * 24;
      v128.store(x, f64x2.splat(0.0));
      store<f64>(x, 0.0, 16);
      const b = field(body, RHS_AT) + <usize>v * 24;
      const r = field(body, RESIDUAL_AT) + <usize>v * 24;
      v128.store(r, v128.load(b));
      store<f64>(r, load<f64>(b, 16), 16);
      project64(kindOf(body, v), normalOf(body, v), r);
      rho += <f64>inverse * square64(r);
    }
    storeSum(body, chunk, RHO, rho);
  }
}

function square64(at: usize): f64 {
  const x = load<f64>(at);
  const y = load<f64>(at, 8);
  const z = load<f64>(at, 16);
  return x * x + y * y + z * z;
}

/** f32 conjugate gradients on r scaled to unit norm; returns the iterations done. X holds the scaled correction. */
function innerSolve(
  thread: u32,
  threads: u32,
  body: usize,
  firstChunk: u32,
  lastChunk: u32,
  scale: f64,
  goal: f64,
  limit: u32,
): u32 {
  const coarse = field(body, COARSE_COUNT) != 0;
  startDirections(body, firstChunk, lastChunk, scale);
  barrier(threads, body);
  // Of the residual in the norm of the diagonal, which the goal is about, and in that of the preconditioner.
  let norm = total(body, RZ);
  let rz = norm;
  if (coarse) {
    precondition(thread, threads, body, firstChunk, lastChunk);
    rz = total(body, CZ);
    copyDirections(body, firstChunk, lastChunk);
    barrier(threads, body);
  }
  let iterations: u32 = 0;
  while (norm > goal && iterations < limit) {
    multiplySystem(body, firstChunk, lastChunk);
    barrier(threads, body);
    const pq = total(body, PQ);
    // Not positive only where rounding, or a number that is not finite, has taken over.
    if (!(pq > 0.0)) break;
    advance(body, firstChunk, lastChunk, rz / pq);
    barrier(threads, body);
    norm = total(body, RZ);
    let next = norm;
    if (coarse) {
      precondition(thread, threads, body, firstChunk, lastChunk);
      next = total(body, CZ);
      turnCoarseDirections(body, firstChunk, lastChunk, next / rz);
    } else {
      turnDirections(body, firstChunk, lastChunk, next / rz);
    }
    barrier(threads, body);
    rz = next;
    iterations++;
  }
  return iterations;
}

/** z = B r + C r with the coarse correction C, projected, and r . z; ends behind a barrier. */
function precondition(thread: u32, threads: u32, body: usize, firstChunk: u32, lastChunk: u32): void {
  restrictResidual(thread, threads, body);
  barrier(threads, body);
  if (thread == 0) solveCoarse(body);
  barrier(threads, body);
  const rs = field(body, R_AT);
  const zs = field(body, Z_AT);
  const diagonals = field(body, DIAGONALS_AT);
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let sum = f64x2.splat(0.0);
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const offset = (<usize>v) << 4;
      const r = v128.load(rs + offset);
      const moved = project32(kindOf(body, v), normalOf(body, v), coarseMotion(body, v));
      const z = add(mul(v128.load32_splat(diagonals + ((<usize>v) << 3), 4), r), moved);
      v128.store(zs + offset, z);
      sum = f64x2.add(sum, products4(r, z));
    }
    storeSum(body, chunk, CZ, sum2(sum));
  }
  barrier(threads, body);
}

/** p = z. */
function copyDirections(body: usize, firstChunk: u32, lastChunk: u32): void {
  if (firstChunk >= lastChunk) return;
  const first = (<usize>firstChunk * CHUNK) << 4;
  const bytes = ((<usize>chunkEnd(vertexCount(body), lastChunk - 1)) << 4) - first;
  memory.copy(field(body, P_AT) + first, field(body, Z_AT) + first, bytes);
}

/** p = z + beta p. */
function turnCoarseDirections(body: usize, firstChunk: u32, lastChunk: u32, beta: f64): void {
  if (firstChunk >= lastChunk) return;
  const keep = f32x4.splat(<f32>beta);
  const ps = field(body, P_AT);
  const zs = field(body, Z_AT);
  const end = (<usize>chunkEnd(vertexCount(body), lastChunk - 1)) << 4;
  for (let offset = (<usize>firstChunk * CHUNK) << 4; offset < end; offset += 16) {
    v128.store(ps + offset, add(v128.load(zs + offset), mul(keep, v128.load(ps + offset))));
  }
}

/** r = scale residual, x = 0, p = B r. */
function startDirections(body: usize, firstChunk: u32, lastChunk: u32, scale: f64): void {
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let sum: f64 = 0.0;
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const from = field(body, RESIDUAL_AT) + <usize>v * 24;
      const offset = (<usize>v) << 4;
      const r = f32x4(
        <f32>(load<f64>(from) * scale),
        <f32>(load<f64>(from, 8) * scale),
        <f32>(load<f64>(from, 16) * scale),
        0.0,
      );
      const inverse = load<f32>(field(body, DIAGONALS_AT) + ((<usize>v) << 3), 4);
      v128.store(field(body, R_AT) + offset, r);
      v128.store(field(body, X_AT) + offset, f32x4.splat(0.0));
      v128.store(field(body, P_AT) + offset, mul(r, f32x4.splat(inverse)));
      sum += <f64>inverse * dot4(r, r);
    }
    storeSum(body, chunk, RZ, sum);
  }
}

/** q = P (M + h D) p and p . q. */
export function multiplySystem(body: usize, firstChunk: u32, lastChunk: u32): void {
  const p = field(body, P_AT);
  const out = field(body, Q_AT);
  const kinds = field(body, KINDS_AT);
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const begin = chunk * CHUNK;
    const end = chunkEnd(vertexCount(body), chunk);
    multiplyRows(body, begin, end);
    let sum = f64x2.splat(0.0);
    for (let v = begin; v < end; v++) {
      const at = (<usize>v) << 4;
      const kind = load<u8>(kinds + <usize>v);
      if (kind != FREE) v128.store(out + at, project32(kind, normalOf(body, v), v128.load(out + at)));
      sum = f64x2.add(sum, products4(v128.load(p + at), v128.load(out + at)));
    }
    storeSum(body, chunk, PQ, sum2(sum));
  }
}

/** q = (M + h D) p of some vertices. Calls nothing: around a call the sums would leave their registers. */
function multiplyRows(body: usize, begin: u32, end: u32): void {
  const h = f32x4.splat(<f32>scalar(body, STEP));
  const p = field(body, P_AT);
  const columns = field(body, COLUMNS_AT);
  const blocks = field(body, BLOCKS_AT);
  const rowStart = field(body, ROW_START_AT);
  const diagonals = field(body, DIAGONALS_AT);
  const out = field(body, Q_AT);
  const xyz = i32x4(-1, -1, -1, 0);
  let at = columns + ((<usize>load<u32>(rowStart + ((<usize>begin) << 2))) << 2);
  let block = blocks + (<usize>load<u32>(rowStart + ((<usize>begin) << 2))) * 36;
  for (let v = begin; v < end; v++) {
    const last = columns + ((<usize>load<u32>(rowStart + ((<usize>v) << 2), 4)) << 2);
    // One sum per column: three short chains of additions instead of one long one.
    let c0 = f32x4.splat(0.0);
    let c1 = f32x4.splat(0.0);
    let c2 = f32x4.splat(0.0);
    for (; at < last; at += 4) {
      const x = p + <usize>load<u32>(at);
      c0 = add(c0, mul(v128.load(block), v128.load32_splat(x)));
      c1 = add(c1, mul(v128.load(block, 12), v128.load32_splat(x, 4)));
      c2 = add(c2, mul(v128.load(block, 24), v128.load32_splat(x, 8)));
      block += 36;
    }
    const own = v128.load(p + ((<usize>v) << 4));
    const mass = v128.load32_splat(diagonals + ((<usize>v) << 3));
    v128.store(
      out + ((<usize>v) << 4),
      v128.and(add(mul(mass, own), mul(h, add(add(c0, c1), c2))), xyz),
    );
  }
}

/** x += alpha p, r -= alpha q and r . B r. */
function advance(body: usize, firstChunk: u32, lastChunk: u32, alpha: f64): void {
  const step = f32x4.splat(<f32>alpha);
  const xs = field(body, X_AT);
  const rs = field(body, R_AT);
  const ps = field(body, P_AT);
  const qs = field(body, Q_AT);
  const diagonals = field(body, DIAGONALS_AT);
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let sum = f64x2.splat(0.0);
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const offset = (<usize>v) << 4;
      v128.store(xs + offset, add(v128.load(xs + offset), mul(step, v128.load(ps + offset))));
      const r = f32x4.sub(v128.load(rs + offset), mul(step, v128.load(qs + offset)));
      v128.store(rs + offset, r);
      const inverse = f64x2.splat(<f64>load<f32>(diagonals + ((<usize>v) << 3), 4));
      sum = f64x2.add(sum, f64x2.mul(inverse, products4(r, r)));
    }
    storeSum(body, chunk, RZ, sum2(sum));
  }
}

/** p = B r + beta p. */
function turnDirections(body: usize, firstChunk: u32, lastChunk: u32, beta: f64): void {
  const keep = f32x4.splat(<f32>beta);
  const rs = field(body, R_AT);
  const ps = field(body, P_AT);
  const diagonals = field(body, DIAGONALS_AT);
  if (firstChunk >= lastChunk) return;
  const end = chunkEnd(vertexCount(body), lastChunk - 1);
  for (let v: u32 = firstChunk * CHUNK; v < end; v++) {
    const offset = (<usize>v) << 4;
    const inverse = v128.load32_splat(diagonals + ((<usize>v) << 3), 4);
    v128.store(ps + offset, add(mul(inverse, v128.load(rs + offset)), mul(keep, v128.load(ps + offset))));
  }
}

/** solution += scale X, projected in f64. */
function addCorrection(body: usize, firstChunk: u32, lastChunk: u32, scale: f64): void {
  if (firstChunk >= lastChunk) return;
  const end = chunkEnd(vertexCount(body), lastChunk - 1);
  for (let v: u32 = firstChunk * CHUNK; v < end; v++) {
    const from = field(body, X_AT) + ((<usize>v) << 4);
    const to = field(body, SOLUTION_AT) + <usize>v * 24;
    store<f64>(to, load<f64>(to) + scale * <f64>load<f32>(from));
    store<f64>(to, load<f64>(to, 8) + scale * <f64>load<f32>(from, 4), 8);
    store<f64>(to, load<f64>(to, 16) + scale * <f64>load<f32>(from, 8), 16);
    project64(kindOf(body, v), normalOf(body, v), to);
  }
}

/** residual = P (b - (M + h D) solution) in f64, and its norm. */
function refreshResidual(body: usize, firstChunk: u32, lastChunk: u32): void {
  const h = scalar(body, STEP);
  const solution = field(body, SOLUTION_AT);
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let rho: f64 = 0.0;
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const r = field(body, RESIDUAL_AT) + <usize>v * 24;
      const b = field(body, RHS_AT) + <usize>v * 24;
      const x = solution + <usize>v * 24;
      const mass = load<f64>(field(body, MASSES_AT) + ((<usize>v) << 3));
      dampingRow(body, v, solution, r);
      for (let axis: usize = 0; axis < 24; axis += 8) {
        store<f64>(r + axis, load<f64>(b + axis) - mass * load<f64>(x + axis) - h * load<f64>(r + axis));
      }
      project64(kindOf(body, v), normalOf(body, v), r);
      rho += <f64>load<f32>(field(body, DIAGONALS_AT) + ((<usize>v) << 3), 4) * square64(r);
    }
    storeSum(body, chunk, RHO, rho);
  }
}

/** q = P (M + h D) p alone, for measurement and tests; `prepare` must have run. */
export function multiplySystemShare(thread: u32, threads: u32, body: usize): void {
  const chunks = chunkCount(vertexCount(body));
  multiplySystem(body, share(chunks, thread, threads), share(chunks, thread + 1, threads));
}
