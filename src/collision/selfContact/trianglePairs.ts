import type { BodyPairs } from './ContactSurface.ts';
import type { IntList } from './IntList.ts';
import type { FlatStars } from './FlatStars.ts';
import type { SurfaceTrees } from './SurfaceTrees.ts';
import { BOX, boxesOverlap, type SweptBoxes } from './SweptBoxes.ts';

/** Numbers of the node pairs on the stack while two trees are traversed: at most three pairs for each level of both, whose nodes halve. */
const STACK = 512;

/**
 * Appends the pairs of slots with overlapping boxes, of all enabled pairs of bodies, to `out`, except triangles that share a vertex with a flat star,
 * which cannot collide. The traversal order depends on the trees alone, so the pairs have the same order for all boxes. `stack` is scratch.
 */
export function collectTrianglePairs(
  trees: SurfaceTrees,
  boxes: SweptBoxes,
  pairs: BodyPairs,
  stars: FlatStars | undefined,
  stack: IntList,
  out: IntList,
): void {
  const { roots } = trees;
  const { arrays } = boxes;
  if (arrays.hasKernels && stars !== undefined) arrays.isFlat.set(stars.isFlat);
  for (let a = 0; a < pairs.bodyCount; a++) {
    for (let b = a; b < pairs.bodyCount; b++) {
      if (!mayCollide(a, b, roots, boxes, pairs)) continue;
      if (arrays.hasKernels) {
        arrays.findPairs(roots[a], roots[b], a === b && stars !== undefined, out);
        continue;
      }
      stack.clear();
      stack.reserve(STACK);
      stack.pushPair(roots[a], roots[b]);
      descend(trees, boxes, a === b ? stars : undefined, stack, out);
    }
  }
}

/** Whether two bodies, or one with itself, are an enabled pair, are both looked at, and have overlapping boxes. `roots`: the root of each body's tree. */
export function mayCollide(
  a: number,
  b: number,
  roots: Int32Array,
  { nodes, awake }: SweptBoxes,
  { bodyCount, enabled }: BodyPairs,
): boolean {
  if (enabled[a * bodyCount + b] === 0 || awake[a] === 0 || awake[b] === 0) return false;
  return a === b || boxesOverlap(nodes, BOX * roots[a], nodes, BOX * roots[b]);
}

/** Traverses the pairs of overlapping nodes on the stack, which has room for all that a tree can push. */
function descend(
  trees: SurfaceTrees,
  boxes: SweptBoxes,
  stars: FlatStars | undefined,
  stack: IntList,
  out: IntList,
): void {
  const { right, count } = trees;
  const { nodes } = boxes;
  const { values } = stack;
  let top = stack.length;
  stack.clear();
  while (top > 0) {
    top -= 2;
    const a = values[top];
    const b = values[top + 1];
    const rightA = right[a];
    const rightB = right[b];
    if (rightA === 0 && rightB === 0) compareLeaves(trees, boxes, stars, a, b, out);
    else if (a === b) {
      if (boxesOverlap(nodes, BOX * (a + 1), nodes, BOX * rightA)) {
        values[top] = a + 1;
        values[top + 1] = rightA;
        top += 2;
      }
      values[top] = rightA;
      values[top + 1] = rightA;
      values[top + 2] = a + 1;
      values[top + 3] = a + 1;
      top += 4;
    } else {
      const opensA = rightB === 0 || (rightA > 0 && count[a] >= count[b]);
      const farA = opensA ? rightA : a;
      const farB = opensA ? b : rightB;
      const nearA = opensA ? a + 1 : a;
      const nearB = opensA ? b : b + 1;
      if (boxesOverlap(nodes, BOX * farA, nodes, BOX * farB)) {
        values[top] = farA;
        values[top + 1] = farB;
        top += 2;
      }
      if (boxesOverlap(nodes, BOX * nearA, nodes, BOX * nearB)) {
        values[top] = nearA;
        values[top + 1] = nearB;
        top += 2;
      }
    }
  }
}

function compareLeaves(
  { first, count }: SurfaceTrees,
  { slots }: SweptBoxes,
  stars: FlatStars | undefined,
  a: number,
  b: number,
  out: IntList,
): void {
  const endA = first[a] + count[a];
  const endB = first[b] + count[b];
  for (let s = first[a]; s < endA; s++) {
    for (let t = a === b ? s + 1 : first[b]; t < endB; t++) {
      if (!boxesOverlap(slots, BOX * s, slots, BOX * t)) continue;
      if (stars !== undefined && stars.part(s, t)) continue;
      out.pushPair(s, t);
    }
  }
}

/**
 * Appends the pairs of slot `s` of body `body` with all others with overlapping boxes, the smaller slot first; of two `asked` slots, only those of the
 * smaller. `stack` is scratch.
 */
export function collectPairsOf(
  s: number,
  body: number,
  trees: SurfaceTrees,
  boxes: SweptBoxes,
  { bodyCount, enabled }: BodyPairs,
  stars: FlatStars,
  asked: Uint8Array,
  stack: IntList,
  out: IntList,
): void {
  const { roots, right, first, count } = trees;
  const { nodes, slots, awake } = boxes;
  for (let other = 0; other < bodyCount; other++) {
    if (enabled[body * bodyCount + other] === 0 || awake[other] === 0) continue;
    stack.clear();
    stack.push(roots[other]);
    while (stack.length > 0) {
      const node = stack.values[--stack.length];
      if (!boxesOverlap(nodes, BOX * node, slots, BOX * s)) continue;
      if (right[node] > 0) {
        stack.pushPair(right[node], node + 1);
        continue;
      }
      for (let t = first[node]; t < first[node] + count[node]; t++) {
        if (t === s || (t < s && asked[t] !== 0) || !boxesOverlap(slots, BOX * s, slots, BOX * t)) continue;
        if (body === other && stars.part(s, t)) continue;
        if (s < t) out.pushPair(s, t);
        else out.pushPair(t, s);
      }
    }
  }
}
