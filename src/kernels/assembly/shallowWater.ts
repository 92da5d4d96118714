import {
  BETWEEN_AT,
  CLOSED_EDGES,
  COLUMN_EDGE,
  COLUMNS_X,
  COLUMNS_Z,
  DEPTH_AT,
  DRY_DEPTH,
  FASTEST_AT,
  FASTEST_STRIDE,
  GRAVITY,
  GROUND_AT,
  MANNING,
  PULL_X,
  PULL_Z,
  ROW,
  SCRATCH_AT,
  SCRATCH_ROW,
  SCRATCH_ROWS,
  TIME_STEP,
} from '../shallowFields';
import { barrier } from './barrier';
import { field, scalar, share } from './body';
import { minmod, writeFlux } from './shallowFlux';
import { slowedByBed } from './shallowBed';

// The steps of shallow water, with the operations of `ReferenceShallowSteps` in the same order, hence the same bytes: two columns at a time in f64, slopes of each column once. Rows along x are
// shared out to the threads; fluxes between the rows of two threads are found by both.

// Rows of a thread's scratch: the four states at the upper faces of a row, fluxes across z below and above, across x, and half slopes of the level.
const UPPER: usize = 0;
const FLUX_Z: usize = 4;
const FLUX_X: usize = 12;
const SLOPE_X: usize = 16;
const SLOPE_Z: usize = 17;
/** Bytes of a number. */
const F64: usize = 8;

// What the rows of a stage are found from and written to: each thread has its own instance.
let columns: i32 = 0;
let row: usize = 0;
let scratch: usize = 0;
let scratchRow: usize = 0;
let depths: usize = 0;
let velocitiesX: usize = 0;
let velocitiesZ: usize = 0;
let grounds: usize = 0;
let toDepths: usize = 0;
let toVelocitiesX: usize = 0;
let toVelocitiesZ: usize = 0;

/** Moves the water by a step. */
export function shallowStepPass(thread: u32, threads: u32, body: usize): void {
  columns = <i32>field(body, COLUMNS_X);
  row = field(body, ROW) * F64;
  scratchRow = field(body, SCRATCH_ROW);
  scratch = field(body, SCRATCH_AT) + <usize>thread * SCRATCH_ROWS * scratchRow;
  grounds = field(body, GROUND_AT);
  const rows = <u32>field(body, COLUMNS_Z);
  const first = <i32>share(rows, thread, threads);
  const end = <i32>share(rows, thread + 1, threads);
  readFrom(body, DEPTH_AT, BETWEEN_AT);
  advance(body, first, end, false);
  barrier(threads, body);
  readFrom(body, BETWEEN_AT, DEPTH_AT);
  advance(body, first, end, true);
}

function readFrom(body: usize, from: i32, to: i32): void {
  depths = field(body, from);
  velocitiesX = field(body, from + 1);
  velocitiesZ = field(body, from + 2);
  toDepths = field(body, to);
  toVelocitiesX = field(body, to + 1);
  toVelocitiesZ = field(body, to + 2);
}

/** Returns the byte offset of the first column of a row. */
@inline
function offsetOf(k: i32): usize {
  return 2 * F64 + <usize>(k + 2) * row;
}

/** Advances the rows from `first` on, by an Euler step; `isLast`: to the mean of what is there and its result. */
function advance(body: usize, first: i32, end: i32, isLast: bool): void {
  if (first >= end) return;
  const g = f64x2.splat(scalar(body, GRAVITY));
  prepareRow(offsetOf(first - 1), g, false, 0, 0);
  let above = FLUX_Z;
  let slopes = SLOPE_Z;
  for (let k = first; k <= end; k++) {
    const below = above;
    above = above == FLUX_Z ? FLUX_Z + 4 : FLUX_Z;
    const slopesBefore = slopes;
    slopes = slopes == SLOPE_Z ? SLOPE_Z + 1 : SLOPE_Z;
    prepareRow(offsetOf(k), g, true, above, slopes);
    if (k == first) continue;
    acrossX(offsetOf(k - 1), g);
    updateRow(body, offsetOf(k - 1), below, above, slopesBefore, isLast);
    if (!isLast) mirrorRow(body, k - 1);
  }
}

