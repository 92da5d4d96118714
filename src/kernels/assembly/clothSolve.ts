import {
  DRAGS_AT,
  FACTORS_AT,
  GROUP_COUNT,
  ITERATIONS,
  KINDS_AT,
  MASSES_AT,
  MAX_ITERATIONS,
  NORMALS_AT,
  RELATIVE_RESIDUAL,
  RESIDUAL_AT,
  RHS_AT,
  SOLUTION_AT,
  STEP,
  TOLERANCE,
  VERTICES_AT,
  X_AT,
} from '../clothFields';
import { barrier } from './barrier';
import { field, scalar, setField, setScalar } from './body';
import { multiplyRows, vertexOf } from './clothBlocks';
import { factorRows, scaleRows } from './clothFactors';
import { BOUND, firstGroup, IMPULSE, lastSeparator, MASS, NORM, RZ, startOf, storeSum, total } from './clothSegments';
import { iterate, startDirections } from './clothSweeps';
import { FREE, project64, subtractDrag } from './constraints';

// Conjugate gradients (`clothSweeps.ts`) on the matrix that `clothFactors.ts` scales to a unit diagonal. Rows are in groups that no block connects,
// each processed by one thread, with separators after them: these come first in the upward sweep and last in the downward one. The number of groups
// does not depend on the threads. Rounds of f32 iterations on an f64 residual.

/** Largest reduction requested of one f32 round, squared. */
const INNER_LIMIT: f64 = 1e-8;
/** A round aims slightly below the target, so that the f64 residual meets it. */
const INNER_MARGIN: f64 = 0.96;
/** Tolerance from which the residual of the f32 recurrence is accepted as the true one. */
const TRUSTED: f64 = 1e-3;
/** A round that reduces the squared norm by less than this has stalled. */
const STALL: f64 = 0.5;

/** Solves (M + h S) dv = P rhs with dv = P dv, to `TOLERANCE` of the initial residual in the norm of the preconditioner. */
export function solveCloth(thread: u32, threads: u32, body: usize): void {
  const groups = <u32>field(body, GROUP_COUNT);
  const first = firstGroup(thread, threads, body);
  const last = firstGroup(thread + 1, threads, body);
  const firstBehind = groups + first;
  const lastBehind = lastSeparator(body, last);
  // The rows of this thread, in two ranges.
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
  // Without constraints, the common velocity is computed first: S has it in its null space, and free fall is exact.
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
  // The tolerance is relative to nearly all motion of the cloth: in free fall only rounding may remain.
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

/** Sets solution = 0, residual = P rhs; computes momentum, mass, whether anything is constrained, and the norm of the residual. */
function startSegment(body: usize, segment: u32): void {
  const end = startOf(body, segment + 1);
  const vertices = field(body, VERTICES_AT);
  const rhs = field(body, RHS_AT);
  const residual = field(body, RESIDUAL_AT);
  const solution = field(body, SOLUTION_AT);
  const masses = field(body, MASSES_AT);
  const kinds = field(body, KINDS_AT);
  const normals = field(body, NORMALS_AT);
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
    const kind = load<u8>(kinds + vertex);
    if (kind == FREE) continue;
    bound += 1.0;
    project64(kind, normals + vertex * 24, r);
  }
  storeSum(body, segment, MASS, mass);
  storeSum(body, segment, BOUND, bound);
  storeSum(body, segment, IMPULSE, x);
  storeSum(body, segment, IMPULSE + 8, y);
  storeSum(body, segment, IMPULSE + 16, z);
  storeNorm(body, segment);
}

/** Computes |G P residual|^2. */
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

/** Computes residual = rhs - M common. */
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

/** Adds scale P G^T x to the solution. */
function addCorrection(body: usize, begin: u32, end: u32, scale: f64): void {
  const vertices = field(body, VERTICES_AT);
  const xs = field(body, X_AT);
  const factors = field(body, FACTORS_AT);
  const solution = field(body, SOLUTION_AT);
  const kinds = field(body, KINDS_AT);
  const normals = field(body, NORMALS_AT);
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
    project64(load<u8>(kinds + vertex), normals + vertex * 24, to);
  }
}

/** Computes residual = P (rhs - M (common + solution) - h S solution) in f64, and its norm. */
function refreshResidual(body: usize, segment: u32, x: f64, y: f64, z: f64): void {
  const vertices = field(body, VERTICES_AT);
  const h = scalar(body, STEP);
  const solution = field(body, SOLUTION_AT);
  const residual = field(body, RESIDUAL_AT);
  const kinds = field(body, KINDS_AT);
  const normals = field(body, NORMALS_AT);
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
    subtractDrag(field(body, DRAGS_AT) + vertex * 24, h, from, r);
    project64(load<u8>(kinds + vertex), normals + vertex * 24, r);
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
