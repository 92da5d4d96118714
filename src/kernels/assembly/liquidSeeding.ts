import {
  CELL_COUNTS_AT,
  FLAGS_AT,
  FOUND_AT,
  FOUND_STRIDE,
  GRADIENTS_AT,
  IDS_AT,
  MOST_IN_CELL,
  PARTICLE_COUNT,
  PLACES_ONLY,
  POSITIONS_AT,
  VELOCITIES_AT,
} from '../liquidFields';
import { field, share } from './body';
import { cellsX, cellsY, cellsZ, clear, findHeights, firstLayer, h, isElsewhere, layer, originX, originY, originZ, readGrid, row } from './liquidGrid';

// Counting particles in cells, removing flagged ones and finding the fastest, with the operations of `ParticleSeeding` and
// `LiquidParticles` in the same order, hence the same bytes.

/** Returns the address of a thread's result. */
@inline
export function found(body: usize, thread: u32): usize {
  return field(body, FOUND_AT) + <usize>(FOUND_STRIDE * thread);
}

/** Clears the particle counts of all cells. */
export function clearCountsPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  clear(field(body, CELL_COUNTS_AT), 2, thread, threads);
}

/** Counts the chunk's particles in cells, up to the maximum, and flags those beyond it. Returns their number as a result. */
export function countPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const low = firstLayer(thread, threads) - 1;
  const high = firstLayer(thread + 1, threads) - 1;
  const counts = field(body, CELL_COUNTS_AT);
  const most = <u16>field(body, MOST_IN_CELL);
  const flags = field(body, FLAGS_AT);
  const count = field(body, PARTICLE_COUNT);
  let position = field(body, POSITIONS_AT);
  let extra = 0;
  findHeights(low + 1, high + 1, 0.0);
  for (let p: usize = 0; p < count; p++, position += 24) {
    const z = load<f64>(position, 16);
    if (isElsewhere(z)) continue;
    const k = cellAlong(z - originZ, cellsZ);
    if (k < low || k >= high) continue;
    const i = cellAlong(load<f64>(position) - originX, cellsX);
    const j = cellAlong(load<f64>(position, 8) - originY, cellsY);
    const at = counts + ((<usize>(i + 1) + <usize>(j + 1) * row + <usize>(k + 1) * layer) << 1);
    const present = load<u16>(at);
    const isExtra = present >= most;
    store<u8>(flags + p, isExtra ? 1 : 0);
    if (isExtra) extra++;
    else store<u16>(at, present + 1);
  }
  const total = found(body, thread);
  store<f64>(total, load<f64>(total) + <f64>extra);
}

/** Returns the cell of a position, clamped to `cells`. */
@inline
function cellAlong(way: f64, cells: i32): i32 {
  return <i32>min<f64>(max<f64>(way / h, 0.0), <f64>cells - 1.0);
}

/** Removes the flagged particles of all, which are in one chunk; the others keep their order. Returns the number of remaining ones as a result. */
export function removePass(thread: u32, threads: u32, body: usize): void {
  const last = threads - 1;
  if (thread == min<u32>(1, last)) {
    store<f64>(found(body, thread), <f64>closeUp(body, POSITIONS_AT, 24));
    closeUp(body, IDS_AT, 4);
  }
  if (field(body, PLACES_ONLY) != 0) return;
  if (thread == 0) closeUp(body, GRADIENTS_AT, 72);
  if (thread == min<u32>(2, last)) closeUp(body, VELOCITIES_AT, 24);
}

/** Moves remaining particles, of `size` bytes each, into the gaps. Returns their number. */
function closeUp(body: usize, array: i32, size: usize): usize {
  const at = field(body, array);
  const flags = field(body, FLAGS_AT);
  const count = field(body, PARTICLE_COUNT);
  let kept: usize = 0;
  let p: usize = 0;
  while (p < count) {
    if (load<u8>(flags + p) != 0) {
      p++;
      continue;
    }
    const first = p;
    p = endOfRun(flags, p, count);
    if (kept < first) memory.copy(at + kept * size, at + first * size, (p - first) * size);
    kept += p - first;
  }
  return kept;
}

/** Returns the first flagged particle from `p` on, or the number of particles. */
@inline
function endOfRun(flags: usize, p: usize, count: usize): usize {
  while (p + 16 <= count && !v128.any_true(v128.load(flags + p))) p += 16;
  while (p < count && load<u8>(flags + p) == 0) p++;
  return p;
}

/** Finds the largest squared speed of the chunks' particles. */
export function fastestPass(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, PARTICLE_COUNT);
  const velocities = field(body, VELOCITIES_AT);
  const end = velocities + 24 * <usize>share(count, thread + 1, threads);
  const most = found(body, thread);
  let square = load<f64>(most);
  for (let at = velocities + 24 * <usize>share(count, thread, threads); at < end; at += 24) {
    const u = load<f64>(at);
    const v = load<f64>(at, 8);
    const w = load<f64>(at, 16);
    const speed = u * u + v * v + w * w;
    if (speed > square) square = speed;
  }
  store<f64>(most, square);
}