/** Returns the address of a number of a row of scratch. */
@inline
function at(rowNumber: usize, i: usize): usize {
  return scratch + rowNumber * scratchRow + i * F64;
}

@inline
function halfSlope(below: v128, here: v128, above: v128): v128 {
  return f64x2.mul(f64x2.splat(0.5), minmod(f64x2.sub(here, below), f64x2.sub(above, here)));
}

@inline
function levelAt(c: usize): v128 {
  return f64x2.add(v128.load(depths + c), v128.load(grounds + c));
}

/** Finds the states at the faces across z of the row at `offset`: keeps those at its upper faces, and, if `joins`, finds the fluxes between the row before and it. */
function prepareRow(offset: usize, g: v128, joins: bool, fluxes: usize, slopes: usize): void {
  const halfG = f64x2.mul(f64x2.splat(0.5), g);
  for (let i: usize = 0; i < <usize>columns; i += 2) {
    const c = offset + i * F64;
    const level = levelAt(c);
    const depth = v128.load(depths + c);
    const across = v128.load(velocitiesZ + c);
    const along = v128.load(velocitiesX + c);
    const levelSlope = halfSlope(levelAt(c - row), level, levelAt(c + row));
    const depthSlope = halfSlope(v128.load(depths + c - row), depth, v128.load(depths + c + row));
    const acrossSlope = halfSlope(v128.load(velocitiesZ + c - row), across, v128.load(velocitiesZ + c + row));
    const alongSlope = halfSlope(v128.load(velocitiesX + c - row), along, v128.load(velocitiesX + c + row));
    const upper = at(UPPER, i);
    if (joins) {
      v128.store(at(slopes, i), levelSlope);
      writeFlux(
        at(fluxes, i),
        scratchRow,
        v128.load(upper),
        v128.load(upper + scratchRow),
        v128.load(upper + 2 * scratchRow),
        v128.load(upper + 3 * scratchRow),
        f64x2.sub(level, levelSlope),
        f64x2.sub(depth, depthSlope),
        f64x2.sub(across, acrossSlope),
        f64x2.sub(along, alongSlope),
        g,
        halfG,
      );
    }
    v128.store(upper, f64x2.add(level, levelSlope));
    v128.store(upper + scratchRow, f64x2.add(depth, depthSlope));
    v128.store(upper + 2 * scratchRow, f64x2.add(across, acrossSlope));
    v128.store(upper + 3 * scratchRow, f64x2.add(along, alongSlope));
  }
}

/** Returns the second number of a pair and the first of the next. */
@inline
function between(pair: v128, next: v128): v128 {
  return v128.shuffle<f64>(pair, next, 1, 2);
}

/** Finds the fluxes across x of the row at `offset`. */
function acrossX(offset: usize, g: v128): void {
  const halfG = f64x2.mul(f64x2.splat(0.5), g);
  const flux = at(FLUX_X, 0);
  const slopes = at(SLOPE_X, 0);
  let levelBefore = f64x2.splat(0.0);
  let depthBefore = levelBefore;
  let acrossBefore = levelBefore;
  let alongBefore = levelBefore;
  for (let i = -2; i <= columns; i += 2) {
    const c = offset + <usize>(i * <i32>F64);
    const level = levelAt(c);
    const depth = v128.load(depths + c);
    const across = v128.load(velocitiesX + c);
    const along = v128.load(velocitiesZ + c);
    const levelSlope = halfSlope(levelAt(c - F64), level, levelAt(c + F64));
    const depthSlope = halfSlope(v128.load(depths + c - F64), depth, v128.load(depths + c + F64));
    const acrossSlope = halfSlope(v128.load(velocitiesX + c - F64), across, v128.load(velocitiesX + c + F64));
    const alongSlope = halfSlope(v128.load(velocitiesZ + c - F64), along, v128.load(velocitiesZ + c + F64));
    const levelAfter = f64x2.add(level, levelSlope);
    const depthAfter = f64x2.add(depth, depthSlope);
    const acrossAfter = f64x2.add(across, acrossSlope);
    const alongAfter = f64x2.add(along, alongSlope);
    if (i >= 0) {
      v128.store(slopes + <usize>i * F64, levelSlope);
      writeFlux(
        flux + <usize>i * F64,
        scratchRow,
        between(levelBefore, levelAfter),
        between(depthBefore, depthAfter),
        between(acrossBefore, acrossAfter),
        between(alongBefore, alongAfter),
        f64x2.sub(level, levelSlope),
        f64x2.sub(depth, depthSlope),
        f64x2.sub(across, acrossSlope),
        f64x2.sub(along, alongSlope),
        g,
        halfG,
      );
    }
    levelBefore = levelAfter;
    depthBefore = depthAfter;
    acrossBefore = acrossAfter;
    alongBefore = alongAfter;
  }
}

