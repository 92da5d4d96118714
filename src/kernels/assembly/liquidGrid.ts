import { CELLS_X, CELL_EDGE, ORIGIN } from '../liquidFields';
import { field, scalar, share } from './body';

/** Cells beside the last one that places are kept below, so that there are faces on both sides. */
const LAST: f64 = 0.999999;

// The grid, as `readGrid` last found it: each thread has an instance of its own, and calls in hot loops would cost more than their work.
export let h: f64 = 1.0;
export let originX: f64 = 0.0;
export let originY: f64 = 0.0;
export let originZ: f64 = 0.0;
export let cellsX: i32 = 0;
export let cellsY: i32 = 0;
export let cellsZ: i32 = 0;
/** From a number to the next in y and z. */
export let row: usize = 0;
export let layer: usize = 0;

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
}

// Places among the faces that lie `shift` behind the centres of the layer's cells, in cells.

@inline
export function placeX(x: f64, shift: f64): f64 {
  return min<f64>(max<f64>((x - originX) / h + shift, 0.0), <f64>cellsX + LAST);
}

@inline
export function placeY(y: f64, shift: f64): f64 {
  return min<f64>(max<f64>((y - originY) / h + shift, 0.0), <f64>cellsY + LAST);
}

@inline
export function placeZ(z: f64, shift: f64): f64 {
  return min<f64>(max<f64>((z - originZ) / h + shift, 0.0), <f64>cellsZ + LAST);
}

/** Layers of z, the outer ones among them, of this thread. */
export function firstLayer(thread: u32, threads: u32): i32 {
  return <i32>share(cellsZ + 2, thread, threads);
}

/** Zeroes this thread's share of an array of `bytes` per number. */
export function clear(at: usize, bytes: usize, thread: u32, threads: u32): void {
  const low = firstLayer(thread, threads);
  const high = firstLayer(thread + 1, threads);
  memory.fill(at + bytes * layer * <usize>low, 0, bytes * layer * <usize>(high - low));
}
