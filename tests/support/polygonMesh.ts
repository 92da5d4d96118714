import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';

/** A surface without attributes. */
export function polygonMesh(
  points: readonly (readonly number[])[],
  faces: readonly (readonly number[])[],
): SurfaceMesh {
  const faceOffsets = new Uint32Array(faces.length + 1);
  faces.forEach((face, at) => (faceOffsets[at + 1] = faceOffsets[at] + face.length));
  return {
    name: 'test',
    positions: Float64Array.from(points.flat()),
    faceOffsets,
    faceVertices: Uint32Array.from(faces.flat()),
    groups: [],
    vertexAttributes: [],
  };
}

/** Several surfaces as one, with their vertices after each other. */
export function joinedMeshes(...meshes: readonly SurfaceMesh[]): SurfaceMesh {
  const points: number[][] = [];
  const faces: number[][] = [];
  for (const { positions, faceOffsets, faceVertices } of meshes) {
    const first = points.length;
    for (let at = 0; at < positions.length; at += 3) points.push([...positions.subarray(at, at + 3)]);
    for (let face = 0; face + 1 < faceOffsets.length; face++) {
      faces.push([...faceVertices.subarray(faceOffsets[face], faceOffsets[face + 1])].map((vertex) => vertex + first));
    }
  }
  return polygonMesh(points, faces);
}
