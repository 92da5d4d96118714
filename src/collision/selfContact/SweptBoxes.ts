import { BOX, BoxArrays } from '../../kernels/contacts/BoxArrays.ts';
import type { BodyPairs } from './ContactSurface.ts';
import type { ContactTopology } from './ContactTopology.ts';
import type { Paths } from './Paths.ts';
import type { SurfaceTrees } from './SurfaceTrees.ts';

/*
 * Words of a box: one per axis for the start of the step, then one per axis for its end. The low half of each is the highest cell, the high half the number of
 * cells from the lowest to the last.
 */
export { BOX };
/** The last cell along each axis of the extent of all bodies. */
const LAST = 0x7fff;
/** Bits that are set, both ways, where boxes overlap: in the sum of one box and the other with its halves swapped, plus one in each half. */
const ONES = 0x00010001;
const BOTH = 0x80008000 | 0;
/** Pads by which bodies' extents exceed their vertices' boxes; vertices may stray that far before the sleeping bodies are re-examined. */
const EXTENT_PADS = 16;
/** Values of a body's extent: lowest and highest x, y, z at the start, then at the end, m. */
const EXTENT = 12;

/**
 * Boxes around the primitives of a surface at both ends of a step. Paths are straight, so primitives that are separated along an axis, on the same side at the start and at the end, are
 * separated in between: only those that overlap, or change sides, may collide, however far all move together. Boxes are quantised to
 * 32 768 cells along each axis, rounded outwards, so that an axis is one word and one addition compares it; beyond the extent they are clamped to the last
 * cell, where they still overlap the same boxes. Bodies that can meet none of the enabled pairs sleep: they have no boxes.
 */
export class SweptBoxes {
  /** The boxes of triangles and nodes, with the kernel that compares them. */
  readonly arrays: BoxArrays;
  /** Packed boxes: `BOX` words each; triangles by slot. */
  readonly vertices: Int32Array;
  readonly slots: Int32Array;
  readonly nodes: Int32Array;
  /** Non-zero for bodies that may meet another one or themselves. */
  readonly awake: Uint8Array;
  private readonly extents: Float64Array;
  /** Lowest corner of the extent of all awake bodies, m, and cells per metre. */
  private readonly origin = new Float64Array(3);
  private readonly cells = new Float64Array(3);

  constructor(
    private readonly topology: ContactTopology,
    private readonly trees: SurfaceTrees,
    vertexCount: number,
  ) {
    this.arrays = new BoxArrays({ ...trees, corners: topology.corners }, vertexCount);
    this.vertices = this.arrays.vertices;
    this.slots = this.arrays.slots;
    this.nodes = this.arrays.nodes;
    this.awake = new Uint8Array(trees.roots.length);
    this.extents = new Float64Array(EXTENT * trees.roots.length);
  }

  /** Computes the boxes of all awake bodies. */
  refit(paths: Paths, pairs: BodyPairs): void {
    const { roots, vertexBegin, first, count } = this.trees;
    for (let body = 0; body < roots.length; body++) this.measureBody(body, paths);
    this.wake(pairs);
    this.setCells();
    const { arrays, origin, cells } = this;
    if (arrays.hasKernels) arrays.takePaths(paths, origin, cells);
    for (let body = 0; body < roots.length; body++) {
      if (this.awake[body] === 0) continue;
      const root = roots[body];
      const end = first[root] + count[root];
      if (arrays.hasKernels) {
        arrays.pack(vertexBegin[body], vertexBegin[body + 1]);
        arrays.refit(first[root], end, root, this.trees.lastNode[body]);
        continue;
      }
      for (let v = vertexBegin[body]; v < vertexBegin[body + 1]; v++) this.packVertex(v, paths);
      for (let slot = first[root]; slot < end; slot++) this.refitSlot(slot);
      for (let node = this.trees.lastNode[body]; node >= root; node--) this.refitNode(node);
    }
  }

  /** Updates the boxes of a vertex whose path has changed, of its triangles in `slots[begin .. end]`, and of their ancestors. */
  update(v: number, paths: Paths, slots: Int32Array, begin: number, end: number): void {
    const { leafOf, parent } = this.trees;
    this.packVertex(v, paths);
    for (let k = begin; k < end; k++) {
      this.refitSlot(slots[k]);
      for (let node = leafOf[slots[k]]; node >= 0; node = parent[node]) this.refitNode(node);
    }
  }

  /** Returns whether vertex `v` of `body`, whose path has changed, ends where sleeping bodies may stay asleep. */
  letsSleep(v: number, body: number, { ends, pads }: Paths): boolean {
    const { extents } = this;
    const at = EXTENT * body + 6;
    for (let axis = 0; axis < 3; axis++) {
      const to = ends[3 * v + axis];
      if (!(to - pads[v] >= extents[at + axis] && to + pads[v] <= extents[at + 3 + axis])) return false;
    }
    return true;
  }

