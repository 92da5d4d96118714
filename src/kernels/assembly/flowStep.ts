import { GUIDANCE, HARDENING_RATE, LOG_LIMIT, YIELD_STRAIN, FLOW_SHARE, PULL } from '../flowFields';
import { diagonalise } from './flowEigen.lanes';
import {
  ACTIVE,
  ALPHA,
  CHANGED,
  ELASTIC_LOGS,
  F,
  FACTOR,
  FE,
  GOAL,
  GRAM,
  HAS,
  INVERSE,
  LEAST,
  LOGS,
  PRODUCT,
  ROW,
  STRAIN,
  TRIAL,
  TRIAL_ALPHA,
  V,
  VALUES,
  W,
} from './flowRows';
import { flowScalar } from './flowRecord';
import { dot3, exp64, log64, sum3 } from './lanes64';

// The step of Irving 2007, 2.6.3, for a batch of points, two at once; `plasticity/PointFlow.ts` documents it for one.

/** Points with a squared elastic stretch below this do not flow: see `PointFlow.ts`. */
const LEAST_SQUARE: f64 = 0.01;
/** Points within this distance of their goal are not pulled further. */
const AT_GOAL: f64 = 1e-9;

/** Flows a batch without a goal. */
export function flowFreely(record: usize, deviatoric: bool, at: usize): void {
  elasticPart(at);
  takeLogarithms(at);
  if (tryFlow(record, deviatoric, at, false)) acceptTrial(at);
}

/** Flows a batch with a goal: the projected step, the pull, then the second yield. */
export function flowDirected(record: usize, deviatoric: bool, at: usize): void {
  elasticPart(at);
  takeLogarithms(at);
  tryFlow(record, deviatoric, at, false);
  stepTowardsGoal(record, at);
  // F_p^-1 of what has moved, by the eigenvalues of its logarithm.
  copyRows(at + STRAIN, at + GRAM, 6);
  diagonalise(at, GRAM, W);
  takeValues(at);
  invert(at, CHANGED);
  elasticPart(at);
  takeLogarithms(at);
  if (tryFlow(record, deviatoric, at, true)) acceptTrial(at);
}

/** Computes F_e = F F_p^-1 and F_e^T F_e. */
function elasticPart(scratch: usize): void {
  for (let k: usize = 0; k < ROW; k += 16) {
    const at = scratch + k;
    const ixx = v128.load(at, INVERSE);
    const ixy = v128.load(at, INVERSE + ROW);
    const ixz = v128.load(at, INVERSE + 2 * ROW);
    const iyy = v128.load(at, INVERSE + 3 * ROW);
    const iyz = v128.load(at, INVERSE + 4 * ROW);
    const izz = v128.load(at, INVERSE + 5 * ROW);
    for (let i: usize = 0; i < 9 * ROW; i += 3 * ROW) {
      const x = v128.load(at + i, F);
      const y = v128.load(at + i, F + ROW);
      const z = v128.load(at + i, F + 2 * ROW);
      v128.store(at + i, dot3(x, ixx, y, ixy, z, ixz), FE);
      v128.store(at + i, dot3(x, ixy, y, iyy, z, iyz), FE + ROW);
      v128.store(at + i, dot3(x, ixz, y, iyz, z, izz), FE + 2 * ROW);
    }
    gramOf(at + FE, at + GRAM);
  }
}

/** A^T A, packed, of the row-major matrix at `a`. */
function gramOf(a: usize, out: usize): void {
  const a0 = v128.load(a);
  const a1 = v128.load(a, ROW);
  const a2 = v128.load(a, 2 * ROW);
  const a3 = v128.load(a, 3 * ROW);
  const a4 = v128.load(a, 4 * ROW);
  const a5 = v128.load(a, 5 * ROW);
  const a6 = v128.load(a, 6 * ROW);
  const a7 = v128.load(a, 7 * ROW);
  const a8 = v128.load(a, 8 * ROW);
  v128.store(out, dot3(a0, a0, a3, a3, a6, a6));
  v128.store(out, dot3(a0, a1, a3, a4, a6, a7), ROW);
  v128.store(out, dot3(a0, a2, a3, a5, a6, a8), 2 * ROW);
  v128.store(out, dot3(a1, a1, a4, a4, a7, a7), 3 * ROW);
  v128.store(out, dot3(a1, a2, a4, a5, a7, a8), 4 * ROW);
  v128.store(out, dot3(a2, a2, a5, a5, a8, a8), 5 * ROW);
}

