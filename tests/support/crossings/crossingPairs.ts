import { BoxTree } from './BoxTree.ts';
import { segmentPasses } from './segmentTriangle.ts';

/** Triangulated surfaces over one array of points. */
export interface Surfaces {
  /** xyz, m. */
  readonly points: Float64Array;
  /** Three vertices per triangle. */
  readonly triangles: Uint32Array;
  /** The surface of each triangle. */
  readonly owners: Int32Array;
  /** Whether two surfaces, or one with itself, are looked at. */
  readonly looksAt: (a: number, b: number) => boolean;
}

/** An edge and the triangle that it passes through. */
export interface Crossing {
  readonly edge: readonly [number, number];
  readonly triangle: number;
  /** Surfaces of the edge and of the triangle. */
  readonly surfaces: readonly [number, number];
}

/**
 * All edges that pass through triangles with which they share no vertex, by exact signs, ordered by edges and triangles. Nothing of the solver's contact takes part: boxes of edges are looked up in a tree over
 * those of the triangles.
 */
export function crossingPairs(surfaces: Surfaces): Crossing[] {
  const { points, triangles, owners, looksAt } = surfaces;
  const edges = edgesOf(surfaces);
  const tree = new BoxTree(boxesOf(points, triangles, 3));
  const ends = Uint32Array.from(edges.flatMap((edge) => edge.ends));
  const boxes = boxesOf(points, ends, 2);
  const out: Crossing[] = [];
  edges.forEach(({ ends: [p, q], owner }, k) => {
    const found: number[] = [];
    tree.forOverlapping(boxes, 6 * k, (triangle) => {
      if (!looksAt(owner, owners[triangle])) return;
      const a = triangles[3 * triangle];
      const b = triangles[3 * triangle + 1];
      const c = triangles[3 * triangle + 2];
      if (p === a || p === b || p === c || q === a || q === b || q === c) return;
      if (segmentPasses(points, 3 * p, 3 * q, 3 * a, 3 * b, 3 * c)) found.push(triangle);
    });
    for (const triangle of found.sort((a, b) => a - b))
      out.push({ edge: [p, q], triangle, surfaces: [owner, owners[triangle]] });
  });
  return out;
}

interface Edge {
  readonly ends: readonly [number, number];
  readonly owner: number;
}

function edgesOf({ points, triangles, owners }: Surfaces): Edge[] {
  const count = points.length / 3;
  const found = new Map<number, Edge>();
  triangles.forEach((v, k) => {
    const w = triangles[k % 3 === 2 ? k - 2 : k + 1];
    const ends = v < w ? ([v, w] as const) : ([w, v] as const);
    found.set(ends[0] * count + ends[1], { ends, owner: owners[Math.floor(k / 3)] });
  });
  return [...found.values()];
}

/** Boxes of runs of `size` vertices, min xyz, max xyz each. */
function boxesOf(points: Float64Array, vertices: Uint32Array, size: number): Float64Array {
  const boxes = new Float64Array((6 * vertices.length) / size);
  for (let at = 0; at < boxes.length; at += 6) {
    boxes.fill(Infinity, at, at + 3);
    boxes.fill(-Infinity, at + 3, at + 6);
  }
  vertices.forEach((v, k) => {
    const at = 6 * Math.floor(k / size);
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = Math.min(boxes[at + axis], points[3 * v + axis]);
      boxes[at + 3 + axis] = Math.max(boxes[at + 3 + axis], points[3 * v + axis]);
    }
  });
  return boxes;
}
