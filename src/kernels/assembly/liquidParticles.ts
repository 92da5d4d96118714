import {
  FACES_AT,
  GRADIENTS_AT,
  KNOWN_AT,
  LEAST_WEIGHT,
  MOMENTA_AT,
  PARTICLE_COUNT,
  POSITIONS_AT,
  TIME_STEP,
  VELOCITIES_AT,
} from '../liquidFields';
import { field, scalar, share } from './body';
import {
  BEHIND_X,
  BEHIND_Y,
  BEHIND_Z,
  cellsX,
  cellsY,
  cellsZ,
  clear,
  findHeights,
  firstLayer,
  h,
  isElsewhere,
  layer,
  pair,
  placesXY,
  placeZ,
  readGrid,
  row,
  wayXY,
  wayZ,
} from './liquidGrid';

// Between the particles of a liquid and its grid, with the same operations in the same order as `ParticleTransfer`, `ParticleDistance` and `moveParticles`:
// so the bytes are the same. What is summed on the grid is shared out by layers of z, each of which gets its particles in their order.

/** No momenta and no weights. */
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
    const k = <i32>middle;
    // The faces across z begin in the same layer or in the next.
    if (k + 2 < low || k >= high) continue;
    const way = wayXY(v128.load(position));
    spreadTo(facesX, placesXY(way, BEHIND_X), middle, load<f64>(velocity), gradient, low, high);
    spreadTo(facesY, placesXY(way, BEHIND_Y), middle, load<f64>(velocity, 8), gradient + 24, low, high);
    spreadTo(facesZ, placesXY(way, BEHIND_Z), placeZ(z, 1.0), load<f64>(velocity, 16), gradient + 48, low, high);
  }
}

/** To the faces around a place, across one axis, that lie in the layers low to high. */
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
  // Of the faces i and i + 1 at once, in the rows j and j + 1.
  const alongX = f64x2.mul(f64x2.splat(load<f64>(gradient)), ways);
  const nearWay = f64x2.add(alongX, f64x2.splat(gy * y0));
  const farWay = f64x2.add(alongX, f64x2.splat(gy * y1));
  const shares = f64x2.sub(f64x2.splat(1.0), f64x2.abs(ways));
  const near = f64x2.mul(shares, f64x2.splat(1.0 - abs<f64>(y0)));
  const far = f64x2.mul(shares, f64x2.splat(1.0 - abs<f64>(y1)));
  const k = <i32>z;
  const column = <i32>f64x2.extract_lane(first, 0) + <i32>f64x2.extract_lane(first, 1) * <i32>row;
  for (let d = 0; d < 2; d++) {
    if (k + d < low || k + d >= high) continue;
    const dz = <f64>(k + d) - z;
    const w = f64x2.splat(1.0 - abs<f64>(dz));
    const away = f64x2.splat(gz * dz);
    const at = faces + ((<usize>column + <usize>(k + d) * layer) << 4);
    addMomenta(at, f64x2.mul(near, w), u, f64x2.add(nearWay, away));
    addMomenta(at + (row << 4), f64x2.mul(far, w), u, f64x2.add(farWay, away));
  }
}

/** To two faces beside each other, of weights and of u and h times `way`. */
@inline
function addMomenta(at: usize, weights: v128, u: f64, way: v128): void {
  const momenta = f64x2.mul(weights, f64x2.add(f64x2.splat(u), f64x2.mul(f64x2.splat(h), way)));
  v128.store(at, f64x2.add(v128.load(at), v128.shuffle<f64>(momenta, weights, 0, 2)));
  v128.store(at, f64x2.add(v128.load(at, 16), v128.shuffle<f64>(momenta, weights, 1, 3)), 16);
}

/** Velocities of the faces from momenta and weights, and which are known; those of the outer layer keep their momenta. */
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
      for (let j = 0; j < cellsY + 2; j++) {
        const c = <usize>k * layer + <usize>j * row;
        const isInside = k > 0 && k <= lastK && j > 0 && j <= lastJ;
        let momentum = field(body, MOMENTA_AT + axis) + (c << 4);
        let face = field(body, FACES_AT + axis) + (c << 3);
        let known = field(body, KNOWN_AT + axis) + c;
        for (let i = 0; i < cellsX + 2; i++, momentum += 16, face += 8, known++) {
          const sum = load<f64>(momentum);
          const weight = load<f64>(momentum, 8);
          const isFace = isInside && i > 0 && i <= lastI;
          const says = isFace && weight > least;
          store<u8>(known, says ? 1 : 0);
          store<f64>(face, isFace ? (says ? sum / weight : 0.0) : sum);
        }
      }
    }
  }
}

/** Velocities and gradients of the chunk's particles. */
export function gatherPass(thread: u32, threads: u32, body: usize): void {
  takePlaces(body);
  const count = <u32>field(body, PARTICLE_COUNT);
  const end = share(count, thread + 1, threads);
  for (let p = share(count, thread, threads); p < end; p++) gather(p);
}

/** Velocities and gradients of the chunk's particles; then moves them. */
export function carryPass(thread: u32, threads: u32, body: usize): void {
  takePlaces(body);
  const count = <u32>field(body, PARTICLE_COUNT);
  const end = share(count, thread + 1, threads);
  const step = scalar(body, TIME_STEP);
  for (let p = share(count, thread, threads); p < end; p++) {
    gather(p);
    const velocity = velocities + 24 * <usize>p;
    moveBy(positions + 24 * <usize>p, v128.load(velocity), load<f64>(velocity, 16), step);
  }
}

// Where the faces and the particles of the chunk stand, as `takePlaces` last found them.
let facesX: usize = 0;
let facesY: usize = 0;
let facesZ: usize = 0;
let positions: usize = 0;
let velocities: usize = 0;
let gradients: usize = 0;

