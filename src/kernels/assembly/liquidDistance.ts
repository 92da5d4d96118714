import {
  CLOSED_SIDES,
  DEEP_AT,
  FILLED_AT,
  FILLED_ROWS_AT,
  FLAG_ROW,
  PARTICLE_COUNT,
  PHI_AT,
  POSITIONS_AT,
  RADIUS,
  REACH,
  SUMS_AT,
} from '../liquidFields';
import { barrier } from './barrier';
import { field, scalar, share } from './body';
import {
  cellsX,
  cellsY,
  cellsZ,
  endI,
  endJ,
  findHeights,
  firstI,
  firstJ,
  firstLayer,
  h,
  isElsewhere,
  layer,
  originX,
  originY,
  originZ,
  readGrid,
  row,
} from './liquidGrid';

// Distance to the surface of particles, with the operations of `ParticleDistance` in the same order, hence the same bytes.

/** Address of no flag. */
const NONE: usize = usize.MAX_VALUE;

/** Clears the flags of cells with particles; cells beyond closed sides count as filled by mirror images. */
export function clearFilledPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const filled = field(body, FILLED_AT);
  const flagRow = field(body, FLAG_ROW);
  const sides = <u32>field(body, CLOSED_SIDES);
  const rows = field(body, FILLED_ROWS_AT);
  const last = firstLayer(thread + 1, threads);
  for (let k = firstLayer(thread, threads); k < last; k++) {
    memory.fill(rows + <usize>(k * (cellsY + 2) + firstJ), 0, endJ - firstJ);
    const isClosedZ = isWithin(k, cellsZ, sides >> 4);
    for (let j = firstJ; j < endJ; j++) {
      const isClosed = isClosedZ && isWithin(j, cellsY, sides >> 2);
      const at = filled + <usize>(j + k * (cellsY + 2)) * flagRow;
      const isInside = k > 0 && k <= cellsZ && j > 0 && j <= cellsY;
      memory.fill(at, isClosed && !isInside ? 1 : 0, flagRow);
      store<u8>(at, isClosed && (sides & 1) != 0 ? 1 : 0);
      store<u8>(at + <usize>cellsX + 1, isClosed && (sides & 2) != 0 ? 1 : 0);
    }
  }
}

/** Returns whether row `j`, counted from the outer layer, is among `cells` or beyond a closed side. */
@inline
function isWithin(j: i32, cells: i32, sides: u32): bool {
  if (j == 0) return (sides & 1) != 0;
  return j <= cells || (sides & 2) != 0;
}

/** Flags the cells of the chunk's particles. */
export function fillPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const positions = field(body, POSITIONS_AT);
  const count = <u32>field(body, PARTICLE_COUNT);
  const end = positions + 24 * <usize>share(count, thread + 1, threads);
  const filled = field(body, FILLED_AT);
  const rows = field(body, FILLED_ROWS_AT);
  for (let position = positions + 24 * <usize>share(count, thread, threads); position < end; position += 24) {
    const at = flagOf(body, position);
    if (at != NONE) store<u8>(filled + at, 1);
    // Particles just beyond the grid reach into it.
    const j = <i32>min<f64>(max<f64>((load<f64>(position, 8) - originY) / h, 0.0), <f64>cellsY - 1.0);
    const k = <i32>min<f64>(max<f64>((load<f64>(position, 16) - originZ) / h, 0.0), <f64>cellsZ - 1.0);
    store<u8>(rows + <usize>(j + 1 + (k + 1) * (cellsY + 2)), 1);
  }
}

/** Returns the address of the flag of a particle's cell; `NONE` for one beyond the grid. */
@inline
function flagOf(body: usize, position: usize): usize {
  const x = (load<f64>(position) - originX) / h;
  const y = (load<f64>(position, 8) - originY) / h;
  const z = (load<f64>(position, 16) - originZ) / h;
  const isInside = x >= 0.0 && y >= 0.0 && z >= 0.0 && x < <f64>cellsX && y < <f64>cellsY && z < <f64>cellsZ;
  if (!isInside) return NONE;
  const number = <usize>(<i32>y + 1 + (<i32>z + 1) * (cellsY + 2));
  return number * field(body, FLAG_ROW) + <usize>(<i32>x + 1);
}

/** Flags deep cells, whose distance follows without sums, and cells whose particles are not needed; clears the sums of rows that particles reach. */
export function deepPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const filled = field(body, FILLED_AT);
  const deep = field(body, DEEP_AT);
  clearReached(thread, threads, body);
  allAround(thread, threads, body, filled, deep);
  barrier(threads, body);
  allAround(thread, threads, body, deep, filled);
}

