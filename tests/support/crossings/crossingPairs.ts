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
 * All edges that pass through triangles with which they share no vertex, by exact signs. Nothing of the solver's contact takes part: boxes are swept along x, and compared along y and z.
 */
export function crossingPairs(surfaces: Surfaces): Crossing[] {
  const { points, triangles, owners, looksAt } = surfaces;
  const edges = edgesOf(surfaces);
  const boxes = [...edges.map(({ ends }) => boxOf(points, ends)), ...trianglesBoxes(points, triangles)];
  const order = boxes.map((_, k) => k).sort((a, b) => boxes[a][0] - boxes[b][0]);
  const out: Crossing[] = [];
  let open: number[] = [];
  for (const one of order) {
    const box = boxes[one];
    open = open.filter((other) => boxes[other][3] >= box[0]);
    for (const other of open) {
      if (one < edges.length === other < edges.length || !overlap(box, boxes[other])) continue;
      const { ends, owner } = edges[Math.min(one, other)];
      const triangle = Math.max(one, other) - edges.length;
      if (!looksAt(owner, owners[triangle])) continue;
      const corners = triangles.subarray(3 * triangle, 3 * triangle + 3);
      if (corners.includes(ends[0]) || corners.includes(ends[1])) continue;
      const [a, b, c] = corners;
      if (segmentPasses(points, 3 * ends[0], 3 * ends[1], 3 * a, 3 * b, 3 * c))
        out.push({ edge: ends, triangle, surfaces: [owner, owners[triangle]] });
    }
    open.push(one);
  }
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

function trianglesBoxes(points: Float64Array, triangles: Uint32Array): Float64Array[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) =>
    boxOf(points, [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]]),
  );
}

/** Min xyz, max xyz. */
function boxOf(points: Float64Array, vertices: readonly number[]): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const v of vertices) {
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], points[3 * v + axis]);
      box[3 + axis] = Math.max(box[3 + axis], points[3 * v + axis]);
    }
  }
  return box;
}

/** Whether two boxes overlap along y and z. */
function overlap(a: Float64Array, b: Float64Array): boolean {
  return a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}