/** Computes V and the logarithms of the elastic stretches. ACTIVE: points whose stretches are all large enough for a logarithm. */
function takeLogarithms(scratch: usize): void {
  diagonalise(scratch, GRAM, V);
  const least = f64x2.splat(LEAST_SQUARE);
  const half = f64x2.splat(0.5);
  for (let k: usize = 0; k < ROW; k += 16) {
    const at = scratch + k;
    const x = v128.load(at, GRAM);
    const y = v128.load(at, GRAM + 3 * ROW);
    const z = v128.load(at, GRAM + 5 * ROW);
    v128.store(at, f64x2.mul(half, log64(x)), ELASTIC_LOGS);
    v128.store(at, f64x2.mul(half, log64(y)), ELASTIC_LOGS + ROW);
    v128.store(at, f64x2.mul(half, log64(z)), ELASTIC_LOGS + 2 * ROW);
    const large = v128.and(v128.and(f64x2.gt(x, least), f64x2.gt(y, least)), f64x2.gt(z, least));
    v128.store(at, large, ACTIVE);
  }
}

/**
 * Computes the trial flow: TRIAL, VALUES and W of log F_p after it, within the stretch limit, for the ACTIVE points. `second`: beyond the second yield,
 * for points with a goal only. Returns false where no point of the batch yields.
 */