/** Zeroes the sums of the rows that particles reach. */
function clearReached(thread: u32, threads: u32, body: usize): void {
  const rows = field(body, FILLED_ROWS_AT);
  const sums = field(body, SUMS_AT);
  const last = min<i32>(firstLayer(thread + 1, threads), cellsZ + 1);
  for (let k = max<i32>(firstLayer(thread, threads), 1); k < last; k++) {
    for (let j = max<i32>(firstJ, 1); j < min<i32>(endJ, cellsY + 1); j++) {
      const number = <usize>(j + k * (cellsY + 2));
      if (isReached(rows + number)) memory.fill(sums + ((number * row + firstI) << 5), 0, <usize>(endI - firstI) << 5);
    }
  }
}

/** Returns whether there are particles in a row or in those around it, from its flag. */
@inline
function isReached(flag: usize): bool {
  const below = flag - <usize>(cellsY + 2);
  const above = flag + <usize>(cellsY + 2);
  const beside = load<u8>(flag - 1) | load<u8>(flag) | load<u8>(flag + 1);
  const under = load<u8>(below - 1) | load<u8>(below) | load<u8>(below + 1);
  return (beside | under | load<u8>(above - 1) | load<u8>(above) | load<u8>(above + 1)) != 0;
}

/** Sets flags of the grid's cells: 1 where `source` is 1 in the cell and all its neighbours. In the outer layer they are 1. */
function allAround(thread: u32, threads: u32, body: usize, source: usize, target: usize): void {
  const flagRow = field(body, FLAG_ROW);
  const flagLayer = flagRow * <usize>(cellsY + 2);
  const last = firstLayer(thread + 1, threads);
  for (let k = firstLayer(thread, threads); k < last; k++) {
    for (let j = firstJ; j < endJ; j++) {
      const row = <usize>(j + k * (cellsY + 2)) * flagRow;
      if (k == 0 || j == 0 || k > cellsZ || j > cellsY) {
        memory.fill(target + row, 1, flagRow);
        continue;
      }
      for (let i: usize = 0; i < <usize>cellsX; i += 16) {
        let all = i8x16.splat(1);
        for (let side: usize = 0; side < 3; side++) {
          const middle = source + row + i + side * flagLayer - flagLayer;
          all = v128.and(all, allAlong(middle - flagRow));
          all = v128.and(all, allAlong(middle));
          all = v128.and(all, allAlong(middle + flagRow));
        }
        v128.store(target + row + i, all, 1);
      }
      store<u8>(target + row, 1);
      store<u8>(target + row + <usize>cellsX, 1, 1);
    }
  }
}

@inline
function allAlong(at: usize): v128 {
  return v128.and(v128.and(v128.load(at), v128.load(at, 1)), v128.load(at, 2));
}

/** Adds the chunk's particles, and their mirror images in closed sides, to the sums of the cells that they reach (Zhu and Bridson 2005). */
export function reachPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const count = field(body, PARTICLE_COUNT);
  const low = firstLayer(thread, threads) - 1;
  const high = firstLayer(thread + 1, threads) - 1;
  const reach = scalar(body, REACH);
  const sums = field(body, SUMS_AT);
  const sides = <u32>field(body, CLOSED_SIDES);
  const unasked = field(body, FILLED_AT);
  // An image reaches no further than its particle.
  findHeights(low + 1, high + 1, reach + 1.0);
  let position = field(body, POSITIONS_AT);
  for (let p: usize = 0; p < count; p++, position += 24) {
    if (isElsewhere(load<f64>(position, 16))) continue;
    const flag = flagOf(body, position);
    if (flag != NONE && load<u8>(unasked + flag) != 0) continue;
    const x = (load<f64>(position) - originX) / h - 0.5;
    const y = (load<f64>(position, 8) - originY) / h - 0.5;
    const z = (load<f64>(position, 16) - originZ) / h - 0.5;
    const otherX = imagePlace(x, sides, <f64>cellsX, reach);
    const otherY = imagePlace(y, sides >> 2, <f64>cellsY, reach);
    const otherZ = imagePlace(z, sides >> 4, <f64>cellsZ, reach);
    // `imagePlace` returns NaN where there is no image.
    const isMirrored = otherX == otherX || otherY == otherY || otherZ == otherZ;
    const last = isMirrored ? 8 : 1;
    for (let image = 0; image < last; image++) {
      const atX = (image & 1) == 0 ? x : otherX;
      const atY = (image & 2) == 0 ? y : otherY;
      const atZ = (image & 4) == 0 ? z : otherZ;
      if (atX == atX && atY == atY && atZ == atZ) addReach(sums, reach, atX, atY, atZ, low, high);
    }
  }
}

