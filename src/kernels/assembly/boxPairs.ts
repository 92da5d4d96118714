// Pairs of triangles with overlapping boxes of two trees, in the order and with the tests of `trianglePairs.ts`: the same pairs. Arrays are named by the addresses of their first bytes.

/** Bytes of a packed box, as `SweptBoxes` says: a word per axis for the start, then one per axis for the end. */
const BOX: usize = 24;
/** Bytes from which the last four words of a box begin. */
export const LAST_FOUR: usize = 8;
/** Numbers that a comparison of two leaves writes at most. */
const LEAF_NUMBERS: i32 = 8;

/** The words of a box with their halves swapped. */
@inline
function swapped(words: v128): v128 {
  return v128.shuffle<u16>(words, words, 1, 0, 3, 2, 5, 4, 7, 6);
}

/** Returns whether two boxes are separated along no axis on the same side at both ends: in the sum of one with the other swapped, plus one in each half, the highest bits of both halves are set, at the start or at the end. */
@inline
export function overlap(a: usize, b: usize): bool {
  const one = i32x4.splat(0x00010001);
  const before = i32x4.add(i32x4.add(v128.load(a), swapped(v128.load(b))), one);
  const after = i32x4.add(i32x4.add(v128.load(a, LAST_FOUR), swapped(v128.load(b, LAST_FOUR))), one);
  const either = v128.or(v128.or(before, v128.shuffle<i32>(after, after, 1, 2, 3, 3)), i32x4(0, 0, 0, -1));
  const both = i32x4.splat(0x80008000);
  return i32x4.all_true(i32x4.eq(v128.and(either, both), both));
}

/** Returns whether the triangles of two slots share a vertex whose star stays flat. */
@inline
function part(s: i32, t: i32, corners: usize, isFlat: usize): bool {
  const at = corners + <usize>(12 * t);
  const a = load<i32>(at);
  const b = load<i32>(at, 4);
  const c = load<i32>(at, 8);
  for (let k: usize = 0; k < 12; k += 4) {
    const v = load<i32>(corners + <usize>(12 * s) + k);
    if ((v == a || v == b || v == c) && load<u8>(isFlat + <usize>v) != 0) return true;
  }
  return false;
}

@inline
export function numberOf(array: usize, at: i32): i32 {
  return load<i32>(array + ((<usize>at) << 2));
}

@inline
function pushPair(stack: usize, top: i32, a: i32, b: i32): void {
  store<i32>(stack + ((<usize>top) << 2), a);
  store<i32>(stack + ((<usize>top) << 2), b, 4);
}

@inline
export function boxOf(boxes: usize, at: i32): usize {
  return boxes + BOX * <usize>at;
}

/**
 * Traverses the pairs of overlapping nodes of which `top` numbers are on `stack`, until there are none left, or `out` has no room for those of two more leaves. Writes pairs of slots to `out`, which has room for `capacity` numbers, and how
 * many numbers are left on the stack to `left`; returns how many it wrote. Pairs with a common flat star are left out where `skipsStars` is not 0.
 */
export function findPairs(
  top: i32,
  skipsStars: i32,
  capacity: i32,
  nodes: usize,
  slots: usize,
  right: usize,
  first: usize,
  count: usize,
  corners: usize,
  isFlat: usize,
  stack: usize,
  left: usize,
  out: usize,
): i32 {
  let found: i32 = 0;
  while (top > 0 && found + LEAF_NUMBERS <= capacity) {
    top -= 2;
    const a = numberOf(stack, top);
    const b = numberOf(stack, top + 1);
    const rightA = numberOf(right, a);
    const rightB = numberOf(right, b);
    if (rightA == 0 && rightB == 0) {
      const endA = numberOf(first, a) + numberOf(count, a);
      const endB = numberOf(first, b) + numberOf(count, b);
      for (let s = numberOf(first, a); s < endA; s++) {
        for (let t = a == b ? s + 1 : numberOf(first, b); t < endB; t++) {
          if (!overlap(boxOf(slots, s), boxOf(slots, t))) continue;
          if (skipsStars != 0 && part(s, t, corners, isFlat)) continue;
          pushPair(out, found, s, t);
          found += 2;
        }
      }
    } else if (a == b) {
      if (overlap(boxOf(nodes, a + 1), boxOf(nodes, rightA))) {
        pushPair(stack, top, a + 1, rightA);
        top += 2;
      }
      pushPair(stack, top, rightA, rightA);
      pushPair(stack, top + 2, a + 1, a + 1);
      top += 4;
    } else {
      const opensA = rightB == 0 || (rightA > 0 && numberOf(count, a) >= numberOf(count, b));
      const farA = opensA ? rightA : a;
      const farB = opensA ? b : rightB;
      const nearA = opensA ? a + 1 : a;
      const nearB = opensA ? b : b + 1;
      if (overlap(boxOf(nodes, farA), boxOf(nodes, farB))) {
        pushPair(stack, top, farA, farB);
        top += 2;
      }
      if (overlap(boxOf(nodes, nearA), boxOf(nodes, nearB))) {
        pushPair(stack, top, nearA, nearB);
        top += 2;
      }
    }
  }
  store<i32>(left, top);
  return found;
}
