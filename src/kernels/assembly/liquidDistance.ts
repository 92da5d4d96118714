import { CLOSED_SIDES, PARTICLE_COUNT, PHI_AT, POSITIONS_AT, RADIUS, REACH, SUMS_AT } from '../liquidFields';
import { field, scalar } from './body';
import {
  cellsX,
  cellsY,
  cellsZ,
  clear,
  firstLayer,
  h,
  layer,
  originX,
  originY,
  originZ,
  readGrid,
  row,
} from './liquidGrid';

// Where the surface of particles is, with the same operations in the same order as `ParticleDistance`: so the bytes are the same.

/** No particles around any cell. */
export function clearSumsPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  clear(field(body, SUMS_AT), 32, thread, threads);
}

/** Adds the chunk's particles, and their images in closed sides, to the sums of the cells that they reach (Zhu and Bridson 2005). */
export function reachPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const count = field(body, PARTICLE_COUNT);
  const low = firstLayer(thread, threads) - 1;
  const high = firstLayer(thread + 1, threads) - 1;
  const reach = scalar(body, REACH);
  const sums = field(body, SUMS_AT);
  const sides = <u32>field(body, CLOSED_SIDES);
  let position = field(body, POSITIONS_AT);
  for (let p: usize = 0; p < count; p++, position += 24) {
    const x = (load<f64>(position) - originX) / h - 0.5;
    const y = (load<f64>(position, 8) - originY) / h - 0.5;
    const z = (load<f64>(position, 16) - originZ) / h - 0.5;
    const otherX = imagePlace(x, sides, <f64>cellsX, reach);
    const otherY = imagePlace(y, sides >> 2, <f64>cellsY, reach);
    const otherZ = imagePlace(z, sides >> 4, <f64>cellsZ, reach);
    // What is not there is not a number.
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

/** The image of a place among the centres of `cells` cells in the closed side that it reaches; bit 0 of `sides` for the low one, bit 1 for the high. */
@inline
function imagePlace(x: f64, sides: u32, cells: f64, reach: f64): f64 {
  const last = cells - 1.0;
  if ((sides & 1) != 0 && x < reach - 1.0) return -1.0 - x;
  return (sides & 2) != 0 && x > last + 1.0 - reach ? 2.0 * last + 1.0 - x : NaN;
}

/** To cells of the layers low to high, counted from the first of the grid. */
@inline
function addReach(sums: usize, reach: f64, x: f64, y: f64, z: f64, low: i32, high: i32): void {
  const square = reach * reach;
  const firstK = max<i32>(max<i32>(0, low), <i32>ceil(z - reach));
  const endK = min<i32>(min<i32>(cellsZ, high), <i32>floor(z + reach) + 1);
  const firstJ = max<i32>(0, <i32>ceil(y - reach));
  const endJ = min<i32>(cellsY, <i32>floor(y + reach) + 1);
  const firstI = max<i32>(0, <i32>ceil(x - reach));
  const endI = min<i32>(cellsX, <i32>floor(x + reach) + 1);
  for (let k = firstK; k < endK; k++) {
    const dz = z - <f64>k;
    for (let j = firstJ; j < endJ; j++) {
      const dy = y - <f64>j;
      // A fifth of the rows is out of reach as a whole.
      if (dy * dy + dz * dz >= square) continue;
      let at = sums + ((<usize>(firstI + 1) + <usize>(j + 1) * row + <usize>(k + 1) * layer) << 5);
      for (let i = firstI; i < endI; i++, at += 32) {
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

/** phi of every cell from its sums. */
export function distancePass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const end = layer * <usize>firstLayer(thread + 1, threads);
  const reach = scalar(body, REACH);
  const radius = scalar(body, RADIUS);
  const sums = field(body, SUMS_AT);
  const phi = field(body, PHI_AT);
  for (let c = layer * <usize>firstLayer(thread, threads); c < end; c++) {
    const at = sums + (c << 5);
    const w = load<f64>(at);
    let distance = reach;
    if (w > 0.0) {
      const x = load<f64>(at, 8);
      const y = load<f64>(at, 16);
      const z = load<f64>(at, 24);
      distance = sqrt<f64>(x * x + y * y + z * z) / w - radius;
    }
    store<f64>(phi + (c << 3), h * distance);
  }
}
