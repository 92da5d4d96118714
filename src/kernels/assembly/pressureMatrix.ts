import {
  CELLS_AT,
  CELL_COUNT,
  CELL_VOLUMES_AT,
  CELL_WEIGHTS_AT,
  COLUMNS_AT,
  DIAGONAL_ENTRY_AT,
  EDGE_COUNT,
  EDGE_ENTRIES_AT,
  EDGE_START_AT,
  EDGE_VECTORS_AT,
  FORCES_AT,
  GRADIENTS_AT,
  INVERSE_MASSES_AT,
  KINDS_AT,
  NORMALS_AT,
  POSITIONS_AT,
  PRESSURES_AT,
  PUSHES_AT,
  RATES_AT,
  RHS_AT,
  RING_START_AT,
  RING_VECTORS_AT,
  ROW_START_AT,
  SCALE_AT,
  VELOCITY_AT,
  VERTEX_COUNT,
  VOLUMES_AT,
} from '../pressureFields';
import { field, share } from './body';
import { allowedPart, directionOf, FIXED, FREE, NORMAL } from './constraints';
import { add, mul } from './lanes';
import { sum2 } from './products';

// Volumes of one-rings, their gradients B_ik = dV_i / dx_k, and the pressure matrix (Irving 2007, 4.3).

const QUARTER: f64 = 0.25;
const SIXTH: f64 = 1.0 / 6.0;
/** Bytes of an entry of the rates, and of the pushes. */
export const RATE_BYTES: usize = 16;
export const PUSH_BYTES: usize = 12;
/** Rows whose diagonal is below this fraction of the unconstrained one cannot change their volume. */
const FIXED_ROW: f32 = 1e-6;

/** Computes a quarter of the volume of this thread's cells, in f64: errors of a millionth are significant. */
export function cellVolumes(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, CELL_COUNT);
  const positions = field(body, POSITIONS_AT);
  const out = field(body, CELL_VOLUMES_AT);
  const end = share(count, thread + 1, threads);
  for (let cell: u32 = share(count, thread, threads); cell < end; cell++) {
    const corners = field(body, CELLS_AT) + ((<usize>cell) << 4);
    const o = positions + <usize>load<u32>(corners);
    const p = positions + <usize>load<u32>(corners, 4);
    const q = positions + <usize>load<u32>(corners, 8);
    const r = positions + <usize>load<u32>(corners, 12);
    const ox = load<f64>(o);
    const oy = load<f64>(o, 8);
    const oz = load<f64>(o, 16);
    const ax = load<f64>(p) - ox;
    const ay = load<f64>(p, 8) - oy;
    const az = load<f64>(p, 16) - oz;
    const bx = load<f64>(q) - ox;
    const by = load<f64>(q, 8) - oy;
    const bz = load<f64>(q, 16) - oz;
    const cx = load<f64>(r) - ox;
    const cy = load<f64>(r, 8) - oy;
    const cz = load<f64>(r, 16) - oz;
    const triple = cx * (ay * bz - az * by) + cy * (az * bx - ax * bz) + cz * (ax * by - ay * bx);
    store<f64>(out + ((<usize>cell) << 3), QUARTER * SIXTH * triple);
  }
}

/** Volumes of this thread's one-rings, from those of the cells. */
export function gatherVolumes(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const start = field(body, RING_START_AT);
  const vectors = field(body, RING_VECTORS_AT);
  const cells = field(body, CELL_VOLUMES_AT);
  const end = share(count, thread + 1, threads);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    const last = vectors + ((<usize>load<u32>(start + ((<usize>v) << 2), 4)) << 2);
    let sum: f64 = 0.0;
    for (let at = vectors + ((<usize>load<u32>(start + ((<usize>v) << 2))) << 2); at < last; at += 4) {
      sum += load<f64>(cells + ((<usize>load<u32>(at) >> 6) << 3));
    }
    store<f64>(field(body, VOLUMES_AT) + ((<usize>v) << 3), sum);
  }
}