function tryFlow(record: usize, deviatoric: bool, scratch: usize, second: bool): bool {
  if (!project(record, deviatoric, scratch, second)) return false;
  for (let k: usize = 0; k < ROW; k += 16) {
    const at = scratch + k;
    for (let i: usize = 0; i < 3 * ROW; i += ROW) productRow(at, i);
    gramOf(at + PRODUCT, at + GRAM);
  }
  diagonalise(scratch, GRAM, W);
  const limit = f64x2.splat(flowScalar(record, LOG_LIMIT));
  const half = f64x2.splat(0.5);
  for (let k: usize = 0; k < ROW; k += 16) {
    const at = scratch + k;
    let x = f64x2.mul(half, log64(v128.load(at, GRAM)));
    let y = f64x2.mul(half, log64(v128.load(at, GRAM + 3 * ROW)));
    let z = f64x2.mul(half, log64(v128.load(at, GRAM + 5 * ROW)));
    if (deviatoric) {
      const mean = f64x2.div(sum3(x, y, z), f64x2.splat(3.0));
      x = f64x2.sub(x, mean);
      y = f64x2.sub(y, mean);
      z = f64x2.sub(z, mean);
    }
    const largest = f64x2.max(f64x2.max(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
    const scale = v128.bitselect(f64x2.div(limit, largest), f64x2.splat(1.0), f64x2.gt(largest, limit));
    v128.store(at, f64x2.mul(x, scale), VALUES);
    v128.store(at, f64x2.mul(y, scale), VALUES + ROW);
    v128.store(at, f64x2.mul(z, scale), VALUES + 2 * ROW);
    compose(at, v128.load(at, VALUES), v128.load(at, VALUES + ROW), v128.load(at, VALUES + 2 * ROW), TRIAL);
  }
  return true;
}

/** Applies the radial return of `plasticity/RadialLaw.ts`: LOGS and TRIAL_ALPHA. ACTIVE becomes the points that yield; returns false where there are none. */
function project(record: usize, deviatoric: bool, scratch: usize, second: bool): bool {
  const yieldStrain = f64x2.splat(flowScalar(record, YIELD_STRAIN));
  const rate = f64x2.splat(flowScalar(record, HARDENING_RATE));
  const share = f64x2.splat(flowScalar(record, FLOW_SHARE));
  const one = f64x2.splat(1.0);
  let any = f64x2.splat(0.0);
  for (let k: usize = 0; k < ROW; k += 16) {
    const at = scratch + k;
    const x = v128.load(at, ELASTIC_LOGS);
    const y = v128.load(at, ELASTIC_LOGS + ROW);
    const z = v128.load(at, ELASTIC_LOGS + 2 * ROW);
    const mean = deviatoric ? f64x2.div(sum3(x, y, z), f64x2.splat(3.0)) : f64x2.splat(0.0);
    const dx = f64x2.sub(x, mean);
    const dy = f64x2.sub(y, mean);
    const dz = f64x2.sub(z, mean);
    const norm = f64x2.sqrt(dot3(dx, dx, dy, dy, dz, dz));
    const alpha = v128.load(at, ALPHA);
    const first = second ? f64x2.mul(yieldStrain, v128.load(at, FACTOR)) : yieldStrain;
    const excess = f64x2.sub(f64x2.sub(norm, first), f64x2.mul(rate, alpha));
    let active = v128.and(v128.load(at, ACTIVE), f64x2.gt(excess, f64x2.splat(0.0)));
    if (second) active = v128.and(active, v128.load(at, HAS));
    const flow = f64x2.mul(excess, share);
    const scale = f64x2.sub(one, f64x2.div(flow, norm));
    any = v128.or(any, active);
    v128.store(at, active, ACTIVE);
    v128.store(at, f64x2.add(alpha, flow), TRIAL_ALPHA);
    v128.store(at, f64x2.add(mean, f64x2.mul(scale, dx)), LOGS);
    v128.store(at, f64x2.add(mean, f64x2.mul(scale, dy)), LOGS + ROW);
    v128.store(at, f64x2.add(mean, f64x2.mul(scale, dz)), LOGS + 2 * ROW);
  }
  return v128.any_true(any);
}

/** Row `i` (as an offset) of F_p' = diag(e^-l_p / s) V^T (F_e^T F). */
function productRow(at: usize, i: usize): void {
  const v0 = v128.load(at + i, V);
  const v1 = v128.load(at + i, V + 3 * ROW);
  const v2 = v128.load(at + i, V + 6 * ROW);
  const x = dot3(v0, v128.load(at, FE), v1, v128.load(at, FE + ROW), v2, v128.load(at, FE + 2 * ROW));
  const y = dot3(v0, v128.load(at, FE + 3 * ROW), v1, v128.load(at, FE + 4 * ROW), v2, v128.load(at, FE + 5 * ROW));
  const z = dot3(v0, v128.load(at, FE + 6 * ROW), v1, v128.load(at, FE + 7 * ROW), v2, v128.load(at, FE + 8 * ROW));
  const scale = exp64(f64x2.neg(f64x2.add(v128.load(at + i, LOGS), v128.load(at + i, ELASTIC_LOGS))));
  for (let j: usize = 0; j < 3 * ROW; j += ROW) {
    const fx = v128.load(at + j, F);
    const fy = v128.load(at + j, F + 3 * ROW);
    const fz = v128.load(at + j, F + 6 * ROW);
    v128.store(at + 3 * i + j, f64x2.mul(scale, dot3(x, fx, y, fy, z, fz)), PRODUCT);
  }
}

/** W diag(a, b, c) W^T, packed, to the rows at `out`. */
function compose(at: usize, a: v128, b: v128, c: v128, out: usize): void {
  let to = at + out;
  for (let i: usize = 0; i < 9 * ROW; i += 3 * ROW) {
    const x = f64x2.mul(v128.load(at + i, W), a);
    const y = f64x2.mul(v128.load(at + i, W + ROW), b);
    const z = f64x2.mul(v128.load(at + i, W + 2 * ROW), c);
    for (let j: usize = i; j < 9 * ROW; j += 3 * ROW) {
      v128.store(to, dot3(x, v128.load(at + j, W), y, v128.load(at + j, W + ROW), z, v128.load(at + j, W + 2 * ROW)));
      to += ROW;
    }
  }
}

/** Makes the trial log F_p of the ACTIVE points the present one. */
function acceptTrial(scratch: usize): void {
  for (let k: usize = 0; k < ROW; k += 16) {
    const at = scratch + k;
    const active = v128.load(at, ACTIVE);
    for (let i: usize = 0; i < 6 * ROW; i += ROW) replace(at + i, STRAIN, TRIAL, active);
    replace(at, ALPHA, TRIAL_ALPHA, active);
    v128.store(at, v128.or(v128.load(at, CHANGED), active), CHANGED);
  }
  invert(scratch, ACTIVE);
}

function replace(at: usize, row: usize, by: usize, mask: v128): void {
  v128.store(at + row, v128.bitselect(v128.load(at + by), v128.load(at + row), mask));
}

/** Computes F_p^-1 and the smallest stretch of the points in the mask at `row`, from VALUES and W. */
function invert(scratch: usize, row: usize): void {
  for (let k: usize = 0; k < ROW; k += 16) {
    const at = scratch + k;
    const mask = v128.load(at + row);
    const a = exp64(f64x2.neg(v128.load(at, VALUES)));
    const b = exp64(f64x2.neg(v128.load(at, VALUES + ROW)));
    const c = exp64(f64x2.neg(v128.load(at, VALUES + 2 * ROW)));
    compose(at, a, b, c, GRAM);
    for (let i: usize = 0; i < 6 * ROW; i += ROW) replace(at + i, INVERSE, GRAM, mask);
    const largest = f64x2.max(f64x2.max(a, b), c);
    const least = f64x2.div(f64x2.splat(1.0), f64x2.mul(largest, largest));
    v128.store(at, v128.bitselect(least, v128.load(at, LEAST), mask), LEAST);
  }
}

/** VALUES from the diagonal of GRAM. */
function takeValues(at: usize): void {
  copyRows(at + GRAM, at + VALUES, 1);
  copyRows(at + GRAM + 3 * ROW, at + VALUES + ROW, 1);
  copyRows(at + GRAM + 5 * ROW, at + VALUES + 2 * ROW, 1);
}

function copyRows(from: usize, to: usize, count: usize): void {
  memory.copy(to, from, count * ROW);
}

/** Applies the projection, guidance and pull of `plasticity/goalRule.ts`; points without a goal accept the whole trial. CHANGED: points whose log F_p changed. */
function stepTowardsGoal(record: usize, scratch: usize): void {
  const zero = f64x2.splat(0.0);
  const one = f64x2.splat(1.0);
  const guidance = f64x2.splat(flowScalar(record, GUIDANCE));
  const pull = f64x2.splat(flowScalar(record, PULL));
  for (let k: usize = 0; k < ROW; k += 16) {
    const at = scratch + k;
    const has = v128.load(at, HAS);
    const active = v128.load(at, ACTIVE);
    let along = zero;
    let square = zero;
    for (let i: usize = 0; i < 6 * ROW; i += ROW) {
      const weight = f64x2.splat(weightOf(i));
      const flow = f64x2.mul(weight, f64x2.sub(v128.load(at + i, TRIAL), v128.load(at + i, STRAIN)));
      const left = f64x2.sub(v128.load(at + i, GOAL), v128.load(at + i, STRAIN));
      along = f64x2.add(along, f64x2.mul(flow, left));
      square = f64x2.add(square, f64x2.mul(flow, f64x2.sub(v128.load(at + i, TRIAL), v128.load(at + i, STRAIN))));
    }
    let t = v128.and(f64x2.min(one, f64x2.max(zero, f64x2.div(along, square))), f64x2.gt(square, zero));
    t = v128.and(v128.bitselect(t, one, has), active);
    const moved = f64x2.gt(t, zero);
    for (let i: usize = 0; i < 6 * ROW; i += ROW) advance(at + i, TRIAL, t, moved);
    const alpha = v128.load(at, ALPHA);
    const growth = f64x2.mul(t, f64x2.sub(v128.load(at, TRIAL_ALPHA), alpha));
    v128.store(at, v128.bitselect(f64x2.add(alpha, growth), alpha, moved), ALPHA);

    const driven = f64x2.div(f64x2.mul(f64x2.mul(guidance, t), f64x2.sqrt(square)), distance(at));
    const guided = v128.and(v128.and(moved, has), f64x2.gt(driven, zero));
    for (let i: usize = 0; i < 6 * ROW; i += ROW) advance(at + i, GOAL, f64x2.min(one, driven), guided);

    const pulled = v128.and(v128.and(has, f64x2.gt(pull, zero)), f64x2.gt(distance(at), f64x2.splat(AT_GOAL)));
    for (let i: usize = 0; i < 6 * ROW; i += ROW) advance(at + i, GOAL, pull, pulled);
    v128.store(at, v128.or(moved, pulled), CHANGED);
  }
}

/** STRAIN += share (row - STRAIN) where the mask is set. */
function advance(at: usize, row: usize, share: v128, mask: v128): void {
  const now = v128.load(at, STRAIN);
  const next = f64x2.add(now, f64x2.mul(share, f64x2.sub(v128.load(at + row), now)));
  v128.store(at, v128.bitselect(next, now, mask), STRAIN);
}

/** |G - log F_p|. */
function distance(at: usize): v128 {
  let sum = f64x2.splat(0.0);
  for (let i: usize = 0; i < 6 * ROW; i += ROW) {
    const left = f64x2.sub(v128.load(at + i, GOAL), v128.load(at + i, STRAIN));
    sum = f64x2.add(sum, f64x2.mul(f64x2.splat(weightOf(i)), f64x2.mul(left, left)));
  }
  return f64x2.sqrt(sum);
}

/** Returns how often the packed number in row `i` (as an offset) appears in the matrix. */
function weightOf(i: usize): f64 {
  return i == 0 || i == 3 * ROW || i == 5 * ROW ? 1.0 : 2.0;
}
