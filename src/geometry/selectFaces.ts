import type { CornerAttribute, FaceGroup, SurfaceMesh } from './TriMesh.ts';

/** The members of a surface that depend on its faces. */
export type SurfaceFaces = Pick<SurfaceMesh, 'faceOffsets' | 'faceVertices' | 'groups' | 'uvs' | 'normals'>;

/** Returns the faces `kept` (ascending) of a surface with their corners, groups and corner attributes; empty groups are dropped. */
export function selectFaces(surface: SurfaceFaces, kept: Uint32Array): SurfaceFaces {
  const { faceOffsets } = surface;
  const faceVertices = new Uint32Array(keptCornerCount(faceOffsets, kept));
  const corners = new Uint32Array(faceVertices.length);
  const newOffsets = new Uint32Array(kept.length + 1);
  let next = 0;
  for (let face = 0; face < kept.length; face++) {
    for (let corner = faceOffsets[kept[face]]; corner < faceOffsets[kept[face] + 1]; corner++) {
      faceVertices[next] = surface.faceVertices[corner];
      corners[next++] = corner;
    }
    newOffsets[face + 1] = next;
  }
  return {
    faceOffsets: newOffsets,
    faceVertices,
    groups: selectGroups(surface.groups, faceOffsets.length - 1, kept),
    uvs: selectCorners(surface.uvs, corners),
    normals: selectCorners(surface.normals, corners),
  };
}

function keptCornerCount(faceOffsets: Uint32Array, kept: Uint32Array): number {
  let count = 0;
  for (const face of kept) count += faceOffsets[face + 1] - faceOffsets[face];
  return count;
}

function selectGroups(groups: readonly FaceGroup[], faceCount: number, kept: Uint32Array): FaceGroup[] {
  const newFace = new Int32Array(faceCount).fill(-1);
  kept.forEach((face, at) => (newFace[face] = at));
  return groups
    .map((group) => ({
      ...group,
      faces: group.faces.filter((face) => newFace[face] >= 0).map((face) => newFace[face]),
    }))
    .filter((group) => group.faces.length > 0);
}

/** Returns the attribute of the given corners, in their order. */
export function selectCorners(
  attribute: CornerAttribute | undefined,
  corners: Uint32Array,
): CornerAttribute | undefined {
  if (attribute === undefined) return undefined;
  return { ...attribute, indices: Int32Array.from(corners, (corner) => attribute.indices[corner]) };
}
