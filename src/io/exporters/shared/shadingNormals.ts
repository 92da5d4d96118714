import type { CornerAttribute, SurfaceMesh } from '../../../geometry/TriMesh.ts';

/** Corners of each surface that share a normal. Kept as long as the surface lives, so that frames share the indices. */
const cornerClasses = new WeakMap<SurfaceMesh, { readonly indices: Int32Array; readonly count: number }>();

/**
 * Normals of a deformed surface with the hard and soft edges of the artist's own: corners of a vertex that share a source
 * normal get one common normal, the area-weighted mean of their faces' (Newell's normals for polygons). Corners without a
 * source normal share one per vertex. Unit length; (0, 0, 1) where the faces have no area.
 */
export function shadingNormals(surface: SurfaceMesh, positions: ArrayLike<number>): CornerAttribute {
  let classes = cornerClasses.get(surface);
  if (classes === undefined) {
    classes = classifyCorners(surface);
    cornerClasses.set(surface, classes);
  }
  const { indices, count } = classes;
  const { faceOffsets, faceVertices } = surface;
  const sums = new Float64Array(3 * count);
  const normal = new Float64Array(3);
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    newellNormal(faceVertices, faceOffsets[face], faceOffsets[face + 1], positions, normal);
    for (let corner = faceOffsets[face]; corner < faceOffsets[face + 1]; corner++) {
      for (let k = 0; k < 3; k++) sums[3 * indices[corner] + k] += normal[k];
    }
  }
  const values = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const length = Math.hypot(sums[3 * i], sums[3 * i + 1], sums[3 * i + 2]);
    for (let k = 0; k < 3; k++) values[3 * i + k] = length > 0 ? sums[3 * i + k] / length : k === 2 ? 1 : 0;
  }
  return { size: 3, values, indices };
}

/** Numbers the distinct pairs (vertex, source normal) in the order of their first corner. */
function classifyCorners({ faceVertices, normals }: SurfaceMesh): { indices: Int32Array; count: number } {
  const numbers = new Map<number, number>();
  const stride = normals === undefined ? 1 : normals.values.length / normals.size + 1;
  const indices = Int32Array.from(faceVertices, (vertex, corner) => {
    const key = vertex * stride + (normals === undefined ? 0 : normals.indices[corner] + 1);
    const number = numbers.get(key) ?? numbers.size;
    if (number === numbers.size) numbers.set(key, number);
    return number;
  });
  return { indices, count: numbers.size };
}

/** Twice the area times the normal of a polygon (Newell's sum of edge cross products). */
function newellNormal(
  faceVertices: Uint32Array,
  first: number,
  end: number,
  positions: ArrayLike<number>,
  out: Float64Array,
): void {
  out.fill(0);
  for (let corner = first; corner < end; corner++) {
    const a = 3 * faceVertices[corner];
    const b = 3 * faceVertices[corner + 1 < end ? corner + 1 : first];
    out[0] += (positions[a + 1] - positions[b + 1]) * (positions[a + 2] + positions[b + 2]);
    out[1] += (positions[a + 2] - positions[b + 2]) * (positions[a] + positions[b]);
    out[2] += (positions[a] - positions[b]) * (positions[a + 1] + positions[b + 1]);
  }
}
