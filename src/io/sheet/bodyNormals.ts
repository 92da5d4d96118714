import { areaVector } from '../../geometry/areaVector.ts';

/** Faces of a vertex that differ in direction by more than this (its cosine) have an edge between them: 45 degrees. */
const CREASE_COSINE = Math.cos(Math.PI / 4);

/**
 * A unit normal per triangle corner (three numbers each): the area-weighted mean of those faces of the vertex that turn by
 * less than 45 degrees from the corner's own, so that clay is smooth and boxes have edges.
 */
export function cornerNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const { unit, area } = faceNormals(positions, triangles);
  const { starts, faces } = facesOfVertices(positions.length / 3, triangles);
  const corners = new Float32Array(3 * triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    const own = corner - (corner % 3);
    const vertex = triangles[corner];
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = starts[vertex]; i < starts[vertex + 1]; i++) {
      const face = 3 * faces[i];
      const cosine = unit[own] * unit[face] + unit[own + 1] * unit[face + 1] + unit[own + 2] * unit[face + 2];
      if (cosine < CREASE_COSINE) continue;
      x += area[faces[i]] * unit[face];
      y += area[faces[i]] * unit[face + 1];
      z += area[faces[i]] * unit[face + 2];
    }
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    corners[3 * corner] = x / length;
    corners[3 * corner + 1] = y / length;
    corners[3 * corner + 2] = z / length;
  }
  return corners;
}

/** Unit normal and twice the area of each triangle. */
function faceNormals(positions: Float32Array, triangles: Uint32Array): { unit: Float64Array; area: Float64Array } {
  const unit = new Float64Array(triangles.length);
  const area = new Float64Array(triangles.length / 3);
  const normal = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    const length = areaVector(positions, triangles, t, normal);
    area[t / 3] = length;
    for (let k = 0; k < 3; k++) unit[t + k] = normal[k] / (length || 1);
  }
  return { unit, area };
}

/** Vertex `v` is in the triangles `faces[starts[v] .. starts[v + 1])`. */
function facesOfVertices(vertexCount: number, triangles: Uint32Array): { starts: Uint32Array; faces: Uint32Array } {
  const starts = new Uint32Array(vertexCount + 1);
  for (const vertex of triangles) starts[vertex + 1]++;
  for (let v = 0; v < vertexCount; v++) starts[v + 1] += starts[v];
  const next = starts.slice();
  const faces = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    faces[next[triangles[corner]]++] = (corner - (corner % 3)) / 3;
  }
  return { starts, faces };
}
