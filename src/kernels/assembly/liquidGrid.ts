import { CELLS_X, CELL_EDGE, ORIGIN, ACTIVE_END, ACTIVE_FIRST } from '../liquidFields';
import { field, scalar, share } from './body';

/** Upper bound of positions in the last cell, so that there are faces on both sides. */
const LAST: f64 = 0.999999;

// The grid of the last `readGrid`: each thread has its own instance, since calls in hot loops would cost more than their work.
export let h: f64 = 1.0;
export let originX: f64 = 0.0;
export let originY: f64 = 0.0;
export let originZ: f64 = 0.0;
export let cellsX: i32 = 0;
export let cellsY: i32 = 0;
export let cellsZ: i32 = 0;
/** Index steps in y and z. */
export let row: usize = 0;
export let layer: usize = 0;

// The active region of the grid: elsewhere it has the values of a grid without liquid already.
export let firstI: i32 = 0;
export let endI: i32 = 0;
export let firstJ: i32 = 0;
export let endJ: i32 = 0;
let firstK: i32 = 0;
let endK: i32 = 0;

// The same for two numbers at once.
let originXY: v128 = f64x2.splat(0.0);
let edgeXY: v128 = f64x2.splat(1.0);
/** Upper bound of positions of points. */
let lastXY: v128 = f64x2.splat(0.0);
let lastZ: f64 = 0.0;

export function readGrid(body: usize): void {
  h = scalar(body, CELL_EDGE);
  originX = scalar(body, ORIGIN);
  originY = scalar(body, ORIGIN + 1);
  originZ = scalar(body, ORIGIN + 2);
  cellsX = <i32>field(body, CELLS_X);
  cellsY = <i32>field(body, CELLS_X + 1);
  cellsZ = <i32>field(body, CELLS_X + 2);
  row = cellsX + 2;
  layer = row * <usize>(cellsY + 2);
  firstI = <i32>field(body, ACTIVE_FIRST);
  firstJ = <i32>field(body, ACTIVE_FIRST + 1);
  firstK = <i32>field(body, ACTIVE_FIRST + 2);
  endI = <i32>field(body, ACTIVE_END);
  endJ = <i32>field(body, ACTIVE_END + 1);
  endK = <i32>field(body, ACTIVE_END + 2);
  originXY = pair(originX, originY);
  edgeXY = f64x2.splat(h);
  lastXY = pair(<f64>cellsX + LAST, <f64>cellsY + LAST);
  lastZ = <f64>cellsZ + LAST;
}

@inline
export function pair(low: f64, high: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(low), 1, high);
}

/** Offsets of the faces across each axis behind the centres of the outer layer's cells, along x and y, in cells. */
export const BEHIND_X: v128 = f64x2(1.0, 0.5);
export const BEHIND_Y: v128 = f64x2(0.5, 1.0);
export const BEHIND_Z: v128 = f64x2(0.5, 0.5);

/** Returns the position of a point relative to the grid's corner along x and y, in cells; `point`: xy, m. */
@inline
export function wayXY(point: v128): v128 {
  return f64x2.div(f64x2.sub(point, originXY), edgeXY);
}

@inline
export function wayZ(z: f64): f64 {
  return (z - originZ) / h;
}

/** Returns positions among faces that are `behind` the centres, clamped so that there are faces on both sides. */
@inline
export function placesXY(way: v128, behind: v128): v128 {
  return f64x2.pmin(f64x2.pmax(f64x2.add(way, behind), f64x2.splat(0.0)), lastXY);
}

@inline
export function placeZ(way: f64, behind: f64): f64 {
  return min<f64>(max<f64>(way + behind, 0.0), lastZ);
}

/** Added to a whole number from 0 to 2^31, this leaves it in the low bits: much faster than a checked conversion. */
const TO_BITS: f64 = 4503599627370496.0;

/** Returns a whole f64 from 0 to 2^31 as an i32. */
@inline
export function whole(x: f64): i32 {
  return <i32>reinterpret<i64>(x + TO_BITS);
}

/** Returns two whole f64 as i32 in the lanes 0 and 2. */
@inline
export function wholes(pair: v128): v128 {
  return f64x2.add(pair, f64x2.splat(TO_BITS));
}

/** Returns the first active layer in z of this thread, outer layers included. */
export function firstLayer(thread: u32, threads: u32): i32 {
  return firstK + <i32>share(endK - firstK, thread, threads);
}

/** Zeroes this thread's share of an array of `bytes` per number. */
export function clear(at: usize, bytes: usize, thread: u32, threads: u32): void {
  const last = firstLayer(thread + 1, threads);
  for (let k = firstLayer(thread, threads); k < last; k++) {
    for (let j = firstJ; j < endJ; j++) {
      const number = <usize>firstI + <usize>j * row + <usize>k * layer;
      memory.fill(at + bytes * number, 0, bytes * <usize>(endI - firstI));
    }
  }
}

// Heights, m, below and above which particles of the grid do not contribute to the layers of the last `findHeights`.
let bottom: f64 = 0.0;
let below: f64 = 0.0;
let above: f64 = 0.0;
let top: f64 = 0.0;
/** Tolerance of these heights for rounding, in cells. */
const SLACK: f64 = 0.01;

/** Computes the heights for the layers low to high, of cells and the outer ones, and for particles that reach `reach` cells. */
export function findHeights(low: i32, high: i32, reach: f64): void {
  bottom = originZ;
  top = originZ + <f64>cellsZ * h;
  below = originZ + (<f64>(low - 1) - reach - SLACK) * h;
  above = originZ + (<f64>(high - 1) + reach + SLACK) * h;
}

/** Returns whether a particle certainly does not contribute to those layers; particles beyond the grid may always contribute. */
@inline
export function isElsewhere(z: f64): bool {
  return (z < below && z >= bottom) || (z > above && z <= top);
}

/** Returns the first numbers of two pairs. */
@inline
export function lows(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

/** Returns the second numbers of two pairs. */
@inline
export function highs(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}
