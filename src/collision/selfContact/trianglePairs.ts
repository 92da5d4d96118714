import type { BodyPairs } from './ContactSurface.ts';
import type { IntList } from './IntList.ts';
import type { SurfaceTrees } from './SurfaceTrees.ts';
import { BOX, boxesOverlap, type SweptBoxes } from './SweptBoxes.ts';

/**
 * Appends the pairs of slots whose boxes overlap, of all enabled pairs of bodies, to `out`. Which node is opened next depends on the trees
 * alone: pairs come in one order, whatever the boxes are. `stack` is scratch.
 */
export function collectTrianglePairs(
  trees: SurfaceTrees,
  boxes: SweptBoxes,
  { bodyCount, enabled }: BodyPairs,
  stack: IntList,
  out: IntList,
): void {
  const { roots } = trees;
  for (let a = 0; a < bodyCount; a++) {
    for (let b = a; b < bodyCount; b++) {
      if (enabled[a * bodyCount + b] === 0 || roots[a] < 0 || roots[b] < 0) continue;
      stack.clear();
      stack.pushPair(roots[a], roots[b]);
      descend(trees, boxes, stack, out);
    }
  }
}

function descend({ right, first, count }: SurfaceTrees, boxes: SweptBoxes, stack: IntList, out: IntList): void {
  const { nodes, slots } = boxes;
  while (stack.length > 0) {
    stack.length -= 2;
    const a = stack.values[stack.length];
    const b = stack.values[stack.length + 1];
    if (a === b) {
      const other = right[a];
      if (other > 0) {
        stack.pushPair(a + 1, other);
        stack.pushPair(other, other);
        stack.pushPair(a + 1, a + 1);
        continue;
      }
    } else if (!boxesOverlap(nodes, BOX * a, nodes, BOX * b)) continue;
    if (right[a] === 0 && right[b] === 0) {
      const endA = first[a] + count[a];
      const endB = first[b] + count[b];
      for (let s = first[a]; s < endA; s++) {
        for (let t = a === b ? s + 1 : first[b]; t < endB; t++) {
          if (boxesOverlap(slots, BOX * s, slots, BOX * t)) out.pushPair(s, t);
        }
      }
    } else if (right[b] === 0 || (right[a] > 0 && count[a] >= count[b])) {
      stack.pushPair(right[a], b);
      stack.pushPair(a + 1, b);
    } else {
      stack.pushPair(a, right[b]);
      stack.pushPair(a, b + 1);
    }
  }
}
