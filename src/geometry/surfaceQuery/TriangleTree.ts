import type { TriMesh } from '../TriMesh.ts';

/** Triangles per leaf: 4 balances box tests against triangle tests; 2-8 differ by a few percent. */
const LEAF_SIZE = 4;
/** Bins of the surface-area heuristic along the widest axis. */
const BIN_COUNT = 12;

/**
 * Bounding volume hierarchy in flat arrays, depth first: the left child of node `n` is `n + 1`. Triangles are stored in leaf
 * order ("slots"), so that a leaf reads consecutive memory.
 */
export interface TriangleTree {
  readonly nodeCount: number;
  /** Number of nodes on the longest path from the root: the largest stack of a traversal. */
  readonly depth: number;
  /** 6 numbers per node: min xyz, max xyz. */
  readonly bounds: Float64Array;
  /** Right child of an inner node; for a leaf the first slot. */
  readonly link: Int32Array;
  /** Triangles of a leaf; 0 for an inner node. */
  readonly count: Int32Array;
  /** 9 numbers per slot: corner a, then the edges b - a and c - a. */
  readonly corners: Float64Array;
  /** Triangle number of each slot, and the slot of each triangle (-1 where a triangle was left out). */
  readonly triangleOfSlot: Int32Array;
  readonly slotOfTriangle: Int32Array;
}

/**
 * Builds the hierarchy by binned surface-area splits over triangle centroids. Triangles with a non-finite corner are left out;
 * degenerate ones stay (they are segments or points, which have distances too).
 */
export function buildTriangleTree(mesh: TriMesh): TriangleTree {
  const { positions, triangles } = mesh;
  const total = triangles.length / 3;
  const centroids = new Float64Array(3 * total);
  const order = new Int32Array(total);
  let kept = 0;
  for (let t = 0; t < total; t++) {
    const finite = writeCentroid(positions, triangles, t, centroids);
    if (finite) order[kept++] = t;
  }
  return new TreeBuilder(mesh, centroids, order.subarray(0, kept)).build(total);
}

function writeCentroid(positions: Float64Array, triangles: Uint32Array, t: number, centroids: Float64Array): boolean {
  let finite = true;
  for (let axis = 0; axis < 3; axis++) {
    const a = positions[3 * triangles[3 * t] + axis];
    const b = positions[3 * triangles[3 * t + 1] + axis];
    const c = positions[3 * triangles[3 * t + 2] + axis];
    const centre = (Math.min(a, b, c) + Math.max(a, b, c)) / 2;
    centroids[3 * t + axis] = centre;
    finite = finite && Number.isFinite(centre);
  }
  return finite;
}

class TreeBuilder {
  private readonly mesh: TriMesh;
  private readonly centroids: Float64Array;
  private readonly order: Int32Array;
  private readonly bounds: Float64Array;
  private readonly link: Int32Array;
  private readonly count: Int32Array;
  private nodeCount = 0;
  private depth = 0;
  private low = 0;
  private extent = 0;
  private readonly binCount = new Int32Array(BIN_COUNT);
  private readonly binBounds = new Float64Array(6 * BIN_COUNT);
  private readonly rightArea = new Float64Array(BIN_COUNT);

  constructor(mesh: TriMesh, centroids: Float64Array, order: Int32Array) {
    this.mesh = mesh;
    this.centroids = centroids;
    this.order = order;
    const capacity = Math.max(1, 2 * order.length);
    this.bounds = new Float64Array(6 * capacity);
    this.link = new Int32Array(capacity);
    this.count = new Int32Array(capacity);
  }

  build(total: number): TriangleTree {
    if (this.order.length > 0) this.buildNode(0, this.order.length, 1);
    const nodeCount = this.nodeCount;
    const slotOfTriangle = new Int32Array(total).fill(-1);
    this.order.forEach((triangle, slot) => (slotOfTriangle[triangle] = slot));
    return {
      nodeCount,
      depth: this.depth,
      bounds: this.bounds.slice(0, 6 * nodeCount),
      link: this.link.slice(0, nodeCount),
      count: this.count.slice(0, nodeCount),
      corners: gatherCorners(this.mesh, this.order),
      triangleOfSlot: this.order.slice(),
      slotOfTriangle,
    };
  }

  private buildNode(start: number, end: number, depth: number): void {
    const node = this.nodeCount++;
    this.depth = Math.max(this.depth, depth);
    const split = end - start <= LEAF_SIZE ? -1 : this.partition(start, end);
    if (split < 0) {
      this.link[node] = start;
      this.count[node] = end - start;
      this.writeBounds(node, start, end);
      return;
    }
    this.buildNode(start, split, depth + 1);
    const right = this.nodeCount;
    this.link[node] = right;
    this.buildNode(split, end, depth + 1);
    for (let k = 0; k < 3; k++) {
      this.bounds[6 * node + k] = Math.min(this.bounds[6 * node + 6 + k], this.bounds[6 * right + k]);
      this.bounds[6 * node + 3 + k] = Math.max(this.bounds[6 * node + 9 + k], this.bounds[6 * right + 3 + k]);
    }
  }

