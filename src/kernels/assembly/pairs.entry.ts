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
