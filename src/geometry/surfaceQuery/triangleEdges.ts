/** The undirected edges of a triangle complex. */
export interface TriangleEdges {
  readonly edgeCount: number;
  /** Edge of each half-edge; half-edge h runs from corner h to the next corner of its triangle. */
  readonly edgeOf: Uint32Array;
  /** Half-edges at each edge. */
  readonly count: Uint32Array;
  /** Half-edges from the smaller to the larger vertex, less those the other way: 0 where the orientation cancels. */
  readonly balance: Int32Array;
  /** The first two half-edges of each edge (-1 where there is none), as pairs. */
  readonly halfEdges: Int32Array;
}

/** The half-edge after `h` in its triangle. */
export function nextInTriangle(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}

/** Numbers the edges in the order of their first half-edge. */
export function triangleEdges(triangles: Uint32Array, vertexCount: number): TriangleEdges {
  const head = new Int32Array(vertexCount).fill(-1);
  const next = new Int32Array(triangles.length);
  const far = new Int32Array(triangles.length);
  const edgeOf = new Uint32Array(triangles.length);
  const count = new Uint32Array(triangles.length);
  const balance = new Int32Array(triangles.length);
  const halfEdges = new Int32Array(2 * triangles.length).fill(-1);
  let edgeCount = 0;
  for (let h = 0; h < triangles.length; h++) {
    const from = triangles[h];
    const to = triangles[nextInTriangle(h)];
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    let edge = head[low];
    while (edge >= 0 && far[edge] !== high) edge = next[edge];
    if (edge < 0) {
      edge = edgeCount++;
      far[edge] = high;
      next[edge] = head[low];
      head[low] = edge;
    }
    edgeOf[h] = edge;
    if (count[edge] < 2) halfEdges[2 * edge + count[edge]] = h;
    count[edge]++;
    balance[edge] += from < to ? 1 : -1;
  }
  return {
    edgeCount,
    edgeOf,
    count: count.subarray(0, edgeCount),
    balance: balance.subarray(0, edgeCount),
    halfEdges: halfEdges.subarray(0, 2 * edgeCount),
  };
}

/**
 * Returns whether every edge has as many triangles in one direction as in the other: then the winding number is an integer that changes only
 * across triangles, even where the surface intersects itself.
 */
export function isBalanced(triangles: Uint32Array, vertexCount: number): boolean {
  return triangleEdges(triangles, vertexCount).balance.every((balance) => balance === 0);
}