function takePlaces(body: usize): void {
  readGrid(body);
  facesX = field(body, FACES_AT);
  facesY = field(body, FACES_AT + 1);
  facesZ = field(body, FACES_AT + 2);
  positions = field(body, POSITIONS_AT);
  velocities = field(body, VELOCITIES_AT);
  gradients = field(body, GRADIENTS_AT);
}

@inline
function gather(p: u32): void {
  const position = positions + 24 * <usize>p;
  const velocity = velocities + 24 * <usize>p;
  const gradient = gradients + 72 * <usize>p;
  const way = wayXY(v128.load(position));
  const z = wayZ(load<f64>(position, 16));
  const middle = placeZ(z, 0.5);
  const u = gatherAt(facesX, placesXY(way, BEHIND_X), middle, gradient);
  const v = gatherAt(facesY, placesXY(way, BEHIND_Y), middle, gradient + 24);
  const w = gatherAt(facesZ, placesXY(way, BEHIND_Z), placeZ(z, 1.0), gradient + 48);
  store<f64>(velocity, u);
  store<f64>(velocity, v, 8);
  store<f64>(velocity, w, 16);
}

/** Moves the chunk's particles in the velocity of the faces, by the midpoint rule. */
export function movePass(thread: u32, threads: u32, body: usize): void {
  takePlaces(body);
  const count = <u32>field(body, PARTICLE_COUNT);
  const end = share(count, thread + 1, threads);
  const step = scalar(body, TIME_STEP);
  for (let p = share(count, thread, threads); p < end; p++) {
    const position = positions + 24 * <usize>p;
    const way = wayXY(v128.load(position));
    const z = wayZ(load<f64>(position, 16));
    const level = placeZ(z, 0.5);
    const u = velocityAt(facesX, placesXY(way, BEHIND_X), level);
    const v = velocityAt(facesY, placesXY(way, BEHIND_Y), level);
    const w = velocityAt(facesZ, placesXY(way, BEHIND_Z), placeZ(z, 1.0));
    moveBy(position, pair(u, v), w, step);
  }
}

/** Moves a particle by `step`, s, where its velocity is uv and w. */
@inline
function moveBy(position: usize, uv: v128, w: f64, step: f64): void {
  const point = v128.load(position);
  const z = load<f64>(position, 16);
  const middle = wayXY(f64x2.add(point, f64x2.mul(f64x2.splat(step / 2.0), uv)));
  const height = wayZ(z + (step / 2.0) * w);
  const level = placeZ(height, 0.5);
  const toX = velocityAt(facesX, placesXY(middle, BEHIND_X), level);
  const toY = velocityAt(facesY, placesXY(middle, BEHIND_Y), level);
  const toZ = velocityAt(facesZ, placesXY(middle, BEHIND_Z), placeZ(height, 1.0));
  v128.store(position, f64x2.add(point, f64x2.mul(f64x2.splat(step), pair(toX, toY))));
  store<f64>(position, z + step * toZ, 16);
}

/** Address of the face in front of a place, of its first face along x and y. */
@inline
function faceAt(faces: usize, first: v128, k: i32): usize {
  const i = <usize>(<i32>f64x2.extract_lane(first, 0));
  const j = <usize>(<i32>f64x2.extract_lane(first, 1));
  return faces + ((i + j * row + <usize>k * layer) << 3);
}

/** Velocity across faces at a place among them; its gradient is written. */
@inline
function gatherAt(faces: usize, place: v128, z: f64, gradient: usize): f64 {
  const first = f64x2.floor(place);
  const shares = f64x2.sub(place, first);
  const k = <i32>z;
  const a = f64x2.extract_lane(shares, 0);
  const b = highs(shares, shares);
  const d = f64x2.splat(z - <f64>k);
  const at = faceAt(faces, first, k);
  const v00 = v128.load(at);
  const v10 = v128.load(at + (row << 3));
  const v01 = v128.load(at + (layer << 3));
  const v11 = v128.load(at + ((row + layer) << 3));
  const alongX = lerp(lerp(v00, v10, b), lerp(v01, v11, b), d);
  const low = f64x2.extract_lane(alongX, 0);
  const difference = f64x2.extract_lane(alongX, 1) - low;
  // Between the faces along x, at the rows in y and the layers in z.
  const s = lows(shares, shares);
  const near = lerp(lows(v00, v10), highs(v00, v10), s);
  const far = lerp(lows(v01, v11), highs(v01, v11), s);
  v128.store(gradient, f64x2.div(pair(difference, rise(lerp(near, far, d))), f64x2.splat(h)));
  store<f64>(gradient, rise(lerp(lows(near, far), highs(near, far), b)) / h, 16);
  return low + a * difference;
}

/** Velocity across faces at a place among them. */
@inline
function velocityAt(faces: usize, place: v128, z: f64): f64 {
  const first = f64x2.floor(place);
  const shares = f64x2.sub(place, first);
  const k = <i32>z;
  const b = highs(shares, shares);
  const at = faceAt(faces, first, k);
  const near = lerp(v128.load(at), v128.load(at + (row << 3)), b);
  const far = lerp(v128.load(at + (layer << 3)), v128.load(at + ((row + layer) << 3)), b);
  const alongX = lerp(near, far, f64x2.splat(z - <f64>k));
  return f64x2.extract_lane(alongX, 0) + f64x2.extract_lane(shares, 0) * rise(alongX);
}

@inline
function lerp(low: v128, high: v128, share: v128): v128 {
  return f64x2.add(low, f64x2.mul(share, f64x2.sub(high, low)));
}

@inline
function lows(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

@inline
function highs(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

@inline
function rise(pair: v128): f64 {
  return f64x2.extract_lane(pair, 1) - f64x2.extract_lane(pair, 0);
}
