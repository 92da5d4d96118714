import { areaVector } from '../../geometry/areaVector.ts';
import { orientedTriangles } from '../../geometry/surfaceQuery/orientedTriangles.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { closeHoles } from '../../meshing/closeHoles.ts';

/** Enclosed volume over the cubed diagonal below which there is nothing to fill: a sheet of paper has 1e-4. */
const LEAST_VOLUME = 1e-9;

/**
 * True where the surface, oriented and with its holes closed as meshers do, encloses a volume. Open patches without an inside, single
 * sheets and empty surfaces have none.
 */
export function hasInside(surface: SurfaceMesh): boolean {
  if (surface.faceOffsets.length < 2) return false;
  const { positions, triangles } = closeHoles(orientedTriangles(surface));
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const vertex of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis], positions[3 * vertex + axis]);
      max[axis] = Math.max(max[axis], positions[3 * vertex + axis]);
    }
  }
  const normal = new Float64Array(3);
  let volume = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    areaVector(positions, triangles, at, normal);
    for (let axis = 0; axis < 3; axis++) volume += (positions[3 * triangles[at] + axis] - min[axis]) * normal[axis];
  }
  const diagonal = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  return Math.abs(volume) / 6 > LEAST_VOLUME * diagonal ** 3;
}
