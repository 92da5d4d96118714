import {
  CHUNK,
  COARSE_COUNT,
  DIAGONALS_AT,
  DRAGS_AT,
  INITIAL_RESIDUAL,
  ITERATIONS,
  KEEPS_MATRIX,
  KEEPS_RESIDUAL,
  LEAST_RESIDUAL,
  MASSES_AT,
  MAX_ITERATIONS,
  RELATIVE_RESIDUAL,
  RESIDUAL_AT,
  RHS_AT,
  R_AT,
  SOLUTION_AT,
  STEP,
  TOLERANCE,
  TRACES_AT,
  USED_TOLERANCE,
  X_AT,
  Z_AT,
} from '../bodyFields';
import { chunkCount, chunkEnd } from './chunks';
import { project32, project64, subtractDrag } from './constraints';
import { field, scalar, setField, setScalar, share } from './body';
import { add, mul } from './lanes';
import { products4, sum2 } from './products';
import { barrier } from './barrier';
import { restrictResidual, solveCoarse, coarseMotion } from './coarse';
import { dampingRow } from './damping';
import { PQ, RZ, RHO, CZ, vertexCount, storeSum, total, kindOf, normalOf } from './velocitySums';
import { copyDirections, turnCoarseDirections, startDirections, advance, turnDirections } from './conjugateDirections';
import { multiplySystem } from './systemProduct';

/**
 * Largest reduction requested of one f32 solve, squared: beyond it the f32 residual is no longer the true one, and the next
 * round starts from the f64 residual.
 */
const INNER_LIMIT: f64 = 1e-8;
/** An f32 solve aims slightly below the target so that the f64 residual meets it. */
const INNER_MARGIN: f64 = 0.98;
/**
 * Tolerance from which the residual of the f32 recurrence is accepted as the true one: they differ by less than 1e-4 of
 * the initial residual, and the f64 residual costs two iterations.
 */
const TRUSTED: f64 = 1e-3;
/** Loosest tolerance that the least residual makes. */
const LOOSEST: f64 = 0.3;
/** A round that reduces the squared norm by less than this has stalled. */
const STALL: f64 = 0.5;

/**
 * Solves P (M + h D) P x = P b for x = P x by conjugate gradients, preconditioned by 1 / (m + h tr(D_vv) / 3), from x = 0: rounds
 * of f32 iterations on the f64 residual (f32 alone stalls at 1e-4 to 1e-3; looser tolerances take one round). Ends when sqrt(r^T B r) has fallen to the tolerance
 * times its initial value or, where that is no more than `LOOSEST` of it, to `LEAST_RESIDUAL`, at the iteration limit, or when a round no longer helps. Where `KEEPS_RESIDUAL` says so, the right-hand side
 * becomes what is left of it.
 */
export function solveVelocity(thread: u32, threads: u32, body: usize): void {
  const firstChunk = share(chunkCount(vertexCount(body)), thread, threads);
  const lastChunk = share(chunkCount(vertexCount(body)), thread + 1, threads);
  prepare(body, firstChunk, lastChunk);
  barrier(threads, body);
  const initial = total(body, RHO);
  const tolerance = usedTolerance(body, initial);
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
      if (field(body, KEEPS_RESIDUAL) != 0) unscaleResidual(body, firstChunk, lastChunk, 1.0 / scale);
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
  if (field(body, KEEPS_RESIDUAL) != 0) keepResidual(body, firstChunk, lastChunk);
  if (thread == 0) {
    setField(body, ITERATIONS, iterations);
    setScalar(body, INITIAL_RESIDUAL, Math.sqrt(initial));
    setScalar(body, USED_TOLERANCE, tolerance);
    setScalar(body, RELATIVE_RESIDUAL, initial == 0.0 ? 0.0 : Math.sqrt(rho / initial));
  }
}

/** Returns the tolerance of a solve whose initial r^T B r is `initial`. */
function usedTolerance(body: usize, initial: f64): f64 {
  const tolerance = scalar(body, TOLERANCE);
  const least = scalar(body, LEAST_RESIDUAL);
  if (!(least > 0.0) || initial == 0.0) return tolerance;
  return max<f64>(tolerance, min<f64>(LOOSEST, least / Math.sqrt(initial)));
}

/** residual = scale r, as the f32 recurrence has it. */
function unscaleResidual(body: usize, firstChunk: u32, lastChunk: u32, scale: f64): void {
  if (firstChunk >= lastChunk) return;
  const end = chunkEnd(vertexCount(body), lastChunk - 1);
  for (let v: u32 = firstChunk * CHUNK; v < end; v++) {
    const from = field(body, R_AT) + ((<usize>v) << 4);
    const to = field(body, RESIDUAL_AT) + <usize>v * 24;
    store<f64>(to, scale * <f64>load<f32>(from));
    store<f64>(to, scale * <f64>load<f32>(from, 4), 8);
    store<f64>(to, scale * <f64>load<f32>(from, 8), 16);
  }
}

/** rhs = residual. */
function keepResidual(body: usize, firstChunk: u32, lastChunk: u32): void {
  if (firstChunk >= lastChunk) return;
  const first = <usize>(firstChunk * CHUNK) * 24;
  const bytes = <usize>chunkEnd(vertexCount(body), lastChunk - 1) * 24 - first;
  memory.copy(field(body, RHS_AT) + first, field(body, RESIDUAL_AT) + first, bytes);
}

/** Masses and preconditioner, x = 0, r = P b, and its norm. */
function prepare(body: usize, firstChunk: u32, lastChunk: u32): void {
  if (field(body, KEEPS_MATRIX) == 0) findDiagonals(body, firstChunk, lastChunk);
  for (let chunk = firstChunk; chunk < lastChunk; chunk++) {
    const end = chunkEnd(vertexCount(body), chunk);
    let rho: f64 = 0.0;
    for (let v: u32 = chunk * CHUNK; v < end; v++) {
      const inverse = load<f32>(field(body, DIAGONALS_AT) + ((<usize>v) << 3), 4);
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

/** Masses and preconditioner. */
function findDiagonals(body: usize, firstChunk: u32, lastChunk: u32): void {
  if (firstChunk >= lastChunk) return;
  const h = scalar(body, STEP);
  const traces = field(body, TRACES_AT);
  const masses = field(body, MASSES_AT);
  const diagonals = field(body, DIAGONALS_AT);
  const end = (<usize>chunkEnd(vertexCount(body), lastChunk - 1)) << 3;
  for (let at = (<usize>firstChunk * CHUNK) << 3; at < end; at += 8) {
    const mass = load<f64>(masses + at);
    store<f32>(diagonals + at, <f32>mass);
    store<f32>(diagonals + at, <f32>(1.0 / (mass + (h * load<f64>(traces + at)) / 3.0)), 4);
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
    // Not positive only because of rounding, or of a number that is not finite.
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
      subtractDrag(field(body, DRAGS_AT) + <usize>v * 24, h, x, r);
      project64(kindOf(body, v), normalOf(body, v), r);
      rho += <f64>load<f32>(field(body, DIAGONALS_AT) + ((<usize>v) << 3), 4) * square64(r);
    }
    storeSum(body, chunk, RHO, rho);
  }
}
