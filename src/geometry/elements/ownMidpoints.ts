import type { Embedding, TetMesh } from '../TetMesh.ts';
import { MIDPOINT_EDGES } from './tet10.ts';

/** Tetrahedra that bring their own midpoints, such as those of a file. */
export type QuadraticTets = TetMesh & { readonly midpoints: Uint32Array };

/** Returns the mesh with every midpoint exactly in the middle of its edge, as quadratic elements have them at rest. */
export function straightened({ positions, tets, midpoints }: QuadraticTets): QuadraticTets {
  const straight = positions.slice();
  for (let i = 0; i < midpoints.length; i++) {
    const [a, b] = endsOf(tets, i);
    for (let axis = 0; axis < 3; axis++) {
      const [p, q] = [positions[3 * a + axis], positions[3 * b + axis]];
      straight[3 * midpoints[i] + axis] = p + (q - p) / 2;
    }
  }
  return { positions: straight, tets, midpoints };
}

/** Returns the mesh in linear tetrahedra, without its midpoints, and where each of its former vertices is in it: at a vertex, or halfway between two. */
export function withoutMidpoints({ positions, tets, midpoints }: QuadraticTets): {
  readonly mesh: TetMesh;
  readonly embedding: Embedding;
} {
  const count = positions.length / 3;
  const ends = Uint32Array.from({ length: 2 * count }, (_, i) => i >> 1);
  for (let i = 0; i < midpoints.length; i++) ends.set(endsOf(tets, i), 2 * midpoints[i]);
  const numbers = new Uint32Array(count);
  let kept = 0;
  for (let v = 0; v < count; v++) if (ends[2 * v] === v) numbers[v] = kept++;
  const corners = new Float64Array(3 * kept);
  const vertices = new Uint32Array(4 * count);
  const weights = new Float64Array(4 * count);
  for (let v = 0; v < count; v++) {
    const [a, b] = [ends[2 * v], ends[2 * v + 1]];
    if (a === v) corners.set(positions.subarray(3 * v, 3 * v + 3), 3 * numbers[v]);
    vertices.fill(numbers[a], 4 * v, 4 * v + 4);
    vertices[4 * v + 1] = numbers[b];
    weights[4 * v] = a === b ? 1 : 0.5;
    weights[4 * v + 1] = a === b ? 0 : 0.5;
  }
  const mesh = { positions: corners, tets: tets.map((vertex) => numbers[vertex]) };
  return { mesh, embedding: { size: 4, vertices, weights } };
}

/** The two corners of the edge in whose middle midpoint `i` of `midpoints` is. */
function endsOf(tets: Uint32Array, i: number): readonly [number, number] {
  const first = 4 * Math.floor(i / 6);
  return [tets[first + MIDPOINT_EDGES[2 * (i % 6)]], tets[first + MIDPOINT_EDGES[2 * (i % 6) + 1]]];
}
