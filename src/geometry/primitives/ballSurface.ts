import type { SurfaceMesh } from '../TriMesh.ts';

const GOLDEN = (1 + Math.sqrt(5)) / 2;
/** Corners of an icosahedron. */
const CORNERS = [
  [-1, GOLDEN, 0],
  [1, GOLDEN, 0],
  [-1, -GOLDEN, 0],
  [1, -GOLDEN, 0],
  [0, -1, GOLDEN],
  [0, 1, GOLDEN],
  [0, -1, -GOLDEN],
  [0, 1, -GOLDEN],
  [GOLDEN, 0, -1],
  [GOLDEN, 0, 1],
  [-GOLDEN, 0, -1],
  [-GOLDEN, 0, 1],
] as const;
/** Its faces, counter-clockwise from outside. */
const FACES = [
  [0, 11, 5],
  [0, 5, 1],
  [0, 1, 7],
  [0, 7, 10],
  [0, 10, 11],
  [1, 5, 9],
  [5, 11, 4],
  [11, 10, 2],
  [10, 7, 6],
  [7, 1, 8],
  [3, 9, 4],
  [3, 4, 2],
  [3, 2, 6],
  [3, 6, 8],
  [3, 8, 9],
  [4, 9, 5],
  [2, 4, 11],
  [6, 2, 10],
  [8, 6, 7],
  [9, 8, 1],
] as const;
/** Angle between two neighbouring corners, rad. */
const CORNER_ANGLE = Math.atan(2);

/**
 * Returns a ball about the origin, m, of near-equilateral triangles with edges of about `edge`: every face of an icosahedron is divided into n^2 triangles, whose corners are
 * projected onto the ball.
 */
export function ballSurface(radius: number, edge: number): SurfaceMesh {
  const n = Math.max(1, Math.round((CORNER_ANGLE * radius) / edge));
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const corners: number[] = [];
  for (const face of FACES) {
    // Vertex at i steps from the first corner towards the second and j towards the third; those on edges are found from either face.
    const vertex = (i: number, j: number): number => {
      const parts = (
        [
          [face[0], n - i - j],
          [face[1], i],
          [face[2], j],
        ] as const
      )
        .filter(([, weight]) => weight > 0)
        .toSorted(([a], [b]) => a - b);
      const name = parts.join(';');
      const found = numbers.get(name);
      if (found !== undefined) return found;
      const point = [0, 1, 2].map((axis) =>
        parts.reduce((sum, [corner, weight]) => sum + weight * CORNERS[corner][axis], 0),
      );
      const scale = radius / Math.hypot(point[0], point[1], point[2]);
      positions.push(...point.map((value) => scale * value));
      numbers.set(name, numbers.size);
      return numbers.size - 1;
    };
    for (let i = 0; i < n; i++) {
      for (let j = 0; i + j < n; j++) {
        corners.push(vertex(i, j), vertex(i + 1, j), vertex(i, j + 1));
        if (i + j + 1 < n) corners.push(vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1));
      }
    }
  }
  return {
    name: 'ball',
    positions: Float64Array.from(positions),
    faceOffsets: Uint32Array.from({ length: corners.length / 3 + 1 }, (_, face) => 3 * face),
    faceVertices: Uint32Array.from(corners),
    groups: [],
    vertexAttributes: [],
  };
}
