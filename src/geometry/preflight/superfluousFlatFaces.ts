import type { SurfaceMesh } from '../TriMesh.ts';
import type { EdgeTable } from './EdgeTable.ts';
import type { FaceFaults } from './faceFaults.ts';
import { FaceRemoval } from './FaceRemoval.ts';

/**
 * Returns a flag per face that has no area and can be removed without opening the surface. A sliver between a long edge and two short ones connects
 * them: it stays, with the faces that it touches.
 */
export function superfluousFlatFaces(surface: SurfaceMesh, faults: FaceFaults, edges: EdgeTable): Uint8Array {
  const removal = new FaceRemoval(surface, faults, edges);
  const flat: number[] = [];
  faults.flat.forEach((flag, face) => {
    if (flag === 1) flat.push(face);
  });
  for (const patch of removal.patches(flat)) {
    for (const face of patch) removal.set(face, 1);
    if (patch.some((face) => removal.opensAt(face))) for (const face of patch) removal.set(face, 0);
  }
  return removal.dropped;
}
