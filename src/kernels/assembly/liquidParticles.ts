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
  cellsX,
  cellsY,
  cellsZ,
  clear,
  firstLayer,
  h,
  layer,
  placeX,
  placeY,
  placeZ,
  readGrid,
  row,
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
  for (let axis = 0; axis < 3; axis++) spreadAxis(thread, threads, body, axis);
}

function spreadAxis(thread: u32, threads: u32, body: usize, axis: i32): void {
  const low = firstLayer(thread, threads);
  const high = firstLayer(thread + 1, threads);
  const momenta = field(body, MOMENTA_AT + axis);
  const shiftX: f64 = axis == 0 ? 1.0 : 0.5;
  const shiftY: f64 = axis == 1 ? 1.0 : 0.5;
  const shiftZ: f64 = axis == 2 ? 1.0 : 0.5;
  const count = field(body, PARTICLE_COUNT);
  let position = field(body, POSITIONS_AT);
  let velocity = field(body, VELOCITIES_AT) + ((<usize>axis) << 3);
  let gradient = field(body, GRADIENTS_AT) + 24 * <usize>axis;
  for (let p: usize = 0; p < count; p++, position += 24, velocity += 24, gradient += 72) {
    const z = placeZ(load<f64>(position, 16), shiftZ);
    const k = <i32>z;
    if (k + 1 < low || k >= high) continue;
    const x = placeX(load<f64>(position), shiftX);
    const y = placeY(load<f64>(position, 8), shiftY);
    const i = <i32>x;
    const j = <i32>y;
    const x0 = <f64>i - x;
    const x1 = <f64>(i + 1) - x;
    const y0 = <f64>j - y;
    const y1 = <f64>(j + 1) - y;
    const u = load<f64>(velocity);
    const gx = load<f64>(gradient);
    const gy = load<f64>(gradient, 8);
    const gz = load<f64>(gradient, 16);
    // Of the faces i and i + 1 at once, in the rows j and j + 1.
    const alongX = f64x2.mul(f64x2.splat(gx), pair(x0, x1));
    const nearWay = f64x2.add(alongX, f64x2.splat(gy * y0));
    const farWay = f64x2.add(alongX, f64x2.splat(gy * y1));
    const shares = pair(1.0 - abs<f64>(x0), 1.0 - abs<f64>(x1));
    const near = f64x2.mul(shares, f64x2.splat(1.0 - abs<f64>(y0)));
    const far = f64x2.mul(shares, f64x2.splat(1.0 - abs<f64>(y1)));
    for (let d = 0; d < 2; d++) {
      if (k + d < low || k + d >= high) continue;
      const dz = <f64>(k + d) - z;
      const w = f64x2.splat(1.0 - abs<f64>(dz));
      const away = f64x2.splat(gz * dz);
      const at = momenta + ((<usize>i + <usize>j * row + <usize>(k + d) * layer) << 4);
      addMomenta(at, f64x2.mul(near, w), u, f64x2.add(nearWay, away));
      addMomenta(at + (row << 4), f64x2.mul(far, w), u, f64x2.add(farWay, away));
    }
  }
}

@inline
function pair(low: f64, high: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(low), 1, high);
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
  readGrid(body);
  const facesX = field(body, FACES_AT);
  const facesY = field(body, FACES_AT + 1);
  const facesZ = field(body, FACES_AT + 2);
  const positions = field(body, POSITIONS_AT);
  const velocities = field(body, VELOCITIES_AT);
  const gradients = field(body, GRADIENTS_AT);
  const count = <u32>field(body, PARTICLE_COUNT);
  const end = share(count, thread + 1, threads);
  for (let p = share(count, thread, threads); p < end; p++) {
    const position = positions + 24 * <usize>p;
    const velocity = velocities + 24 * <usize>p;
    const gradient = gradients + 72 * <usize>p;
    const x = load<f64>(position);
    const y = load<f64>(position, 8);
    const z = load<f64>(position, 16);
    const u = gatherAt(facesX, placeX(x, 1.0), placeY(y, 0.5), placeZ(z, 0.5), gradient);
    const v = gatherAt(facesY, placeX(x, 0.5), placeY(y, 1.0), placeZ(z, 0.5), gradient + 24);
    const w = gatherAt(facesZ, placeX(x, 0.5), placeY(y, 0.5), placeZ(z, 1.0), gradient + 48);
    store<f64>(velocity, u);
    store<f64>(velocity, v, 8);
    store<f64>(velocity, w, 16);
  }
}

