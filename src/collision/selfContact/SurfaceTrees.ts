import type { ContactSurface } from './ContactSurface.ts';

/** Largest number of triangles in a leaf: smaller leaves make more nodes to visit, larger ones more boxes to compare. */
const LEAF = 2;

/**
 * One bounding-volume tree over the triangles of each body, built once; only the boxes change. Triangles are numbered by their *slots*, the order
 * of the leaves. A node's children are the next node and `right[node]`; nodes are in depth-first order, so that a pass from the last node
 * to the first refits them all.
 */
export interface SurfaceTrees {
  /** Triangle of each slot. */
  readonly order: Int32Array;
  /** Root node of each body; -1 for a body without triangles. */
  readonly roots: Int32Array;
  /** Second child of each node, 0 for leaves. */
  readonly right: Int32Array;
  /** First slot of each node, and the number of slots. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  /** Parent of each node, -1 for roots; the leaf of each slot. */
  readonly parent: Int32Array;
  readonly leafOf: Int32Array;
  /** Last node of each body; first vertex of each body, and the end. */
  readonly lastNode: Int32Array;
  readonly vertexBegin: Int32Array;
}

/** Builds trees over the triangles at rest: each node is split at the median along the longest side of its centroids' box. */
export function buildSurfaceTrees(surface: ContactSurface): SurfaceTrees {
  const { triangles, bodies, pairs } = surface;
  const triangleCount = triangles.length / 3;
  const build = new TreeBuild(centroids(surface));
  const roots = new Int32Array(pairs.bodyCount).fill(-1);
  const lastNode = new Int32Array(pairs.bodyCount).fill(-1);
  const byBody = Array.from({ length: pairs.bodyCount }, (): number[] => []);
  for (let t = 0; t < triangleCount; t++) byBody[bodies[triangles[3 * t]]].push(t);
  let begin = 0;
  byBody.forEach((members, body) => {
    if (members.length === 0) return;
    build.order.set(members, begin);
    roots[body] = build.addNode(begin, begin + members.length);
    lastNode[body] = build.nodeCount - 1;
    begin += members.length;
  });
  const nodes = build.nodeCount;
  const vertexBegin = new Int32Array(pairs.bodyCount + 1);
  for (const body of bodies) vertexBegin[body + 1]++;
  for (let body = 0; body < pairs.bodyCount; body++) vertexBegin[body + 1] += vertexBegin[body];
  return {
    order: build.order,
    roots,
    right: build.right.subarray(0, nodes),
    first: build.first.subarray(0, nodes),
    count: build.count.subarray(0, nodes),
    ...upwards(build, roots),
    lastNode,
    vertexBegin,
  };
}

/** Returns the parent of each node and the leaf of each slot. */
function upwards({ right, first, count, nodeCount, order }: TreeBuild, roots: Int32Array) {
  const parent = new Int32Array(nodeCount).fill(-1);
  const leafOf = new Int32Array(order.length);
  for (let node = 0; node < nodeCount; node++) {
    if (right[node] > 0) {
      parent[node + 1] = node;
      parent[right[node]] = node;
    } else leafOf.fill(node, first[node], first[node] + count[node]);
  }
  for (const root of roots) if (root >= 0) parent[root] = -1;
  return { parent, leafOf };
}

function centroids({ triangles, rest }: ContactSurface): Float64Array {
  const centres = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const sum = rest[3 * triangles[t] + axis] + rest[3 * triangles[t + 1] + axis] + rest[3 * triangles[t + 2] + axis];
      centres[t + axis] = sum / 3;
    }
  }
  return centres;
}

class TreeBuild {
  readonly order: Int32Array;
  readonly right: Int32Array;
  readonly first: Int32Array;
  readonly count: Int32Array;
  nodeCount = 0;

  constructor(private readonly centres: Float64Array) {
    const triangleCount = centres.length / 3;
    this.order = new Int32Array(triangleCount);
    this.right = new Int32Array(2 * triangleCount);
    this.first = new Int32Array(2 * triangleCount);
    this.count = new Int32Array(2 * triangleCount);
  }

  /** Adds the node over the slots `begin` to `end`; the depth is logarithmic in the number of triangles. */
  addNode(begin: number, end: number): number {
    const node = this.nodeCount++;
    this.first[node] = begin;
    this.count[node] = end - begin;
    if (end - begin <= LEAF) return node;
    const middle = (begin + end) >> 1;
    this.select(begin, end, middle, this.longestAxis(begin, end));
    this.addNode(begin, middle);
    this.right[node] = this.addNode(middle, end);
    return node;
  }

  private longestAxis(begin: number, end: number): number {
    let axis = 0;
    let longest = -1;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let slot = begin; slot < end; slot++) {
        const value = this.centres[3 * this.order[slot] + k];
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      if (high - low > longest) {
        longest = high - low;
        axis = k;
      }
    }
    return axis;
  }

  /** Orders the slots so that those before `middle` are below those after it (quickselect; ties by triangle number). */
  private select(begin: number, end: number, middle: number, axis: number): void {
    const { order, centres } = this;
    const below = (a: number, b: number): boolean => {
      const difference = centres[3 * a + axis] - centres[3 * b + axis];
      return difference < 0 || (difference === 0 && a < b);
    };
    let low = begin;
    let high = end - 1;
    while (low < high) {
      const pivot = order[(low + high) >> 1];
      let i = low;
      let j = high;
      while (i <= j) {
        while (below(order[i], pivot)) i++;
        while (below(pivot, order[j])) j--;
        if (i > j) break;
        const swapped = order[i];
        order[i++] = order[j];
        order[j--] = swapped;
      }
      if (middle <= j) high = j;
      else if (middle >= i) low = i;
      else return;
    }
  }
}
