import type { BodyPairs } from './ContactSurface.ts';
import type { IntList } from './IntList.ts';
import type { FlatStars } from './FlatStars.ts';
import type { SurfaceTrees } from './SurfaceTrees.ts';
import { BOX, boxesOverlap, type SweptBoxes } from './SweptBoxes.ts';

/**
 * Appends the pairs of slots whose boxes overlap, of all enabled pairs of bodies, to `out`, less triangles that share a vertex whose star stays flat,
 * which cannot meet. Which node is opened next depends on the trees alone: pairs come in one order, whatever the boxes are. `stack` is scratch.
 */
export function collectTrianglePairs(
  trees: SurfaceTrees,
  boxes: SweptBoxes,
  { bodyCount, enabled }: BodyPairs,
  stars: FlatStars | undefined,
  stack: IntList,
  out: IntList,
): void {
  const { roots } = trees;
  const { nodes, awake } = boxes;
  for (let a = 0; a < bodyCount; a++) {
    if (awake[a] === 0) continue;
    for (let b = a; b < bodyCount; b++) {
      if (enabled[a * bodyCount + b] === 0 || awake[b] === 0) continue;
      if (a !== b && !boxesOverlap(nodes, BOX * roots[a], nodes, BOX * roots[b])) continue;
      stack.clear();
      stack.pushPair(roots[a], roots[b]);
      descend(trees, boxes, a === b ? stars : undefined, stack, out);
    }
  }
}

/** Opens the pairs of overlapping nodes on the stack. */
function descend(
  trees: SurfaceTrees,
  boxes: SweptBoxes,
  stars: FlatStars | undefined,
  stack: IntList,
  out: IntList,
): void {
  const { right, count } = trees;
  const { nodes } = boxes;
  while (stack.length > 0) {
    stack.length -= 2;
    const a = stack.values[stack.length];
    const b = stack.values[stack.length + 1];
    const rightA = right[a];
    const rightB = right[b];
    if (rightA === 0 && rightB === 0) compareLeaves(trees, boxes, stars, a, b, out);
    else if (a === b) {
      if (boxesOverlap(nodes, BOX * (a + 1), nodes, BOX * rightA)) stack.pushPair(a + 1, rightA);
      stack.pushPair(rightA, rightA);
      stack.pushPair(a + 1, a + 1);
    } else if (rightB === 0 || (rightA > 0 && count[a] >= count[b])) {
      if (boxesOverlap(nodes, BOX * rightA, nodes, BOX * b)) stack.pushPair(rightA, b);
      if (boxesOverlap(nodes, BOX * (a + 1), nodes, BOX * b)) stack.pushPair(a + 1, b);
    } else {
      if (boxesOverlap(nodes, BOX * a, nodes, BOX * rightB)) stack.pushPair(a, rightB);
      if (boxesOverlap(nodes, BOX * a, nodes, BOX * (b + 1))) stack.pushPair(a, b + 1);
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
 * Appends the pairs of slot `s` of body `body` with all others whose boxes overlap its, the smaller slot first; of two `asked` slots, those of the
 * smaller alone. `stack` is scratch.
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
