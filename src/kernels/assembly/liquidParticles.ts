import { FACES_AT, GRADIENTS_AT, PARTICLE_COUNT, POSITIONS_AT, TIME_STEP, VELOCITIES_AT } from '../liquidFields';
import { field, scalar, share } from './body';
import { BEHIND_X, BEHIND_Y, BEHIND_Z, h, layer, pair, placesXY, placeZ, readGrid, row, wayXY, wayZ, whole, wholes, lows, highs } from './liquidGrid';

// Transfer from the faces of a grid to the particles of a liquid, with the operations of `ParticleTransfer` and `moveParticles` in the same order, hence
// the same bytes.

/** Computes velocities and gradients of the chunk's particles. */
export function gatherPass(thread: u32, threads: u32, body: usize): void {
  takePlaces(body);
  const count = <u32>field(body, PARTICLE_COUNT);
  const end = share(count, thread + 1, threads);
  for (let p = share(count, thread, threads); p < end; p++) gather(p);
}

/** Computes velocities and gradients of the chunk's particles, then moves them. */
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

// Addresses of the faces and the particles of the chunk, from the last `takePlaces`.
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
  const last = placeZ(z, 1.0);
  const k = floor<f64>(middle);
  const kz = floor<f64>(last);
  const below = layerAt(k);
  const u = gatherAt(facesX + below, placesXY(way, BEHIND_X), middle - k, gradient);
  const v = gatherAt(facesY + below, placesXY(way, BEHIND_Y), middle - k, gradient + 24);
  const w = gatherAt(facesZ + layerAt(kz), placesXY(way, BEHIND_Z), last - kz, gradient + 48);
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
    const uv = velocityXY(wayXY(v128.load(position)), wayZ(load<f64>(position, 16)));
    moveBy(position, uv, speedZ, step);
  }
}

// Velocity along z at the last point of `velocityXY`.
let speedZ: f64 = 0.0;

/** Returns the velocity along x and y at a point, in cells from the grid's corner; writes that along z to `speedZ`. */
@inline
function velocityXY(way: v128, height: f64): v128 {
  const middle = placeZ(height, 0.5);
  const last = placeZ(height, 1.0);
  const k = floor<f64>(middle);
  const kz = floor<f64>(last);
  const below = layerAt(k);
  const u = velocityAt(facesX + below, placesXY(way, BEHIND_X), middle - k);
  const v = velocityAt(facesY + below, placesXY(way, BEHIND_Y), middle - k);
  speedZ = velocityAt(facesZ + layerAt(kz), placesXY(way, BEHIND_Z), last - kz);
  return pair(u, v);
}

/** Moves a particle for `step` seconds with the velocity uv and w. */
@inline
function moveBy(position: usize, uv: v128, w: f64, step: f64): void {
  const point = v128.load(position);
  const z = load<f64>(position, 16);
  const middle = wayXY(f64x2.add(point, f64x2.mul(f64x2.splat(step / 2.0), uv)));
  const to = velocityXY(middle, wayZ(z + (step / 2.0) * w));
  v128.store(position, f64x2.add(point, f64x2.mul(f64x2.splat(step), to)));
  store<f64>(position, z + step * speedZ, 16);
}

/** Returns the address of the face before a position along x and y; `faces`: those of its first layer. */
@inline
function faceAt(faces: usize, first: v128): usize {
  const places = wholes(first);
  const i = <usize>i32x4.extract_lane(places, 0);
  const j = <usize>i32x4.extract_lane(places, 2);
  return faces + ((i + j * row) << 3);
}

/** Returns the bytes from the first layer to the one with that whole number. */
@inline
function layerAt(k: f64): usize {
  return (<usize>whole(k) * layer) << 3;
}

/** Returns the velocity across faces, from the layer below on, at a position `shareZ` above that layer; writes its gradient. */
@inline
function gatherAt(faces: usize, place: v128, shareZ: f64, gradient: usize): f64 {
  const first = f64x2.floor(place);
  const shares = f64x2.sub(place, first);
  const a = f64x2.extract_lane(shares, 0);
  const b = highs(shares, shares);
  const d = f64x2.splat(shareZ);
  const at = faceAt(faces, first);
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

/** Returns the velocity across faces, from the layer below on, at a position `shareZ` above that layer. */
@inline
function velocityAt(faces: usize, place: v128, shareZ: f64): f64 {
  const first = f64x2.floor(place);
  const shares = f64x2.sub(place, first);
  const b = highs(shares, shares);
  const at = faceAt(faces, first);
  const near = lerp(v128.load(at), v128.load(at + (row << 3)), b);
  const far = lerp(v128.load(at + (layer << 3)), v128.load(at + ((row + layer) << 3)), b);
  const alongX = lerp(near, far, f64x2.splat(shareZ));
  return f64x2.extract_lane(alongX, 0) + f64x2.extract_lane(shares, 0) * rise(alongX);
}

@inline
function lerp(low: v128, high: v128, share: v128): v128 {
  return f64x2.add(low, f64x2.mul(share, f64x2.sub(high, low)));
}

@inline
function rise(pair: v128): f64 {
  return f64x2.extract_lane(pair, 1) - f64x2.extract_lane(pair, 0);
}