/** A quarter of dV/dx of the corners of this thread's cells. */
export function cellGradients(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, CELL_COUNT);
  const positions = field(body, POSITIONS_AT);
  const weights = field(body, CELL_WEIGHTS_AT);
  const end = share(count, thread + 1, threads);
  const share24: f64 = QUARTER * SIXTH;
  for (let cell: u32 = share(count, thread, threads); cell < end; cell++) {
    const corners = field(body, CELLS_AT) + ((<usize>cell) << 4);
    const o = positions + <usize>load<u32>(corners);
    const p = positions + <usize>load<u32>(corners, 4);
    const q = positions + <usize>load<u32>(corners, 8);
    const r = positions + <usize>load<u32>(corners, 12);
    const ox = load<f64>(o);
    const oy = load<f64>(o, 8);
    const oz = load<f64>(o, 16);
    const ax = share24 * (load<f64>(p) - ox);
    const ay = share24 * (load<f64>(p, 8) - oy);
    const az = share24 * (load<f64>(p, 16) - oz);
    const bx = load<f64>(q) - ox;
    const by = load<f64>(q, 8) - oy;
    const bz = load<f64>(q, 16) - oz;
    const cx = load<f64>(r) - ox;
    const cy = load<f64>(r, 8) - oy;
    const cz = load<f64>(r, 16) - oz;
    const weight = load<f32>(weights + ((<usize>cell) << 2));
    const g1x = share24 * (by * cz - bz * cy);
    const g1y = share24 * (bz * cx - bx * cz);
    const g1z = share24 * (bx * cy - by * cx);
    const g2x = cy * az - cz * ay;
    const g2y = cz * ax - cx * az;
    const g2z = cx * ay - cy * ax;
    const g3x = ay * bz - az * by;
    const g3y = az * bx - ax * bz;
    const g3z = ax * by - ay * bx;
    const out = field(body, GRADIENTS_AT) + ((<usize>cell) << 6);
    v128.store(out, f32x4(<f32>-(g1x + g2x + g3x), <f32>-(g1y + g2y + g3y), <f32>-(g1z + g2z + g3z), weight));
    v128.store(out, f32x4(<f32>g1x, <f32>g1y, <f32>g1z, weight), 16);
    v128.store(out, f32x4(<f32>g2x, <f32>g2y, <f32>g2z, weight), 32);
    v128.store(out, f32x4(<f32>g3x, <f32>g3y, <f32>g3z, weight), 48);
  }
}

/** Sum of the first three lanes. */
function sum3(a: v128): f32 {
  return f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1) + f32x4.extract_lane(a, 2);
}

function storePush(at: usize, value: v128): void {
  v128.store64_lane(at, value, 0);
  v128.store32_lane(at, value, 2, 8);
}

/** Entries off the diagonal of this thread's edges. */
export function edgeEntries(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, EDGE_COUNT);
  const starts = field(body, EDGE_START_AT);
  const entries = field(body, EDGE_ENTRIES_AT);
  const vectors = field(body, EDGE_VECTORS_AT);
  const gradients = field(body, GRADIENTS_AT);
  const rates = field(body, RATES_AT);
  const pushes = field(body, PUSHES_AT);
  const end = share(count, thread + 1, threads);
  for (let edge: u32 = share(count, thread, threads); edge < end; edge++) {
    const at = starts + ((<usize>edge) << 2);
    const last = vectors + ((<usize>load<u32>(at, 4)) << 3);
    let i = f32x4.splat(0.0);
    let j = i;
    let bonds = i;
    for (let pair = vectors + ((<usize>load<u32>(at)) << 3); pair < last; pair += 8) {
      const a = v128.load(gradients + <usize>load<u32>(pair));
      const b = v128.load(gradients + <usize>load<u32>(pair, 4));
      i = add(i, a);
      j = add(j, b);
      bonds = add(bonds, mul(v128.shuffle<f32>(a, a, 3, 3, 3, 3), mul(a, b)));
    }
    const bond = sum3(bonds);
    const own = <usize>load<u32>(entries + ((<usize>edge) << 3));
    const other = <usize>load<u32>(entries + ((<usize>edge) << 3), 4);
    v128.store(rates + own * RATE_BYTES, f32x4.replace_lane(j, 3, bond));
    v128.store(rates + other * RATE_BYTES, f32x4.replace_lane(i, 3, bond));
    storePush(pushes + own * PUSH_BYTES, i);
    storePush(pushes + other * PUSH_BYTES, j);
  }
}

/** Entries of this thread's vertices with themselves. */
export function vertexEntries(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const start = field(body, RING_START_AT);
  const vectors = field(body, RING_VECTORS_AT);
  const gradients = field(body, GRADIENTS_AT);
  const end = share(count, thread + 1, threads);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    const last = vectors + ((<usize>load<u32>(start + ((<usize>v) << 2), 4)) << 2);
    let sum = f32x4.splat(0.0);
    let bonds = sum;
    for (let at = vectors + ((<usize>load<u32>(start + ((<usize>v) << 2))) << 2); at < last; at += 4) {
      const g = v128.load(gradients + <usize>load<u32>(at));
      sum = add(sum, g);
      bonds = add(bonds, mul(v128.shuffle<f32>(g, g, 3, 3, 3, 3), mul(g, g)));
    }
    const entry = <usize>load<u32>(field(body, DIAGONAL_ENTRY_AT) + ((<usize>v) << 2));
    v128.store(field(body, RATES_AT) + entry * RATE_BYTES, f32x4.replace_lane(sum, 3, sum3(bonds)));
    storePush(field(body, PUSHES_AT) + entry * PUSH_BYTES, sum);
  }
}