  private writeBounds(node: number, start: number, end: number): void {
    const { positions, triangles } = this.mesh;
    let x0 = Infinity, y0 = Infinity, z0 = Infinity; // prettier-ignore
    let x1 = -Infinity, y1 = -Infinity, z1 = -Infinity; // prettier-ignore
    for (let i = start; i < end; i++) {
      const t = 3 * this.order[i];
      for (let corner = 0; corner < 3; corner++) {
        const v = 3 * triangles[t + corner];
        const x = positions[v];
        const y = positions[v + 1];
        const z = positions[v + 2];
        if (x < x0) x0 = x;
        if (y < y0) y0 = y;
        if (z < z0) z0 = z;
        if (x > x1) x1 = x;
        if (y > y1) y1 = y;
        if (z > z1) z1 = z;
      }
    }
    const b = 6 * node;
    this.bounds[b] = x0;
    this.bounds[b + 1] = y0;
    this.bounds[b + 2] = z0;
    this.bounds[b + 3] = x1;
    this.bounds[b + 4] = y1;
    this.bounds[b + 5] = z1;
  }

  /** Reorders `order[start, end)` into two halves and returns the boundary; never returns an empty half. */
  private partition(start: number, end: number): number {
    const { centroids, order } = this;
    const axis = this.widestAxis(start, end);
    const low = this.low;
    const extent = this.extent;
    const middle = (start + end) >> 1;
    if (!(extent > 0)) return middle;
    const scale = (BIN_COUNT * (1 - 1e-12)) / extent;
    const bin = this.bestBin(start, end, axis, low, scale);
    let left = start;
    let right = end - 1;
    while (left <= right) {
      if ((((centroids[3 * order[left] + axis] - low) * scale) | 0) <= bin) left++;
      else {
        const swap = order[left];
        order[left] = order[right];
        order[right--] = swap;
      }
    }
    return left === start || left === end ? middle : left;
  }

  /** The axis along which the centroids of `order[start, end)` spread most; leaves its start and length in `low` and `extent`. */
  private widestAxis(start: number, end: number): number {
    const { centroids, order } = this;
    let x0 = Infinity, y0 = Infinity, z0 = Infinity; // prettier-ignore
    let x1 = -Infinity, y1 = -Infinity, z1 = -Infinity; // prettier-ignore
    for (let i = start; i < end; i++) {
      const c = 3 * order[i];
      const x = centroids[c];
      const y = centroids[c + 1];
      const z = centroids[c + 2];
      if (x < x0) x0 = x;
      if (y < y0) y0 = y;
      if (z < z0) z0 = z;
      if (x > x1) x1 = x;
      if (y > y1) y1 = y;
      if (z > z1) z1 = z;
    }
    const axis = x1 - x0 >= y1 - y0 ? (x1 - x0 >= z1 - z0 ? 0 : 2) : y1 - y0 >= z1 - z0 ? 1 : 2;
    this.low = axis === 0 ? x0 : axis === 1 ? y0 : z0;
    this.extent = (axis === 0 ? x1 : axis === 1 ? y1 : z1) - this.low;
    return axis;
  }

  /** The last bin of the left half with the least surface-area cost. */
  private bestBin(start: number, end: number, axis: number, low: number, scale: number): number {
    const { binCount, binBounds, rightArea } = this;
    this.fillBins(start, end, axis, low, scale);
    const box = new Float64Array(6);
    emptyBox(box);
    let count = 0;
    for (let bin = BIN_COUNT - 1; bin > 0; bin--) {
      growBox(box, binBounds, bin);
      count += binCount[bin];
      rightArea[bin] = count * halfArea(box);
    }
    emptyBox(box);
    count = 0;
    let best = 0;
    let bestCost = Infinity;
    for (let bin = 0; bin < BIN_COUNT - 1; bin++) {
      growBox(box, binBounds, bin);
      count += binCount[bin];
      const cost = count * halfArea(box) + rightArea[bin + 1];
      if (cost < bestCost && count > 0 && count < end - start) {
        bestCost = cost;
        best = bin;
      }
    }
    return best;
  }

  private fillBins(start: number, end: number, axis: number, low: number, scale: number): void {
    const { centroids, order, binCount, binBounds } = this;
    binCount.fill(0);
    for (let bin = 0; bin < BIN_COUNT; bin++) {
      binBounds.fill(Infinity, 6 * bin, 6 * bin + 3);
      binBounds.fill(-Infinity, 6 * bin + 3, 6 * bin + 6);
    }
    for (let i = start; i < end; i++) {
      const c = 3 * order[i];
      const bin = ((centroids[c + axis] - low) * scale) | 0;
      const b = 6 * bin;
      binCount[bin]++;
      for (let k = 0; k < 3; k++) {
        const value = centroids[c + k];
        if (value < binBounds[b + k]) binBounds[b + k] = value;
        if (value > binBounds[b + 3 + k]) binBounds[b + 3 + k] = value;
      }
    }
  }
}

function emptyBox(box: Float64Array): void {
  box.fill(Infinity, 0, 3);
  box.fill(-Infinity, 3, 6);
}

function growBox(box: Float64Array, boxes: Float64Array, index: number): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(box[k], boxes[6 * index + k]);
    box[3 + k] = Math.max(box[3 + k], boxes[6 * index + 3 + k]);
  }
}

/** Half the area of a box; 0 for an empty one. */
function halfArea(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x >= 0 ? x * y + y * z + z * x : 0;
}

function gatherCorners(mesh: TriMesh, order: Int32Array): Float64Array {
  const { positions, triangles } = mesh;
  const corners = new Float64Array(9 * order.length);
  for (let slot = 0; slot < order.length; slot++) {
    const t = 3 * order[slot];
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    for (let k = 0; k < 3; k++) {
      corners[9 * slot + k] = positions[a + k];
      corners[9 * slot + 3 + k] = positions[b + k] - positions[a + k];
      corners[9 * slot + 6 + k] = positions[c + k] - positions[a + k];
    }
  }
  return corners;
}