  private measureBody(body: number, { starts, ends, pads }: Paths): void {
    const { extents } = this;
    const { vertexBegin } = this.trees;
    const at = EXTENT * body;
    const first = vertexBegin[body];
    const last = vertexBegin[body + 1];
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      let lowEnd = Infinity;
      let highEnd = -Infinity;
      for (let v = first; v < last; v++) {
        const pad = EXTENT_PADS * pads[v];
        const from = starts[3 * v + axis];
        const to = ends[3 * v + axis];
        if (from - pad < low) low = from - pad;
        if (from + pad > high) high = from + pad;
        if (to - pad < lowEnd) lowEnd = to - pad;
        if (to + pad > highEnd) highEnd = to + pad;
      }
      extents[at + axis] = low;
      extents[at + 3 + axis] = high;
      extents[at + 6 + axis] = lowEnd;
      extents[at + 9 + axis] = highEnd;
    }
  }

  private wake({ bodyCount, enabled }: BodyPairs): void {
    const { awake } = this;
    const { roots } = this.trees;
    awake.fill(0);
    for (let a = 0; a < bodyCount; a++) {
      for (let b = a; b < bodyCount; b++) {
        if (enabled[a * bodyCount + b] === 0 || roots[a] < 0 || roots[b] < 0) continue;
        if (a !== b && this.bodiesPart(EXTENT * a, EXTENT * b)) continue;
        awake[a] = 1;
        awake[b] = 1;
      }
    }
  }

  private bodiesPart(a: number, b: number): boolean {
    const { extents } = this;
    for (let axis = 0; axis < 3; axis++) {
      const k = a + axis;
      const l = b + axis;
      if (extents[k] > extents[l + 3] && extents[k + 6] > extents[l + 9]) return true;
      if (extents[l] > extents[k + 3] && extents[l + 6] > extents[k + 9]) return true;
    }
    return false;
  }

  private setCells(): void {
    const { extents, origin, cells, awake } = this;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let body = 0; body < awake.length; body++) {
        if (awake[body] === 0) continue;
        const at = EXTENT * body + axis;
        low = Math.min(low, extents[at], extents[at + 6]);
        high = Math.max(high, extents[at + 3], extents[at + 9]);
      }
      origin[axis] = low;
      cells[axis] = high > low ? LAST / (high - low) : 0;
    }
  }

  private packVertex(v: number, { starts, ends, pads }: Paths): void {
    const { vertices, origin, cells } = this;
    const pad = pads[v];
    for (let axis = 0; axis < 3; axis++) {
      const scale = cells[axis];
      const from = starts[3 * v + axis] - origin[axis];
      const to = ends[3 * v + axis] - origin[axis];
      const low = Math.floor((from - pad) * scale);
      const high = Math.ceil((from + pad) * scale);
      const lowEnd = Math.floor((to - pad) * scale);
      const highEnd = Math.ceil((to + pad) * scale);
      const lowest = low < 0 ? 0 : low < LAST ? low : LAST;
      const highest = high < 0 ? 0 : high < LAST ? high : LAST;
      const lowestEnd = lowEnd < 0 ? 0 : lowEnd < LAST ? lowEnd : LAST;
      const highestEnd = highEnd < 0 ? 0 : highEnd < LAST ? highEnd : LAST;
      vertices[BOX * v + axis] = highest | ((LAST - lowest) << 16);
      vertices[BOX * v + 3 + axis] = highestEnd | ((LAST - lowestEnd) << 16);
    }
  }

  private refitSlot(slot: number): void {
    const { vertices, slots } = this;
    const { corners } = this.topology;
    const a = BOX * corners[3 * slot];
    const b = BOX * corners[3 * slot + 1];
    const c = BOX * corners[3 * slot + 2];
    const to = BOX * slot;
    for (let k = 0; k < BOX; k++) slots[to + k] = joined(joined(vertices[a + k], vertices[b + k]), vertices[c + k]);
  }

  private refitNode(node: number): void {
    const { slots, nodes } = this;
    const { right, first, count } = this.trees;
    const to = BOX * node;
    if (right[node] > 0) {
      const a = BOX * (node + 1);
      const b = BOX * right[node];
      for (let k = 0; k < BOX; k++) nodes[to + k] = joined(nodes[a + k], nodes[b + k]);
      return;
    }
    const begin = BOX * first[node];
    const end = begin + BOX * count[node];
    for (let k = 0; k < BOX; k++) {
      let word = slots[begin + k];
      for (let at = begin + BOX + k; at < end; at += BOX) word = joined(word, slots[at]);
      nodes[to + k] = word;
    }
  }
}

/** Returns the union of two words: the larger of each half. */
function joined(one: number, other: number): number {
  const high = one & 0xffff;
  const otherHigh = other & 0xffff;
  const low = one >>> 16;
  const otherLow = other >>> 16;
  return (high > otherHigh ? high : otherHigh) | ((low > otherLow ? low : otherLow) << 16);
}

/** Returns whether the primitives in the packed boxes `a[i ..]` and `b[j ..]` may meet in the step. */
export function boxesOverlap(a: Int32Array, i: number, b: Int32Array, j: number): boolean {
  return (
    overlapAlong(a[i], a[i + 3], b[j], b[j + 3]) &&
    overlapAlong(a[i + 1], a[i + 4], b[j + 1], b[j + 4]) &&
    overlapAlong(a[i + 2], a[i + 5], b[j + 2], b[j + 5])
  );
}

/** Returns whether two boxes, each with words for the start and the end along one axis, are not separated on the same side throughout. */
function overlapAlong(start: number, end: number, otherStart: number, otherEnd: number): boolean {
  const before = (start + ((otherStart << 16) | (otherStart >>> 16)) + ONES) | 0;
  const after = (end + ((otherEnd << 16) | (otherEnd >>> 16)) + ONES) | 0;
  return ((before | after) & BOTH) === BOTH;
}