/** Moves the chunk's particles in the velocity of the faces, by the midpoint rule. */
export function movePass(thread: u32, threads: u32, body: usize): void {
  readGrid(body);
  const facesX = field(body, FACES_AT);
  const facesY = field(body, FACES_AT + 1);
  const facesZ = field(body, FACES_AT + 2);
  const positions = field(body, POSITIONS_AT);
  const count = <u32>field(body, PARTICLE_COUNT);
  const end = share(count, thread + 1, threads);
  const step = scalar(body, TIME_STEP);
  for (let p = share(count, thread, threads); p < end; p++) {
    const position = positions + 24 * <usize>p;
    const x = load<f64>(position);
    const y = load<f64>(position, 8);
    const z = load<f64>(position, 16);
    const u = velocityAt(facesX, placeX(x, 1.0), placeY(y, 0.5), placeZ(z, 0.5));
    const v = velocityAt(facesY, placeX(x, 0.5), placeY(y, 1.0), placeZ(z, 0.5));
    const w = velocityAt(facesZ, placeX(x, 0.5), placeY(y, 0.5), placeZ(z, 1.0));
    const middleX = x + (step / 2.0) * u;
    const middleY = y + (step / 2.0) * v;
    const middleZ = z + (step / 2.0) * w;
    const toX = velocityAt(facesX, placeX(middleX, 1.0), placeY(middleY, 0.5), placeZ(middleZ, 0.5));
    const toY = velocityAt(facesY, placeX(middleX, 0.5), placeY(middleY, 1.0), placeZ(middleZ, 0.5));
    const toZ = velocityAt(facesZ, placeX(middleX, 0.5), placeY(middleY, 0.5), placeZ(middleZ, 1.0));
    store<f64>(position, x + step * toX);
    store<f64>(position, y + step * toY, 8);
    store<f64>(position, z + step * toZ, 16);
  }
}

/** Address of the face in front of a place. */
@inline
function faceAt(faces: usize, i: i32, j: i32, k: i32): usize {
  return faces + ((<usize>i + <usize>j * row + <usize>k * layer) << 3);
}

/** Velocity across faces at a place among them; its gradient is written. */
@inline
function gatherAt(faces: usize, x: f64, y: f64, z: f64, gradient: usize): f64 {
  const i = <i32>x;
  const j = <i32>y;
  const k = <i32>z;
  const a = x - <f64>i;
  const b = f64x2.splat(y - <f64>j);
  const d = f64x2.splat(z - <f64>k);
  const at = faceAt(faces, i, j, k);
  const v00 = v128.load(at);
  const v10 = v128.load(at + (row << 3));
  const v01 = v128.load(at + (layer << 3));
  const v11 = v128.load(at + ((row + layer) << 3));
  const alongX = lerp(lerp(v00, v10, b), lerp(v01, v11, b), d);
  const low = f64x2.extract_lane(alongX, 0);
  const difference = f64x2.extract_lane(alongX, 1) - low;
  store<f64>(gradient, difference / h);
  // Between the faces along x, at the rows in y and the layers in z.
  const s = f64x2.splat(a);
  const near = lerp(lows(v00, v10), highs(v00, v10), s);
  const far = lerp(lows(v01, v11), highs(v01, v11), s);
  store<f64>(gradient, rise(lerp(near, far, d)) / h, 8);
  store<f64>(gradient, rise(lerp(lows(near, far), highs(near, far), b)) / h, 16);
  return low + a * difference;
}

/** Velocity across faces at a place among them. */
@inline
function velocityAt(faces: usize, x: f64, y: f64, z: f64): f64 {
  const i = <i32>x;
  const j = <i32>y;
  const k = <i32>z;
  const b = f64x2.splat(y - <f64>j);
  const at = faceAt(faces, i, j, k);
  const near = lerp(v128.load(at), v128.load(at + (row << 3)), b);
  const far = lerp(v128.load(at + (layer << 3)), v128.load(at + ((row + layer) << 3)), b);
  const alongX = lerp(near, far, f64x2.splat(z - <f64>k));
  return f64x2.extract_lane(alongX, 0) + (x - <f64>i) * rise(alongX);
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
