import { ENDS_AT, PADS_AT, STARTS_AT } from '../pairFields';
import { field } from './body';

// Paths of vertices through a step and planes that part them, as `Paths.ts` has them.

@inline
export function vectorOf(array: usize, vertex: i32): usize {
  return array + (<usize>vertex) * 24;
}

@inline
export function padOf(pads: usize, vertex: i32): f64 {
  return load<f64>(pads + ((<usize>vertex) << 3));
}

/** Sums of the starts and the ends of three vertices along an axis, whose offset is `axis`. */
@inline
function sumOf(starts: usize, ends: usize, a: i32, b: i32, c: i32, axis: usize): f64 {
  return (
    load<f64>(vectorOf(starts, a) + axis) +
    load<f64>(vectorOf(ends, a) + axis) +
    load<f64>(vectorOf(starts, b) + axis) +
    load<f64>(vectorOf(ends, b) + axis) +
    load<f64>(vectorOf(starts, c) + axis) +
    load<f64>(vectorOf(ends, c) + axis)
  );
}

/** p . (x, y, z) of a vertex. */
@inline
export function along(p: usize, vertex: i32, x: f64, y: f64, z: f64): f64 {
  const at = vectorOf(p, vertex);
  return x * load<f64>(at) + y * load<f64>(at, 8) + z * load<f64>(at, 16);
}

/** Returns the gap along (x, y, z) between the points a, b, c and d, e, f of `p`, m2. */
@inline
function gapOf(p: usize, a: i32, b: i32, c: i32, d: i32, e: i32, f: i32, x: f64, y: f64, z: f64): f64 {
  let low = along(p, a, x, y, z);
  const second = along(p, b, x, y, z);
  const third = along(p, c, x, y, z);
  if (second < low) low = second;
  if (third < low) low = third;
  let high = along(p, d, x, y, z);
  const fifth = along(p, e, x, y, z);
  const sixth = along(p, f, x, y, z);
  if (fifth > high) high = fifth;
  if (sixth > high) high = sixth;
  return low - high;
}

/** Returns the same as `pathsPart` of `Paths.ts`, with its operations in its order. */
export function pathsPart(body: usize, a: i32, b: i32, c: i32, d: i32, e: i32, f: i32): bool {
  const starts = field(body, STARTS_AT);
  const ends = field(body, ENDS_AT);
  const pads = field(body, PADS_AT);
  const x = sumOf(starts, ends, a, b, c, 0) - sumOf(starts, ends, d, e, f, 0);
  const y = sumOf(starts, ends, a, b, c, 8) - sumOf(starts, ends, d, e, f, 8);
  const z = sumOf(starts, ends, a, b, c, 16) - sumOf(starts, ends, d, e, f, 16);
  const before = gapOf(starts, a, b, c, d, e, f, x, y, z);
  if (!(before > 0.0)) return false;
  let pad = padOf(pads, a);
  if (padOf(pads, b) > pad) pad = padOf(pads, b);
  if (padOf(pads, c) > pad) pad = padOf(pads, c);
  let otherPad = padOf(pads, d);
  if (padOf(pads, e) > otherPad) otherPad = padOf(pads, e);
  if (padOf(pads, f) > otherPad) otherPad = padOf(pads, f);
  const stray = (pad + otherPad) * Math.sqrt(x * x + y * y + z * z);
  if (!(before > stray)) return false;
  return gapOf(ends, a, b, c, d, e, f, x, y, z) > stray;
}
