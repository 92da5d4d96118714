import type { ElementType, ReferencePoint } from './ElementType.ts';

/** The two corners of each edge of a tetrahedron. Vertex 4 + e of a quadratic one is the midpoint of edge e. */
export const MIDPOINT_EDGES = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3] as const;

/** Barycentric coordinates of the points of the rule of four points, exact for polynomials of degree two (Hammer and Stroud 1956). */
const NEAR = (5 + 3 * Math.sqrt(5)) / 20;
const FAR = (5 - Math.sqrt(5)) / 20;

/**
 * Quadratic tetrahedron of ten vertices, with straight edges at rest: linear strain, so that one of them bends. Four quadrature points integrate
 * its linear stiffness exactly. Masses are lumped by the diagonal of the mass matrix, scaled (Hinton, Rock and Zienkiewicz 1976): row sums
 * would give the corners a negative one. Its cells are the four tetrahedra at the corners and four in the octahedron between them.
 */
export const tet10: ElementType = {
  kind: 'tet10',
  name: 'tet',
  label: 'quadratic tetrahedra',
  size: 10,
  points: [0, 1, 2, 3].map((near) => pointAt([0, 1, 2, 3].map((corner) => (corner === near ? NEAR : FAR)))),
  centre: pointAt([0.25, 0.25, 0.25, 0.25]).derivatives,
  massShares: [...Array<number>(4).fill(1 / 36), ...Array<number>(6).fill(4 / 27)],
  cells: [
    [0, 4, 5, 6],
    [4, 1, 7, 8],
    [5, 7, 2, 9],
    [6, 8, 9, 3],
    [4, 9, 5, 6],
    [4, 9, 6, 8],
    [4, 9, 8, 7],
    [4, 9, 7, 5],
  ].flat(),
  neighbours: [4, 5, 6],
};

/** out = the ten shape functions at barycentric coordinates `at`: L (2 L - 1) at corners, 4 L_a L_b at midpoints. */
export function quadraticShapes(at: ArrayLike<number>, out: Float64Array | number[]): void {
  for (let corner = 0; corner < 4; corner++) out[corner] = at[corner] * (2 * at[corner] - 1);
  for (let edge = 0; edge < 6; edge++) {
    out[4 + edge] = 4 * at[MIDPOINT_EDGES[2 * edge]] * at[MIDPOINT_EDGES[2 * edge + 1]];
  }
}

function pointAt(at: readonly number[]): ReferencePoint {
  const shapes = Array<number>(10).fill(0);
  quadraticShapes(at, shapes);
  // dL_a/dxi: corner 0 is at the origin, corner k at 1 on axis k - 1.
  const slopes = [0, 1, 2, 3].map((corner) => [1, 2, 3].map((axis) => (corner === 0 ? -1 : corner === axis ? 1 : 0)));
  const derivatives: number[] = [];
  for (let corner = 0; corner < 4; corner++) {
    for (let axis = 0; axis < 3; axis++) derivatives.push((4 * at[corner] - 1) * slopes[corner][axis]);
  }
  for (let edge = 0; edge < 6; edge++) {
    const [a, b] = [MIDPOINT_EDGES[2 * edge], MIDPOINT_EDGES[2 * edge + 1]];
    for (let axis = 0; axis < 3; axis++) derivatives.push(4 * (slopes[a][axis] * at[b] + at[a] * slopes[b][axis]));
  }
  return { shapes, derivatives, weight: 1 / 24 };
}
