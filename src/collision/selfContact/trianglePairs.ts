import type { BodyPairs } from './ContactSurface.ts';
import type { IntList } from './IntList.ts';
import type { FlatStars } from './FlatStars.ts';
import type { SurfaceTrees } from './SurfaceTrees.ts';
import { BOX, boxesOverlap, type SweptBoxes } from './SweptBoxes.ts';

/** Which of the overlapping pairs are wanted. */
export interface PairFilter {
  /** Triangles that share a vertex whose star stays flat cannot meet. */
  readonly stars?: FlatStars;
  /** Not 0 for the slots, and for the nodes that hold one, of which a pair must have at least one. */
  readonly changedSlots?: Uint8Array;
  readonly changedNodes?: Uint8Array;
}

/**
 * Appends the pairs of slots whose boxes overlap, of all enabled pairs of bodies, to `out`. Which node is opened next depends on the trees
 * alone: pairs come in one order, whatever the boxes are. `stack` is scratch.
 */
export function collectTrianglePairs(
  trees: SurfaceTrees,
  boxes: SweptBoxes,
  { bodyCount, enabled }: BodyPairs,
  filter: PairFilter,
  stack: IntList,
  out: IntList,
): void {
  const { roots } = trees;
  const { nodes } = boxes;
  for (let a = 0; a < bodyCount; a++) {
    for (let b = a; b < bodyCount; b++) {
      if (enabled[a * bodyCount + b] === 0 || roots[a] < 0 || roots[b] < 0) continue;
      if (a !== b && !boxesOverlap(nodes, BOX * roots[a], nodes, BOX * roots[b])) continue;
      stack.clear();
      stack.pushPair(roots[a], roots[b]);
      descend(trees, boxes, filter, stack, out);
    }
  }
}

/** Opens the pairs of overlapping nodes on the stack. */
function descend(trees: SurfaceTrees, boxes: SweptBoxes, filter: PairFilter, stack: IntList, out: IntList): void {
  const { right, count } = trees;
  const { nodes } = boxes;
  const { changedNodes } = filter;
  while (stack.length > 0) {
    stack.length -= 2;
    const a = stack.values[stack.length];
    const b = stack.values[stack.length + 1];
    if (changedNodes !== undefined && changedNodes[a] === 0 && changedNodes[b] === 0) continue;
    const rightA = right[a];
    const rightB = right[b];
    if (rightA === 0 && rightB === 0) compareLeaves(trees, boxes, filter, a, b, out);
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
  { stars, changedSlots }: PairFilter,
  a: number,
  b: number,
  out: IntList,
): void {
  const endA = first[a] + count[a];
  const endB = first[b] + count[b];
  for (let s = first[a]; s < endA; s++) {
    for (let t = a === b ? s + 1 : first[b]; t < endB; t++) {
      if (changedSlots !== undefined && changedSlots[s] === 0 && changedSlots[t] === 0) continue;
      if (!boxesOverlap(slots, BOX * s, slots, BOX * t)) continue;
      if (stars !== undefined && stars.part(s, t)) continue;
      out.pushPair(s, t);
    }
  }
}