/** Computes D^-1/2 of this thread's rows, D the diagonal of B P M^-1 B^T with the smoothing. */
export function rowScales(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const rates = field(body, RATES_AT);
  const columns = field(body, COLUMNS_AT);
  const inverseMasses = field(body, INVERSE_MASSES_AT);
  const end = share(count, thread + 1, threads);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    const row = field(body, ROW_START_AT) + ((<usize>v) << 2);
    const last = <usize>load<u32>(row, 4);
    let allowed: f32 = 0.0;
    let free: f32 = 0.0;
    for (let entry = <usize>load<u32>(row); entry < last; entry++) {
      const k = load<u32>(columns + (entry << 2));
      const rate = v128.load(rates + entry * RATE_BYTES);
      const square = sum3(mul(rate, rate));
      const inverse = load<f32>(inverseMasses + ((<usize>k) << 2));
      free += inverse * square;
      const kind = load<u8>(field(body, KINDS_AT) + <usize>k);
      if (kind == FREE) allowed += inverse * square;
      else if (kind != FIXED) {
        const along = sum3(mul(rate, directionOf(normalOf(body, k))));
        allowed += inverse * (kind == NORMAL ? max<f32>(0.0, square - along * along) : along * along);
      }
    }
    const own = <usize>load<u32>(field(body, DIAGONAL_ENTRY_AT) + ((<usize>v) << 2));
    const diagonal = allowed + load<f32>(rates + own * RATE_BYTES, 12);
    const scale: f32 = diagonal > FIXED_ROW * free ? <f32>(1.0 / Math.sqrt(<f64>diagonal)) : 0.0;
    store<f32>(field(body, SCALE_AT) + ((<usize>v) << 2), scale);
  }
}

function normalOf(body: usize, v: u32): usize {
  return field(body, NORMALS_AT) + <usize>v * 24;
}

/** P u; the last lane may be anything. */
export function projectChange(body: usize, v: u32, u: v128): v128 {
  const kind = load<u8>(field(body, KINDS_AT) + <usize>v);
  if (kind == FREE) return u;
  if (kind == FIXED) return f32x4.splat(0.0);
  const n = directionOf(normalOf(body, v));
  return allowedPart(kind, u, mul(n, f32x4.splat(sum3(mul(n, u)))));
}

/** rhs = B velocity, summed in f64. */
export function ringRates(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const rates = field(body, RATES_AT);
  const columns = field(body, COLUMNS_AT);
  const velocity = field(body, VELOCITY_AT);
  const out = field(body, RHS_AT);
  const end = share(count, thread + 1, threads);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    const row = field(body, ROW_START_AT) + ((<usize>v) << 2);
    const last = <usize>load<u32>(row, 4);
    let sum: f64 = 0.0;
    for (let entry = <usize>load<u32>(row); entry < last; entry++) {
      const rate = rates + entry * RATE_BYTES;
      const u = velocity + <usize>load<u32>(columns + (entry << 2)) * 24;
      const across = f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(rate)), v128.load(u));
      sum += sum2(across) + <f64>load<f32>(rate, 8) * load<f64>(u, 16);
    }
    store<f64>(out + ((<usize>v) << 3), sum);
  }
}

/** forces = B^T pressures, summed in f64. */
export function ringForces(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, VERTEX_COUNT);
  const pushes = field(body, PUSHES_AT);
  const columns = field(body, COLUMNS_AT);
  const pressures = field(body, PRESSURES_AT);
  const forces = field(body, FORCES_AT);
  const end = share(count, thread + 1, threads);
  for (let v: u32 = share(count, thread, threads); v < end; v++) {
    const row = field(body, ROW_START_AT) + ((<usize>v) << 2);
    const last = <usize>load<u32>(row, 4);
    let across = f64x2.splat(0.0);
    let z: f64 = 0.0;
    for (let entry = <usize>load<u32>(row); entry < last; entry++) {
      const push = pushes + entry * PUSH_BYTES;
      const pressure = v128.load64_splat(pressures + ((<usize>load<u32>(columns + (entry << 2))) << 3));
      across = f64x2.add(across, f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(push)), pressure));
      z += <f64>load<f32>(push, 8) * f64x2.extract_lane(pressure, 0);
    }
    const out = forces + <usize>v * 24;
    v128.store(out, across);
    store<f64>(out, z, 16);
  }
}
