import { enclosedVolume } from '../../geometry/enclosedVolume.ts';
import { manifoldReport } from '../../geometry/manifoldReport.ts';
import { weldedTriangles } from '../../geometry/surfaceQuery/weldedTriangles.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';

/**
 * Returns whether a solid displaces liquid by its drawn surface, embedded in its elements, rather than by their boundary: where that reaches far beyond what is drawn, or opens along cracks. A surface
 * that is not closed displaces nothing. What displaces liquid is also what a solid in a liquid weighs, so that it floats as deep as its density says.
 */
export function displacesDrawnSurface({ material, surface }: VolumeMesh, tears: boolean): boolean {
  return (tears || material?.shares !== undefined) && isClosed(surface);
}

/** Returns whether a surface has no open edge and faces outwards, corners at equal positions counting as one. */
export function isClosed(surface: SurfaceMesh): boolean {
  const { positions, triangles } = weldedTriangles(surface);
  const { badEdges } = manifoldReport(triangles, positions.length / 3);
  return badEdges === 0 && enclosedVolume(positions, triangles) > 0;
}
