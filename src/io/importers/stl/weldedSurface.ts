import type { FaceGroup } from '../../../geometry/TriMesh.ts';
import { weldExact } from '../../../geometry/welding/weldExact.ts';
import type { ImportedMesh } from '../../Importer.ts';
import { finishSurface } from '../../reading/finishSurface.ts';
import { meshName } from '../../reading/meshName.ts';
import type { WarningList } from '../../reading/WarningList.ts';

/**
 * Makes a surface of separate triangles: `corners` has three xyz per triangle. Vertices are numbered in order of first
 * appearance. Corners with NaN are not merged (their triangles are left out).
 */
export function weldedSurface(
  file: string,
  corners: Float64Array,
  groups: readonly FaceGroup[],
  placeOfFace: (face: number) => string,
  warnings: WarningList,
): ImportedMesh {
  const { place, first } = weldExact(corners);
  const positions = new Float64Array(3 * first.length);
  for (let vertex = 0; vertex < first.length; vertex++) {
    for (let axis = 0; axis < 3; axis++) positions[3 * vertex + axis] = corners[3 * first[vertex] + axis];
  }
  const faceOffsets = new Uint32Array(place.length / 3 + 1);
  for (let face = 0; face < faceOffsets.length; face++) faceOffsets[face] = 3 * face;
  const surface = finishSurface(
    {
      file,
      name: meshName(file),
      positions,
      faceOffsets,
      faceVertices: place,
      groups,
      vertexAttributes: [],
      placeOfFace,
      placeOfVertex: (vertex) => placeOfFace(Math.floor(first[vertex] / 3)),
    },
    warnings,
  );
  return { surface, warnings: warnings.sentences() };
}
