import type { ContactTopology } from './ContactTopology.ts';
import type { SurfaceTrees } from './SurfaceTrees.ts';

/** Words of a box: one per axis, its highest cell in the low half, and what is left from its lowest to the last cell in the high half. */
export const BOX = 3;
/** Numbers of a vertex' exact box: lowest x, y, z, highest x, y, z. */
const BOUNDS = 6;
/** The last of the cells into which the extent of everything is cut along each axis. */
const LAST = 0x7fff;
/** In the sum of one box and the other with its halves swapped, plus one in each half, these bits say that they overlap, both ways. */
const ONES = 0x00010001;
const BOTH = 0x80008000 | 0;

/**
 * The boxes around the paths of a surface's primitives through a step, in a frame that moves with `drift` (the mean displacement: boxes
 * of a falling cloth stay small). All are cut to 32 768 cells along each axis, rounded outwards, so that an axis is one word and one addition compares it;
 * beyond the extent they are cut off at the last cell, where they still overlap what they did.
 */
export class SweptBoxes {
  /** Packed boxes: `BOX` words each; triangles by slot. */
  readonly vertices: Int32Array;
  readonly edges: Int32Array;
  readonly slots: Int32Array;
  readonly nodes: Int32Array;
  /** The vertices' boxes before they are cut to cells. */
  private readonly bounds: Float32Array;
  private readonly drift = new Float64Array(3);
  /** Lowest corner of the extent, m, and cells per metre. */
  private readonly origin = new Float64Array(3);
  private readonly cells = new Float64Array(3);

  constructor(
    private readonly topology: ContactTopology,
    private readonly trees: SurfaceTrees,
    vertexCount: number,
  ) {
    this.bounds = new Float32Array(BOUNDS * vertexCount);
    this.vertices = new Int32Array(BOX * vertexCount);
    this.edges = new Int32Array(BOX * (topology.edges.length / 2));
    this.slots = new Int32Array(BOX * trees.order.length);
    this.nodes = new Int32Array(BOX * trees.count.length);
  }

  /** Boxes of paths from `x` to `x + u`, m, each vertex padded by half its thickness and by `margin[0]`. */
  refit(x: Float64Array, u: Float64Array, thickness: Float64Array, margin: Float64Array): void {
    this.setDrift(u);
    const { bounds, drift } = this;
    const vertexCount = thickness.length;
    const smallest = margin[0];
    for (let v = 0; v < vertexCount; v++) {
      const pad = 0.5 * thickness[v] + smallest;
      for (let axis = 0; axis < 3; axis++) {
        const from = x[3 * v + axis];
        const to = from + (u[3 * v + axis] - drift[axis]);
        bounds[BOUNDS * v + axis] = (from < to ? from : to) - pad;
        bounds[BOUNDS * v + 3 + axis] = (from < to ? to : from) + pad;
      }
    }
    this.setCells();
    this.refitFromBounds();
  }

  /** Whether vertex `v`, displaced by `u`, stays `margin[0]` within its box. */
  holds(v: number, x: Float64Array, u: Float64Array, margin: Float64Array): boolean {
    const { bounds, drift } = this;
    const inner = margin[0];
    for (let axis = 0; axis < 3; axis++) {
      const from = x[3 * v + axis];
      const to = from + (u[3 * v + axis] - drift[axis]);
      const low = bounds[BOUNDS * v + axis] + inner;
      const high = bounds[BOUNDS * v + 3 + axis] - inner;
      if (!(from >= low && from <= high && to >= low && to <= high)) return false;
    }
    return true;
  }

  /** Takes over all boxes of `other`; the vertices' may then be widened, and the rest refitted. */
  copy(other: SweptBoxes): void {
    this.bounds.set(other.bounds);
    this.drift.set(other.drift);
    this.origin.set(other.origin);
    this.cells.set(other.cells);
    this.vertices.set(other.vertices);
    this.edges.set(other.edges);
    this.slots.set(other.slots);
    this.nodes.set(other.nodes);
  }

  /** Widens the box of vertex `v` by its path as it is now, padded by half its thickness and by `margin[0]`. */
  include(v: number, x: Float64Array, u: Float64Array, thickness: Float64Array, margin: Float64Array): void {
    const { bounds, drift } = this;
    const pad = 0.5 * thickness[v] + margin[0];
    for (let axis = 0; axis < 3; axis++) {
      const from = x[3 * v + axis];
      const to = from + (u[3 * v + axis] - drift[axis]);
      const low = BOUNDS * v + axis;
      bounds[low] = Math.min(bounds[low], Math.min(from, to) - pad);
      bounds[low + 3] = Math.max(bounds[low + 3], Math.max(from, to) + pad);
    }
  }