/** Returns the difference of two fluxes of the row of faces `rowNumber` steps after the first. */
@inline
function difference(upper: usize, upperRow: usize, lower: usize, lowerRow: usize): v128 {
  return f64x2.sub(v128.load(upper + upperRow * scratchRow), v128.load(lower + lowerRow * scratchRow));
}

/** Writes what is after the stage in the row at `offset`. */
function updateRow(body: usize, offset: usize, belowRow: usize, aboveRow: usize, slopesZ: usize, isLast: bool): void {
  const dt = scalar(body, TIME_STEP);
  const gravity = scalar(body, GRAVITY);
  const manning = scalar(body, MANNING);
  const ratio = dt / scalar(body, COLUMN_EDGE);
  const ratios = f64x2.splat(ratio);
  const fall = f64x2.splat(2.0 * gravity * ratio);
  const pullX = f64x2.splat(dt * scalar(body, PULL_X));
  const pullZ = f64x2.splat(dt * scalar(body, PULL_Z));
  const drag = f64x2.splat(gravity * manning * manning * dt);
  const dry = f64x2.splat(scalar(body, DRY_DEPTH));
  const zero = f64x2.splat(0.0);
  const half = f64x2.splat(0.5);
  const one = f64x2.splat(1.0);
  for (let i: usize = 0; i < <usize>columns; i += 2) {
    const c = offset + i * F64;
    const x = at(FLUX_X, i);
    const below = at(belowRow, i);
    const above = at(aboveRow, i);
    const h = v128.load(depths + c);
    let flow = f64x2.add(difference(x + F64, 0, x, 0), difference(above, 0, below, 0));
    let next = f64x2.pmax(zero, f64x2.sub(h, f64x2.mul(ratios, flow)));
    const pushX = f64x2.sub(pullX, f64x2.mul(fall, v128.load(at(SLOPE_X, i))));
    let qx = f64x2.mul(h, f64x2.add(v128.load(velocitiesX + c), pushX));
    flow = f64x2.add(difference(x + F64, 1, x, 2), difference(above, 3, below, 3));
    qx = f64x2.sub(qx, f64x2.mul(ratios, flow));
    const pushZ = f64x2.sub(pullZ, f64x2.mul(fall, v128.load(at(slopesZ, i))));
    let qz = f64x2.mul(h, f64x2.add(v128.load(velocitiesZ + c), pushZ));
    flow = f64x2.add(difference(above, 1, below, 2), difference(x + F64, 3, x, 3));
    qz = f64x2.sub(qz, f64x2.mul(ratios, flow));
    const wet = f64x2.gt(next, dry);
    qx = v128.and(qx, wet);
    qz = v128.and(qz, wet);
    if (isLast) {
      const before = v128.load(toDepths + c);
      next = f64x2.mul(half, f64x2.add(before, next));
      qx = f64x2.mul(half, f64x2.add(f64x2.mul(before, v128.load(toVelocitiesX + c)), qx));
      qz = f64x2.mul(half, f64x2.add(f64x2.mul(before, v128.load(toVelocitiesZ + c)), qz));
    }
    const inverse = v128.and(f64x2.div(one, next), f64x2.gt(next, dry));
    let u = f64x2.mul(qx, inverse);
    let w = f64x2.mul(qz, inverse);
    if (isLast && manning > 0.0) {
      const speed = f64x2.sqrt(f64x2.add(f64x2.mul(u, u), f64x2.mul(w, w)));
      const slowed = slowedByBed(next, speed, drag);
      u = f64x2.mul(u, slowed);
      w = f64x2.mul(w, slowed);
    }
    if (i + 1 < <usize>columns) {
      v128.store(toDepths + c, next);
      v128.store(toVelocitiesX + c, u);
      v128.store(toVelocitiesZ + c, w);
    } else {
      // What is beyond the last column belongs to the outside.
      v128.store64_lane(toDepths + c, next, 0);
      v128.store64_lane(toVelocitiesX + c, u, 0);
      v128.store64_lane(toVelocitiesZ + c, w, 0);
    }
  }
}

