import {
  ANY_LOST,
  AXES_AT,
  CHANGED_AT,
  CORNERS_AT,
  FANS_AT,
  FLAT_AT,
  LOST_AT,
  MOVES_AT,
  SLOT_COUNT,
  STARTS_AT,
  STAR_BEGIN_AT,
  STAR_SLOTS_AT,
  SWEPT_NORMALS_AT,
  TOUCHED_AT,
  VERTEX_COUNT,
} from '../pairFields';
import { barrier } from './barrier';
import { field, setField, share } from './body';
import { numberOf } from './boxPairs';

// Stars that stay flat through a step, with the operations of `FlatStars.start` in its order.

/** A star is flat while the squared cosine between its axis and its triangles' normals is above this, as in `FlatStars`. */
const FLAT: f64 = 0.04;
/** Bytes of the normals of a slot: at the start, the middle and the end of the step. */
const NORMALS_BYTES: usize = 72;
const VECTOR_BYTES: usize = 24;

/** Finds the normals of all slots, then the axes of all stars and which of them stay flat. */
export function starsPass(thread: u32, threads: u32, body: usize): void {
  const slots = <u32>field(body, SLOT_COUNT);
  const lastSlot = share(slots, thread + 1, threads);
  for (let s = share(slots, thread, threads); s < lastSlot; s++) writeNormals(body, <i32>s);
  barrier(threads, body);
  const vertices = <u32>field(body, VERTEX_COUNT);
  const lastVertex = share(vertices, thread + 1, threads);
  for (let v = share(vertices, thread, threads); v < lastVertex; v++) {
    const fan = load<u8>(field(body, FANS_AT) + <usize>v) != 0;
    store<u8>(field(body, FLAT_AT) + <usize>v, fan && staysFlat(body, <i32>v) ? 1 : 0);
  }
}

/** Normals at the start and at the end of the step, and the Bernstein coefficient between them: `sweptNormals`. */
function writeNormals(body: usize, slot: i32): void {
  const corners = field(body, CORNERS_AT);
  const x = field(body, STARTS_AT);
  const u = field(body, MOVES_AT);
  const a = VECTOR_BYTES * <usize>numberOf(corners, 3 * slot);
  const b = VECTOR_BYTES * <usize>numberOf(corners, 3 * slot + 1);
  const c = VECTOR_BYTES * <usize>numberOf(corners, 3 * slot + 2);
  const bx = load<f64>(x + b) - load<f64>(x + a);
  const by = load<f64>(x + b, 8) - load<f64>(x + a, 8);
  const bz = load<f64>(x + b, 16) - load<f64>(x + a, 16);
  const cx = load<f64>(x + c) - load<f64>(x + a);
  const cy = load<f64>(x + c, 8) - load<f64>(x + a, 8);
  const cz = load<f64>(x + c, 16) - load<f64>(x + a, 16);
  const ex = bx + load<f64>(u + b) - load<f64>(u + a);
  const ey = by + load<f64>(u + b, 8) - load<f64>(u + a, 8);
  const ez = bz + load<f64>(u + b, 16) - load<f64>(u + a, 16);
  const fx = cx + load<f64>(u + c) - load<f64>(u + a);
  const fy = cy + load<f64>(u + c, 8) - load<f64>(u + a, 8);
  const fz = cz + load<f64>(u + c, 16) - load<f64>(u + a, 16);
  const out = field(body, SWEPT_NORMALS_AT) + NORMALS_BYTES * <usize>slot;
  store<f64>(out, by * cz - bz * cy);
  store<f64>(out, bz * cx - bx * cz, 8);
  store<f64>(out, bx * cy - by * cx, 16);
  store<f64>(out, 0.5 * (by * fz - bz * fy + ey * cz - ez * cy), 24);
  store<f64>(out, 0.5 * (bz * fx - bx * fz + ez * cx - ex * cz), 32);
  store<f64>(out, 0.5 * (bx * fy - by * fx + ex * cy - ey * cx), 40);
  store<f64>(out, ey * fz - ez * fy, 48);
  store<f64>(out, ez * fx - ex * fz, 56);
  store<f64>(out, ex * fy - ey * fx, 64);
}

