import type { CornerAttribute, SurfaceMesh } from '../TriMesh.ts';
import { fillLoop } from './fillLoop.ts';
import { holeLoops } from './holeLoops.ts';
import { refinePatch } from './refinePatch.ts';

export interface ClosedHoles {
  readonly mesh: SurfaceMesh;
  /** Number of triangles that were added, at the end. */
  readonly triangles: number;
  readonly holes: number;
  /** Number of edges of the longest loop. */
  readonly largest: number;
  /** Area of the added triangles, in the square of the file's unit. */
  readonly area: number;
  /** Number of open edges that remain, because faces around them have both orientations. */
  readonly leftEdges: number;
}

/** Closes the holes of a surface with triangles; its own faces and vertices stay unchanged. Large holes get interior vertices, spaced like those of their rim. */
export function closeHoles(surface: SurfaceMesh): ClosedHoles {
  const { loops, leftEdges, isEdge } = holeLoops(surface);
  const used = new Set<string>();
  const positions: number[] = [];
  const corners: number[] = [];
  const first = surface.positions.length / 3;
  let [area, largest] = [0, 0];
  for (const loop of loops) {
    const rim = new Float64Array(3 * loop.length);
    loop.forEach((vertex, k) => rim.set(surface.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * k));
    const name = (a: number, b: number) => `${Math.min(loop[a], loop[b])} ${Math.max(loop[a], loop[b])}`;
    const isTaken = (a: number, b: number) => isEdge(loop[a], loop[b]) || used.has(name(a, b));
    const patch = refinePatch(rim, fillLoop(rim, isTaken), isTaken);
    for (let corner = 0; corner < patch.triangles.length; corner++) {
      const [a, b] = [patch.triangles[corner], patch.triangles[corner % 3 === 2 ? corner - 2 : corner + 1]];
      if (a < loop.length && b < loop.length) used.add(name(a, b));
    }
    const added = first + positions.length / 3;
    for (const corner of patch.triangles) {
      corners.push(corner < loop.length ? loop[corner] : added + corner - loop.length);
    }
    for (const value of patch.positions.subarray(rim.length)) positions.push(value);
    area += patch.area;
    largest = Math.max(largest, loop.length);
  }
  const mesh = corners.length === 0 ? surface : withTriangles(surface, positions, corners);
  return { mesh, triangles: corners.length / 3, holes: loops.length, largest, area, leftEdges };
}

function withTriangles(surface: SurfaceMesh, positions: readonly number[], corners: readonly number[]): SurfaceMesh {
  const added = positions.length / 3;
  const joined = new Float64Array(surface.positions.length + positions.length);
  joined.set(surface.positions);
  joined.set(positions, surface.positions.length);
  const end = surface.faceVertices.length;
  const offsets = Uint32Array.from({ length: corners.length / 3 }, (_, k) => end + 3 * (k + 1));
  return {
    ...surface,
    positions: joined,
    faceOffsets: concatenated(surface.faceOffsets, offsets),
    faceVertices: concatenated(surface.faceVertices, Uint32Array.from(corners)),
    uvs: extended(surface.uvs, corners.length),
    normals: extended(surface.normals, corners.length),
    // Added vertices have no attribute values of their own.
    vertexAttributes: surface.vertexAttributes.map((attribute) => {
      const values = new Float32Array(attribute.values.length + attribute.size * added);
      values.set(attribute.values);
      return { ...attribute, values };
    }),
  };
}

/** Index of corners without a value. */
const NO_VALUE = -1;

/** Extends an attribute to added corners, which have no values. */
function extended(attribute: CornerAttribute | undefined, corners: number): CornerAttribute | undefined {
  if (attribute === undefined) return undefined;
  const indices = new Int32Array(attribute.indices.length + corners).fill(NO_VALUE);
  indices.set(attribute.indices);
  return { ...attribute, indices };
}

function concatenated(a: Uint32Array, b: Uint32Array): Uint32Array {
  const out = new Uint32Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
