/**
 * Triangulation of a cube for each set of corners inside, between crossings of the cube's edges (marching cubes, Lorensen
 * and Cline 1987). Watertight by construction: on every face each run of corners inside is cut off separately, in the same way for both cubes that share it, and
 * triangles have sides within a face only where the surface crosses it, so that every side has two triangles.
 *
 * Corner c is at x = c & 1, y = c >> 1 & 1, z = c >> 2. Edge 4 a + n runs along axis a from the corner `EDGE_CORNERS[4 a + n]`.
 */

/** Corner at the low end of each edge. */
export const EDGE_CORNERS: readonly number[] = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3].map((n) => ((n & 1) << ((axis + 1) % 3)) | ((n >> 1) << ((axis + 2) % 3))),
);

const EDGE_COUNT = 12;

/** Edges of the triangles of each case, three per triangle, counter-clockwise seen from outside; bit c of the case is set where corner c is inside. */
export const CUBE_CASES: readonly (readonly number[])[] = Array.from({ length: 256 }, (_, inside) =>
  outlines(inside).flatMap((outline) => triangulated(outline)!),
);

/** The edge between two corners. */
function edgeBetween(a: number, b: number): number {
  const axis = 31 - Math.clz32(a ^ b);
  return 4 * axis + EDGE_CORNERS.slice(4 * axis, 4 * axis + 4).indexOf(a & b);
}

/** Corners of the six faces, counter-clockwise seen from outside. */
function faces(): number[][] {
  return [0, 1, 2].flatMap((axis) => {
    const [u, v] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
    const high = 1 << axis;
    return [
      [0, v, u | v, u],
      [high, high | u, high | u | v, high | v],
    ];
  });
}

/** Returns the closed outlines of the surface in a cube, each as the sequence of edges that it crosses. */
function outlines(inside: number): number[][] {
  const isIn = (corner: number) => ((inside >> corner) & 1) === 1;
  const next = new Array<number>(EDGE_COUNT).fill(-1);
  for (const face of faces()) {
    for (let n = 0; n < 4; n++) {
      if (!isIn(face[n]) || isIn(face[(n + 3) % 4])) continue;
      let last = n;
      while (isIn(face[(last + 1) % 4])) last = (last + 1) % 4;
      next[edgeBetween(face[last], face[(last + 1) % 4])] = edgeBetween(face[(n + 3) % 4], face[n]);
    }
  }
  const found: number[][] = [];
  for (let start = 0; start < EDGE_COUNT; start++) {
    const outline: number[] = [];
    for (let edge = start; next[edge] >= 0;) {
      outline.push(edge);
      const after = next[edge];
      next[edge] = -1;
      edge = after;
    }
    if (outline.length > 0) found.push(outline);
  }
  return found;
}

/** Returns whether two edges are in one face. */
function shareFace(a: number, b: number): boolean {
  const corners = [a, b].flatMap((edge) => [EDGE_CORNERS[edge], EDGE_CORNERS[edge] | (1 << (edge >> 2))]);
  const all = corners.reduce((bits, corner) => bits & corner, 7);
  const none = corners.reduce((bits, corner) => bits & ~corner, 7);
  return (all | none) !== 0;
}

/** Returns triangles that fill an outline without sides in faces; undefined where there are none. */
function triangulated(outline: readonly number[]): number[] | undefined {
  if (outline.length < 3) return [];
  const first = outline[0];
  const last = outline[outline.length - 1];
  for (let n = 1; n + 1 < outline.length; n++) {
    const apex = outline[n];
    if ((n > 1 && shareFace(first, apex)) || (n + 2 < outline.length && shareFace(apex, last))) continue;
    const before = triangulated(outline.slice(0, n + 1));
    const behind = triangulated(outline.slice(n));
    if (before !== undefined && behind !== undefined) return [first, last, apex, ...before, ...behind];
  }
  return undefined;
}