/** Writes the axis of a star, and returns whether the normals of its triangles stay along it. */
function staysFlat(body: usize, vertex: i32): bool {
  const begin = field(body, STAR_BEGIN_AT);
  const slots = field(body, STAR_SLOTS_AT);
  const normals = field(body, SWEPT_NORMALS_AT);
  const first = numberOf(begin, vertex);
  const end = numberOf(begin, vertex + 1);
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  for (let k = first; k < end; k++) {
    const at = normals + NORMALS_BYTES * <usize>numberOf(slots, k);
    x += load<f64>(at) + load<f64>(at, 48);
    y += load<f64>(at, 8) + load<f64>(at, 56);
    z += load<f64>(at, 16) + load<f64>(at, 64);
  }
  const axis = field(body, AXES_AT) + VECTOR_BYTES * <usize>vertex;
  store<f64>(axis, x);
  store<f64>(axis, y, 8);
  store<f64>(axis, z, 16);
  for (let k = first; k < end; k++) {
    if (!alongAxis(axis, normals + NORMALS_BYTES * <usize>numberOf(slots, k))) return false;
  }
  return true;
}

/** Returns whether the normals of a slot are along an axis. */
@inline
function alongAxis(axis: usize, normals: usize): bool {
  const x = load<f64>(axis);
  const y = load<f64>(axis, 8);
  const z = load<f64>(axis, 16);
  const least = FLAT * (x * x + y * y + z * z);
  for (let normal: usize = 0; normal < NORMALS_BYTES; normal += VECTOR_BYTES) {
    const nx = load<f64>(normals + normal);
    const ny = load<f64>(normals + normal, 8);
    const nz = load<f64>(normals + normal, 16);
    const along = x * nx + y * ny + z * nz;
    if (!(along > 0.0 && along * along > least * (nx * nx + ny * ny + nz * nz))) return false;
  }
  return true;
}

/** Finds the stars that stay flat no longer, of the vertices whose moves have changed and their neighbours: `FlatStars.refresh`. */
export function refreshStarsPass(thread: u32, threads: u32, body: usize): void {
  const slots = <u32>field(body, SLOT_COUNT);
  const lastSlot = share(slots, thread + 1, threads);
  const corners = field(body, CORNERS_AT);
  const changed = field(body, CHANGED_AT);
  const touched = field(body, TOUCHED_AT);
  for (let s = share(slots, thread, threads); s < lastSlot; s++) {
    const at = 3 * <i32>s;
    const any =
      load<u8>(changed + <usize>numberOf(corners, at)) |
      load<u8>(changed + <usize>numberOf(corners, at + 1)) |
      load<u8>(changed + <usize>numberOf(corners, at + 2));
    store<u8>(touched + <usize>s, any);
    if (any != 0) writeNormals(body, <i32>s);
  }
  barrier(threads, body);
  const vertices = <u32>field(body, VERTEX_COUNT);
  const lastVertex = share(vertices, thread + 1, threads);
  const flat = field(body, FLAT_AT);
  for (let v = share(vertices, thread, threads); v < lastVertex; v++) {
    const lost = load<u8>(flat + <usize>v) != 0 && !touchedStaysFlat(body, <i32>v, touched);
    store<u8>(field(body, LOST_AT) + <usize>v, lost ? 1 : 0);
    if (lost) setField(body, ANY_LOST, 1);
  }
}

/** Returns whether the slots around a vertex that have changed are along its axis. */
function touchedStaysFlat(body: usize, vertex: i32, touched: usize): bool {
  const begin = field(body, STAR_BEGIN_AT);
  const slots = field(body, STAR_SLOTS_AT);
  const normals = field(body, SWEPT_NORMALS_AT);
  const axis = field(body, AXES_AT) + VECTOR_BYTES * <usize>vertex;
  const end = numberOf(begin, vertex + 1);
  for (let k = numberOf(begin, vertex); k < end; k++) {
    const slot = <usize>numberOf(slots, k);
    if (load<u8>(touched + slot) != 0 && !alongAxis(axis, normals + NORMALS_BYTES * slot)) return false;
  }
  return true;
}
