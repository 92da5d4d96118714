import { FACES_AT, GRADIENTS_AT, VALID_AT, LEAST_WEIGHT, MOMENTA_AT, PARTICLE_COUNT, POSITIONS_AT, VELOCITIES_AT } from '../liquidFields';
import { field, scalar } from './body';
import { BEHIND_X, BEHIND_Y, BEHIND_Z, cellsX, cellsY, cellsZ, clear, endI, endJ, findHeights, firstI, firstJ, firstLayer, h, isElsewhere, layer, placesXY, placeZ, readGrid, row, wayXY, wayZ, whole, wholes, lows } from './liquidGrid';

// Transfer from the particles of a liquid to the faces of its grid, with the operations of `ParticleTransfer` in the same order, hence the same bytes.
// Sums on the grid are distributed to threads by layers of z, each of which gets its particles in their order.

/** Clears momenta and weights. */
export function clearMomentaPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  for (let axis = 0; axis < 3; axis++) clear(field(body, MOMENTA_AT + axis), 16, thread, threads);
}

/** Adds the momenta of the chunk's particles to the faces around them (Jiang et al. 2015). */
export function spreadPass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const low = firstLayer(thread, threads);
  const high = firstLayer(thread + 1, threads);
  const facesX = field(body, MOMENTA_AT);
  const facesY = field(body, MOMENTA_AT + 1);
  const facesZ = field(body, MOMENTA_AT + 2);
  const count = field(body, PARTICLE_COUNT);
  let position = field(body, POSITIONS_AT);
  let velocity = field(body, VELOCITIES_AT);
  let gradient = field(body, GRADIENTS_AT);
  // Faces of the next layer but one.
  findHeights(low, high, 2.0);
  for (let p: usize = 0; p < count; p++, position += 24, velocity += 24, gradient += 72) {
    const height = load<f64>(position, 16);
    if (isElsewhere(height)) continue;
    const z = wayZ(height);
    const middle = placeZ(z, 0.5);
    const k = whole(floor<f64>(middle));
    // The faces across z begin in the same layer or in the next.
    if (k + 2 < low || k >= high) continue;
    const way = wayXY(v128.load(position));
    spreadTo(facesX, placesXY(way, BEHIND_X), middle, load<f64>(velocity), gradient, low, high);
    spreadTo(facesY, placesXY(way, BEHIND_Y), middle, load<f64>(velocity, 8), gradient + 24, low, high);
    spreadTo(facesZ, placesXY(way, BEHIND_Z), placeZ(z, 1.0), load<f64>(velocity, 16), gradient + 48, low, high);
  }
}

/** Adds to the faces around a position, across one axis, in the layers low to high. */
@inline
function spreadTo(faces: usize, place: v128, z: f64, u: f64, gradient: usize, low: i32, high: i32): void {
  const first = f64x2.floor(place);
  const from = f64x2.sub(first, place);
  const to = f64x2.sub(f64x2.add(first, f64x2.splat(1.0)), place);
  const ways = lows(from, to);
  const y0 = f64x2.extract_lane(from, 1);
  const y1 = f64x2.extract_lane(to, 1);
  const gy = load<f64>(gradient, 8);
  const gz = load<f64>(gradient, 16);
  // The faces i and i + 1 at once, in the rows j and j + 1.
  const alongX = f64x2.mul(f64x2.splat(load<f64>(gradient)), ways);
  const nearWay = f64x2.add(alongX, f64x2.splat(gy * y0));
  const farWay = f64x2.add(alongX, f64x2.splat(gy * y1));
  const shares = f64x2.sub(f64x2.splat(1.0), f64x2.abs(ways));
  const near = f64x2.mul(shares, f64x2.splat(1.0 - abs<f64>(y0)));
  const far = f64x2.mul(shares, f64x2.splat(1.0 - abs<f64>(y1)));
  const bottom = floor<f64>(z);
  const k = whole(bottom);
  const places = wholes(first);
  const column = i32x4.extract_lane(places, 0) + i32x4.extract_lane(places, 2) * <i32>row;
  for (let d = 0; d < 2; d++) {
    if (k + d < low || k + d >= high) continue;
    const dz = bottom + <f64>d - z;
    const w = f64x2.splat(1.0 - abs<f64>(dz));
    const away = f64x2.splat(gz * dz);
    const at = faces + ((<usize>column + <usize>(k + d) * layer) << 4);
    addMomenta(at, f64x2.mul(near, w), u, f64x2.add(nearWay, away));
    addMomenta(at + (row << 4), f64x2.mul(far, w), u, f64x2.add(farWay, away));
  }
}

/** Adds weights, and u and h times `way`, to two adjacent faces. */
@inline
function addMomenta(at: usize, weights: v128, u: f64, way: v128): void {
  const momenta = f64x2.mul(weights, f64x2.add(f64x2.splat(u), f64x2.mul(f64x2.splat(h), way)));
  v128.store(at, f64x2.add(v128.load(at), v128.shuffle<f64>(momenta, weights, 0, 2)));
  v128.store(at, f64x2.add(v128.load(at, 16), v128.shuffle<f64>(momenta, weights, 1, 3)), 16);
}

/** Computes velocities of the faces from momenta and weights, and the valid mask; faces of the outer layer keep their momenta. */
export function averagePass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const low = firstLayer(thread, threads);
  const high = firstLayer(thread + 1, threads);
  const least = scalar(body, LEAST_WEIGHT);
  for (let axis = 0; axis < 3; axis++) {
    const lastI = cellsX + (axis == 0 ? 1 : 0);
    const lastJ = cellsY + (axis == 1 ? 1 : 0);
    const lastK = cellsZ + (axis == 2 ? 1 : 0);
    for (let k = low; k < high; k++) {
      for (let j = firstJ; j < endJ; j++) {
        const c = <usize>k * layer + <usize>j * row + <usize>firstI;
        const isInside = k > 0 && k <= lastK && j > 0 && j <= lastJ;
        let momentum = field(body, MOMENTA_AT + axis) + (c << 4);
        let face = field(body, FACES_AT + axis) + (c << 3);
        let valid = field(body, VALID_AT + axis) + c;
        for (let i = firstI; i < endI; i++, momentum += 16, face += 8, valid++) {
          const sum = load<f64>(momentum);
          const weight = load<f64>(momentum, 8);
          const isFace = isInside && i > 0 && i <= lastI;
          const says = isFace && weight > least;
          store<u8>(valid, says ? 1 : 0);
          store<f64>(face, isFace ? (says ? sum / weight : 0.0) : sum);
        }
      }
    }
  }
}