/** Writes what walls mirror of a row that was updated. */
function mirrorRow(body: usize, k: i32): void {
  const closed = field(body, CLOSED_EDGES);
  const rows = <i32>field(body, COLUMNS_Z);
  const start = offsetOf(k);
  for (let layer: i32 = 0; layer < 2; layer++) {
    const x = min<i32>(layer, columns - 1);
    const lowX = start + <usize>(x * <i32>F64);
    const highX = start + <usize>((columns - 1 - x) * <i32>F64);
    if (closed & 1) mirrorColumn(lowX, start - <usize>((layer + 1) * <i32>F64));
    if (closed & 2) mirrorColumn(highX, start + <usize>((columns + layer) * <i32>F64));
    const z = min<i32>(layer, rows - 1);
    if (closed & 4 && k == z) copyRow(start, offsetOf(-1 - layer));
    if (closed & 8 && k == rows - 1 - z) copyRow(start, offsetOf(rows + layer));
  }
}

/** Writes the column at `from` to `to`, mirrored at a wall across x. */
@inline
function mirrorColumn(from: usize, to: usize): void {
  store<f64>(toDepths + to, load<f64>(toDepths + from));
  store<f64>(toVelocitiesX + to, -load<f64>(toVelocitiesX + from));
  store<f64>(toVelocitiesZ + to, load<f64>(toVelocitiesZ + from));
}

/** Writes the row at `from` to `to`, mirrored at a wall across z. */
function copyRow(from: usize, to: usize): void {
  memory.copy(toDepths + to, toDepths + from, <usize>columns * F64);
  memory.copy(toVelocitiesX + to, toVelocitiesX + from, <usize>columns * F64);
  for (let i: usize = 0; i < <usize>columns; i++) {
    store<f64>(toVelocitiesZ + to + i * F64, -load<f64>(toVelocitiesZ + from + i * F64));
  }
}

/** Finds the largest |u| + sqrt(g h) along x or z. */
export function shallowFastestPass(thread: u32, threads: u32, body: usize): void {
  row = field(body, ROW) * F64;
  const count = <usize>field(body, COLUMNS_X);
  const rows = <u32>field(body, COLUMNS_Z);
  const gravity = scalar(body, GRAVITY);
  const end = <i32>share(rows, thread + 1, threads);
  let fastest = 0.0;
  for (let k = <i32>share(rows, thread, threads); k < end; k++) {
    for (let i: usize = 0; i < count; i++) {
      const c = offsetOf(k) + i * F64;
      const u = abs<f64>(load<f64>(field(body, DEPTH_AT + 1) + c));
      const w = abs<f64>(load<f64>(field(body, DEPTH_AT + 2) + c));
      const wave = sqrt<f64>(gravity * load<f64>(field(body, DEPTH_AT) + c));
      fastest = max<f64>(fastest, max<f64>(u, w) + wave);
    }
  }
  store<f64>(field(body, FASTEST_AT) + <usize>(FASTEST_STRIDE * thread), fastest);
}
