import type { ContactTopology } from './ContactTopology.ts';
import type { SurfaceTrees } from './SurfaceTrees.ts';

/** Numbers of a box: lowest x, y, z, highest x, y, z. */
export const BOX = 6;

/**
 * The boxes around the paths of a surface's primitives through a step, in a frame that moves with `drift` (the mean displacement: boxes
 * of a falling cloth stay small). Single precision: the pad that every vertex has covers the rounding.
 */
export class SweptBoxes {
  readonly vertices: Float32Array;
  readonly edges: Float32Array;
  /** Triangles, by slot. */
  readonly slots: Float32Array;
  readonly nodes: Float32Array;
  readonly drift = new Float64Array(3);

  constructor(
    private readonly topology: ContactTopology,
    private readonly trees: SurfaceTrees,
    vertexCount: number,
  ) {
    this.vertices = new Float32Array(BOX * vertexCount);
    this.edges = new Float32Array(BOX * (topology.edges.length / 2));
    this.slots = new Float32Array(BOX * trees.order.length);
    this.nodes = new Float32Array(BOX * trees.count.length);
  }

  /** Boxes of paths from `x` to `x + u`, m, each vertex padded by half its thickness and by `margin[0]`. */
  refit(x: Float64Array, u: Float64Array, thickness: Float64Array, margin: Float64Array): void {
    this.setDrift(u);
    const { vertices, drift } = this;
    const vertexCount = thickness.length;
    const smallest = margin[0];
    for (let v = 0; v < vertexCount; v++) {
      const pad = 0.5 * thickness[v] + smallest;
      for (let axis = 0; axis < 3; axis++) {
        const from = x[3 * v + axis];
        const to = from + (u[3 * v + axis] - drift[axis]);
        vertices[BOX * v + axis] = (from < to ? from : to) - pad;
        vertices[BOX * v + 3 + axis] = (from < to ? to : from) + pad;
      }
    }
    this.refitFromVertices();
  }

  /** Whether vertex `v`, displaced by `u`, stays `margin[0]` within its box. */
  holds(v: number, x: Float64Array, u: Float64Array, margin: Float64Array): boolean {
    const { vertices, drift } = this;
    const inner = margin[0];
    for (let axis = 0; axis < 3; axis++) {
      const from = x[3 * v + axis];
      const to = from + (u[3 * v + axis] - drift[axis]);
      const low = vertices[BOX * v + axis] + inner;
      const high = vertices[BOX * v + 3 + axis] - inner;
      if (!(from >= low && from <= high && to >= low && to <= high)) return false;
    }
    return true;
  }

  /** Takes over the boxes of `other`; vertices' boxes may then be widened, and the rest refitted. */
  copyVertices(other: SweptBoxes): void {
    this.vertices.set(other.vertices);
    this.drift.set(other.drift);
  }

  /** Widens the box of vertex `v` by its path as it is now, padded by `pad[0]` and half its thickness. */
  include(v: number, x: Float64Array, u: Float64Array, thickness: Float64Array, margin: Float64Array): void {
    const { vertices, drift } = this;
    const pad = 0.5 * thickness[v] + margin[0];
    for (let axis = 0; axis < 3; axis++) {
      const from = x[3 * v + axis];
      const to = from + (u[3 * v + axis] - drift[axis]);
      const low = BOX * v + axis;
      vertices[low] = Math.min(vertices[low], Math.min(from, to) - pad);
      vertices[low + 3] = Math.max(vertices[low + 3], Math.max(from, to) + pad);
    }
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

  /** Boxes of edges, triangles and nodes around those of the vertices. */
  refitFromVertices(): void {
    const { vertices, edges, slots, nodes } = this;
    const { corners, edges: ends } = this.topology;
    const { right, first, count } = this.trees;
    for (let e = 0; e < ends.length; e += 2) join(vertices, BOX * ends[e], vertices, BOX * ends[e + 1], edges, 3 * e);
    for (let s = 0; s < corners.length; s += 3) {
      join(vertices, BOX * corners[s], vertices, BOX * corners[s + 1], slots, 2 * s);
      join(slots, 2 * s, vertices, BOX * corners[s + 2], slots, 2 * s);
    }
    for (let node = count.length - 1; node >= 0; node--) {
      const to = BOX * node;
      if (right[node] > 0) join(nodes, BOX * (node + 1), nodes, BOX * right[node], nodes, to);
      else {
        const slot = first[node];
        join(slots, BOX * slot, slots, BOX * (slot + count[node] - 1), nodes, to);
        for (let k = 1; k < count[node] - 1; k++) join(slots, BOX * (slot + k), nodes, to, nodes, to);
      }
    }
  }
}

/** The box `out[to ..]` around boxes `a[i ..]` and `b[j ..]`. */
function join(a: Float32Array, i: number, b: Float32Array, j: number, out: Float32Array, to: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const lowA = a[i + axis];
    const lowB = b[j + axis];
    const highA = a[i + 3 + axis];
    const highB = b[j + 3 + axis];
    out[to + axis] = lowA < lowB ? lowA : lowB;
    out[to + 3 + axis] = highA > highB ? highA : highB;
  }
}

export function boxesOverlap(a: Float32Array, i: number, b: Float32Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    b[j] <= a[i + 3] &&
    a[i + 1] <= b[j + 4] &&
    b[j + 1] <= a[i + 4] &&
    a[i + 2] <= b[j + 5] &&
    b[j + 2] <= a[i + 5]
  );
}