/** Returns the mirror image of a position among the centres of `cells` cells in the closed side that it reaches; bit 0 of `sides` for the low one, bit 1 for the high. */
@inline
function imagePlace(x: f64, sides: u32, cells: f64, reach: f64): f64 {
  const last = cells - 1.0;
  if ((sides & 1) != 0 && x < reach - 1.0) return -1.0 - x;
  return (sides & 2) != 0 && x > last + 1.0 - reach ? 2.0 * last + 1.0 - x : NaN;
}

/** Adds a particle to cells of the layers low to high, counted from the first of the grid. */
@inline
function addReach(sums: usize, reach: f64, x: f64, y: f64, z: f64, low: i32, high: i32): void {
  const square = reach * reach;
  const lowK = max<i32>(max<i32>(0, low), <i32>ceil(z - reach));
  const highK = min<i32>(min<i32>(cellsZ, high), <i32>floor(z + reach) + 1);
  const lowJ = max<i32>(0, <i32>ceil(y - reach));
  const highJ = min<i32>(cellsY, <i32>floor(y + reach) + 1);
  const lowI = max<i32>(0, <i32>ceil(x - reach));
  const highI = min<i32>(cellsX, <i32>floor(x + reach) + 1);
  for (let k = lowK; k < highK; k++) {
    const dz = z - <f64>k;
    for (let j = lowJ; j < highJ; j++) {
      const dy = y - <f64>j;
      // A fifth of the rows is out of reach as a whole.
      if (dy * dy + dz * dz >= square) continue;
      let at = sums + ((<usize>(lowI + 1) + <usize>(j + 1) * row + <usize>(k + 1) * layer) << 5);
      for (let i = lowI; i < highI; i++, at += 32) {
        const dx = x - <f64>i;
        const left = 1.0 - (dx * dx + dy * dy + dz * dz) / square;
        // Two cells at once, without this branch, take longer: a third of them would be out of reach.
        if (left <= 0.0) continue;
        const w = f64x2.splat(left * left * left);
        const first = f64x2.mul(w, f64x2.replace_lane(f64x2.splat(1.0), 1, dx));
        const second = f64x2.mul(w, f64x2.replace_lane(f64x2.splat(dy), 1, dz));
        v128.store(at, f64x2.add(v128.load(at), first));
        v128.store(at, f64x2.add(v128.load(at, 16), second), 16);
      }
    }
  }
}

/** Computes phi of every cell from its sums; in deep cells as if particles were evenly distributed around them. */
export function distancePass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const reach = scalar(body, REACH);
  const radius = scalar(body, RADIUS);
  const sums = field(body, SUMS_AT);
  const rows = field(body, FILLED_ROWS_AT);
  const flagRow = field(body, FLAG_ROW);
  const last = firstLayer(thread + 1, threads);
  for (let k = firstLayer(thread, threads); k < last; k++) {
    for (let j = firstJ; j < endJ; j++) {
      const number = <usize>(j + k * (cellsY + 2));
      const isInside = k > 0 && k <= cellsZ && j > 0 && j <= cellsY;
      const phi = field(body, PHI_AT) + ((number * row) << 3);
      if (!isInside || !isReached(rows + number)) {
        for (let i = <usize>firstI; i < <usize>endI; i++) store<f64>(phi + (i << 3), h * reach);
      } else distanceOfRow(phi, sums + ((number * row) << 5), field(body, DEEP_AT) + number * flagRow, reach, radius);
    }
  }
}

function distanceOfRow(phi: usize, sums: usize, deep: usize, reach: f64, radius: f64): void {
  sums += <usize>firstI << 5;
  for (let i = <usize>firstI; i < <usize>endI; i++, sums += 32) {
    const w = load<f64>(sums);
    let distance = reach;
    if (i > 0 && i <= <usize>cellsX && load<u8>(deep + i) != 0) distance = -radius;
    else if (w > 0.0) {
      const x = load<f64>(sums, 8);
      const y = load<f64>(sums, 16);
      const z = load<f64>(sums, 24);
      distance = sqrt<f64>(x * x + y * y + z * z) / w - radius;
    }
    store<f64>(phi + (i << 3), h * distance);
  }
}