  /** Packed boxes around the vertices' boxes, where vertices, slots and nodes are marked. */
  refitMarked(marked: Uint8Array, markedSlots: Uint8Array, markedNodes: Uint8Array): void {
    const { edges: ends } = this.topology;
    for (let v = 0; v < marked.length; v++) if (marked[v] !== 0) this.packVertex(v);
    for (let e = 0; 2 * e < ends.length; e++) {
      if ((marked[ends[2 * e]] | marked[ends[2 * e + 1]]) !== 0) this.refitEdge(e);
    }
    for (let slot = 0; slot < markedSlots.length; slot++) if (markedSlots[slot] !== 0) this.refitSlot(slot);
    for (let node = markedNodes.length - 1; node >= 0; node--) if (markedNodes[node] !== 0) this.refitNode(node);
  }

  private refitFromBounds(): void {
    for (let v = 0; BOX * v < this.vertices.length; v++) this.packVertex(v);
    for (let e = 0; BOX * e < this.edges.length; e++) this.refitEdge(e);
    for (let slot = 0; BOX * slot < this.slots.length; slot++) this.refitSlot(slot);
    for (let node = this.trees.count.length - 1; node >= 0; node--) this.refitNode(node);
  }

  private packVertex(v: number): void {
    const { bounds, vertices, origin, cells } = this;
    for (let axis = 0; axis < 3; axis++) {
      const at = BOUNDS * v + axis;
      const low = Math.floor((bounds[at] - origin[axis]) * cells[axis]);
      const high = Math.ceil((bounds[at + 3] - origin[axis]) * cells[axis]);
      const lowest = low < 0 ? 0 : low < LAST ? low : LAST;
      const highest = high < 0 ? 0 : high < LAST ? high : LAST;
      vertices[BOX * v + axis] = highest | ((LAST - lowest) << 16);
    }
  }

  private refitEdge(edge: number): void {
    const { edges: ends } = this.topology;
    join(this.vertices, BOX * ends[2 * edge], this.vertices, BOX * ends[2 * edge + 1], this.edges, BOX * edge);
  }

  private refitSlot(slot: number): void {
    const { vertices, slots } = this;
    const { corners } = this.topology;
    const to = BOX * slot;
    join(vertices, BOX * corners[3 * slot], vertices, BOX * corners[3 * slot + 1], slots, to);
    join(slots, to, vertices, BOX * corners[3 * slot + 2], slots, to);
  }

  private refitNode(node: number): void {
    const { slots, nodes } = this;
    const { right, first, count } = this.trees;
    const to = BOX * node;
    if (right[node] > 0) {
      join(nodes, BOX * (node + 1), nodes, BOX * right[node], nodes, to);
      return;
    }
    const slot = first[node];
    join(slots, BOX * slot, slots, BOX * (slot + count[node] - 1), nodes, to);
    for (let k = 1; k < count[node] - 1; k++) join(slots, BOX * (slot + k), nodes, to, nodes, to);
  }

  private setDrift(u: Float64Array): void {
    const vertexCount = u.length / 3;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let v = 0; v < u.length; v += 3) {
      x += u[v];
      y += u[v + 1];
      z += u[v + 2];
    }
    this.drift[0] = x / vertexCount;
    this.drift[1] = y / vertexCount;
    this.drift[2] = z / vertexCount;
  }

  private setCells(): void {
    const { bounds, origin, cells } = this;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let at = axis; at < bounds.length; at += BOUNDS) {
        if (bounds[at] < low) low = bounds[at];
        if (bounds[at + 3] > high) high = bounds[at + 3];
      }
      origin[axis] = low;
      cells[axis] = high > low ? LAST / (high - low) : 0;
    }
  }
}

/** The packed box `out[to ..]` around boxes `a[i ..]` and `b[j ..]`: the larger of each half. */
function join(a: Int32Array, i: number, b: Int32Array, j: number, out: Int32Array, to: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const one = a[i + axis];
    const other = b[j + axis];
    const highOne = one & 0xffff;
    const highOther = other & 0xffff;
    const lowOne = one >>> 16;
    const lowOther = other >>> 16;
    out[to + axis] = (highOne > highOther ? highOne : highOther) | ((lowOne > lowOther ? lowOne : lowOther) << 16);
  }
}

/** Whether the packed boxes `a[i ..]` and `b[j ..]` overlap. */
export function boxesOverlap(a: Int32Array, i: number, b: Int32Array, j: number): boolean {
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const x = (a[i] + ((bx << 16) | (bx >>> 16)) + ONES) | 0;
  const y = (a[i + 1] + ((by << 16) | (by >>> 16)) + ONES) | 0;
  const z = (a[i + 2] + ((bz << 16) | (bz >>> 16)) + ONES) | 0;
  return (x & y & z & BOTH) === BOTH;
}
