import {
  CLOSED_SIDES,
  FLAGS_AT,
  HAS_SOLIDS,
  LEAST_SLOPE,
  MARGIN,
  PARTICLE_COUNT,
  POSITIONS_AT,
  SOLID_DISTANCE_AT,
  TOUCHED_AT,
} from '../liquidFields';
import { field, scalar, share } from './body';
import { cellsX, cellsY, cellsZ, h, layer, originX, originY, originZ, readGrid, row } from './liquidGrid';
import { found } from './liquidSeeding';

// Particles and obstacles, with the operations of `LiquidObstacles` in the same order, hence the same bytes.

// The distance at the last point of `distanceAt`, and its gradient times the edge of a cell; one instance per thread.
let slopeX: f64 = 0.0;
let slopeY: f64 = 0.0;
let slopeZ: f64 = 0.0;
let distance: f64 = 0.0;

/** Moves the chunk's particles out of solids along the shortest path, and back from closed sides. Flags those beyond the grid and counts them. */
export function leavePass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const positions = field(body, POSITIONS_AT);
  const flags = field(body, FLAGS_AT);
  const count = <u32>field(body, PARTICLE_COUNT);
  const end = share(count, thread + 1, threads);
  let outside = 0;
  const hasSolids = field(body, HAS_SOLIDS) != 0;
  const margin = scalar(body, MARGIN);
  const lowX = lowBound(body, 0, originX, margin);
  const lowY = lowBound(body, 1, originY, margin);
  const lowZ = lowBound(body, 2, originZ, margin);
  const highX = highBound(body, 0, originX, cellsX, margin);
  const highY = highBound(body, 1, originY, cellsY, margin);
  const highZ = highBound(body, 2, originZ, cellsZ, margin);
  for (let p = share(count, thread, threads); p < end; p++) {
    const at = positions + 24 * <usize>p;
    if (hasSolids) leaveSolids(body, at, margin);
    const x = min<f64>(max<f64>(load<f64>(at), lowX), highX);
    const y = min<f64>(max<f64>(load<f64>(at, 8), lowY), highY);
    const z = min<f64>(max<f64>(load<f64>(at, 16), lowZ), highZ);
    store<f64>(at, x);
    store<f64>(at, y, 8);
    store<f64>(at, z, 16);
    const isInside = isWithin(x - originX, cellsX) && isWithin(y - originY, cellsY) && isWithin(z - originZ, cellsZ);
    store<u8>(flags + <usize>p, isInside ? 0 : 1);
    if (!isInside) outside++;
  }
  const total = found(body, thread);
  store<f64>(total, load<f64>(total) + <f64>outside);
}

function lowBound(body: usize, axis: u32, origin: f64, margin: f64): f64 {
  const isClosed = ((field(body, CLOSED_SIDES) >> (2 * axis)) & 1) != 0;
  return isClosed ? origin + margin : -Infinity;
}

function highBound(body: usize, axis: u32, origin: f64, cells: i32, margin: f64): f64 {
  const isClosed = ((field(body, CLOSED_SIDES) >> (2 * axis)) & 2) != 0;
  return isClosed ? origin + <f64>cells * h - margin : Infinity;
}

@inline
function leaveSolids(body: usize, at: usize, margin: f64): void {
  const x = place(load<f64>(at), originX, cellsX);
  const y = place(load<f64>(at, 8), originY, cellsY);
  const z = place(load<f64>(at, 16), originZ, cellsZ);
  // A NaN position is in no cell.
  if (!(x + y + z >= 0.0)) return;
  const c = <usize>(<i32>x + 1) + <usize>(<i32>y + 1) * row + <usize>(<i32>z + 1) * layer;
  if (load<u8>(field(body, TOUCHED_AT) + c) != 1) return;
  distanceAt(field(body, SOLID_DISTANCE_AT) + (c << 3), x, y, z);
  const gx = slopeX / h;
  const gy = slopeY / h;
  const gz = slopeZ / h;
  const depth = margin - distance;
  if (!(depth > 0.0)) return;
  const way = depth / max<f64>(gx * gx + gy * gy + gz * gz, scalar(body, LEAST_SLOPE));
  store<f64>(at, load<f64>(at) + way * gx);
  store<f64>(at, load<f64>(at, 8) + way * gy, 8);
  store<f64>(at, load<f64>(at, 16) + way * gz, 16);
}

/** Returns the coordinate of a point among the corners of `cells` cells along an axis, in cells. */
@inline
function place(x: f64, origin: f64, cells: i32): f64 {
  return min<f64>(max<f64>((x - origin) / h, 0.0), <f64>cells - 1e-9);
}

/** Computes the trilinear distance at a position in the cell whose first corner's value is at `at`. */
function distanceAt(at: usize, x: f64, y: f64, z: f64): void {
  const i = floor<f64>(x);
  const j = floor<f64>(y);
  const k = floor<f64>(z);
  distance = 0.0;
  slopeX = 0.0;
  slopeY = 0.0;
  slopeZ = 0.0;
  for (let corner = 0; corner < 8; corner++) {
    const p = corner & 1;
    const q = (corner >> 1) & 1;
    const r = corner >> 2;
    const value = load<f64>(at + ((<usize>p + <usize>q * row + <usize>r * layer) << 3));
    const wx = p == 1 ? x - i : 1.0 - x + i;
    const wy = q == 1 ? y - j : 1.0 - y + j;
    const wz = r == 1 ? z - k : 1.0 - z + k;
    distance += value * wx * wy * wz;
    slopeX += value * <f64>(2 * p - 1) * wy * wz;
    slopeY += value * <f64>(2 * q - 1) * wx * wz;
    slopeZ += value * <f64>(2 * r - 1) * wx * wy;
  }
}

@inline
function isWithin(way: f64, cells: i32): bool {
  return way >= 0.0 && way <= <f64>cells * h;
}
