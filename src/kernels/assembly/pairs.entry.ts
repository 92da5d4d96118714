import { boxOf, LAST_FOUR, numberOf } from './boxPairs';

export { findPairs } from './boxPairs';

/** Writes the union of two boxes: the larger of each half of their words. */
@inline
function join(a: usize, b: usize, to: usize): void {
  const firstFour = i16x8.max_u(v128.load(a), v128.load(b));
  const lastFour = i16x8.max_u(v128.load(a, LAST_FOUR), v128.load(b, LAST_FOUR));
  v128.store(to, firstFour);
  v128.store(to, lastFour, LAST_FOUR);
}

/** The last cell along each axis. */
const LAST: f64 = 0x7fff;
/** Bytes of the words of a box for the start. */
const END_AT: usize = 12;

@inline
function inCells(cell: f64): i32 {
  return <i32>(cell < 0.0 ? 0.0 : cell < LAST ? cell : LAST);
}

/** The word of a range along an axis, as `SweptBoxes` says. */
@inline
function wordOf(at: f64, pad: f64, scale: f64): i32 {
  const low = inCells(Math.floor((at - pad) * scale));
  return inCells(Math.ceil((at + pad) * scale)) | ((<i32>LAST - low) << 16);
}

/** Computes the boxes of vertices from `begin` to before `end` at the starts and the ends of their paths. `cells`: origin of the cells, m, and their number per metre, xyz each. */
export function pack(begin: i32, end: i32, vertices: usize, starts: usize, ends: usize, pads: usize, cells: usize): void {
  for (let v = begin; v < end; v++) {
    const pad = load<f64>(pads + ((<usize>v) << 3));
    const out = boxOf(vertices, v);
    for (let axis: usize = 0; axis < 3; axis++) {
      const at = (<usize>v) * 24 + (axis << 3);
      const origin = load<f64>(cells + (axis << 3));
      const scale = load<f64>(cells + (axis << 3), 24);
      store<i32>(out + (axis << 2), wordOf(load<f64>(starts + at) - origin, pad, scale));
      store<i32>(out + (axis << 2), wordOf(load<f64>(ends + at) - origin, pad, scale), END_AT);
    }
  }
}

/** Recomputes the boxes of slots from `begin` to before `end` from those of their vertices, then those of nodes from `last` down to `root`. */
export function refit(
  begin: i32,
  end: i32,
  root: i32,
  last: i32,
  vertices: usize,
  nodes: usize,
  slots: usize,
  right: usize,
  first: usize,
  count: usize,
  corners: usize,
): void {
  for (let s = begin; s < end; s++) {
    const at = boxOf(slots, s);
    join(boxOf(vertices, numberOf(corners, 3 * s)), boxOf(vertices, numberOf(corners, 3 * s + 1)), at);
    join(at, boxOf(vertices, numberOf(corners, 3 * s + 2)), at);
  }
  for (let node = last; node >= root; node--) {
    const at = boxOf(nodes, node);
    const other = numberOf(right, node);
    if (other > 0) {
      join(boxOf(nodes, node + 1), boxOf(nodes, other), at);
      continue;
    }
    const from = numberOf(first, node);
    const to = from + numberOf(count, node);
    join(boxOf(slots, from), boxOf(slots, from), at);
    for (let s = from + 1; s < to; s++) join(at, boxOf(slots, s), at);
  }
}
