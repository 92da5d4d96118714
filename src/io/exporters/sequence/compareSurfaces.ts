import type { CornerAttribute, SurfaceMesh } from '../../../geometry/TriMesh.ts';
import type { FrameContent, FrameMesh } from '../shared/collectFrame.ts';
import { pointPositions, type HandOffChecks } from '../shared/HandOffChecks.ts';

/** All meshes of a frame one after the other, as a file without objects holds them. */
export function mergedMesh(meshes: readonly FrameMesh[]): {
  readonly positions: Float32Array;
  readonly faceOffsets: Uint32Array;
  readonly faceVertices: Uint32Array;
} {
  const positions = new Float32Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const faceOffsets = [0];
  const faceVertices: number[] = [];
  let floats = 0;
  for (const { positions: own, surface } of meshes) {
    positions.set(own, floats);
    for (const vertex of surface.faceVertices) faceVertices.push(vertex + floats / 3);
    const before = faceOffsets[faceOffsets.length - 1];
    for (let face = 1; face < surface.faceOffsets.length; face++) faceOffsets.push(before + surface.faceOffsets[face]);
    floats += own.length;
  }
  return { positions, faceOffsets: Uint32Array.from(faceOffsets), faceVertices: Uint32Array.from(faceVertices) };
}

/** Positions (which must be the same float32 numbers) and faces of a reopened file against the frame. */
export function compareFaces(found: SurfaceMesh, content: FrameContent, checks: HandOffChecks): void {
  const place = { frame: content.frame };
  const expected = mergedMesh(content.meshes);
  checks.equal('vertex count', found.positions.length / 3, expected.positions.length / 3, place);
  checks.equal('face count', found.faceOffsets.length - 1, expected.faceOffsets.length - 1, place);
  checks.arrays('positions', Float32Array.from(found.positions), expected.positions, 0, place, pointPositions);
  checks.arrays('polygons', found.faceOffsets, expected.faceOffsets, 0, place);
  checks.arrays('polygon corners', found.faceVertices, expected.faceVertices, 0, place);
}

/** The value of each corner, zeros where it has none: uvs or normals whatever their indexing. */
export function cornerValues(attribute: CornerAttribute | undefined, corners: number, size: number): Float32Array {
  const values = new Float32Array(corners * size);
  if (attribute === undefined) return values;
  for (let corner = 0; corner < corners; corner++) {
    const index = attribute.indices[corner];
    if (index >= 0) values.set(attribute.values.subarray(size * index, size * index + size), size * corner);
  }
  return values;
}

/** Compares uvs or normals per corner over all meshes of a frame; nothing to do when no mesh has them. */
export function compareCorners(
  name: string,
  found: CornerAttribute | undefined,
  content: FrameContent,
  pick: (mesh: FrameMesh) => CornerAttribute | undefined,
  checks: HandOffChecks,
): void {
  const attributes = content.meshes.map(pick);
  const size = attributes.find((attribute) => attribute !== undefined)?.size;
  if (size === undefined) return;
  const corners = content.meshes.map((mesh) => mesh.surface.faceVertices.length);
  const expected = new Float32Array(size * corners.reduce((sum, count) => sum + count, 0));
  let next = 0;
  attributes.forEach((attribute, i) => {
    expected.set(cornerValues(attribute, corners[i], size), next);
    next += size * corners[i];
  });
  const place = { frame: content.frame };
  checks.arrays(name, cornerValues(found, expected.length / size, size), expected, 0, place);
}
