import { orientedTriangles } from '../geometry/surfaceQuery/orientedTriangles.ts';
import type { SurfaceMesh, TriMesh } from '../geometry/TriMesh.ts';
import { solidBoundary } from './solidBoundary.ts';

/** Returns triangles, welded and oriented, as the boundary of a solid (see `solidBoundary`). */
export function closedSurface(mesh: TriMesh): TriMesh {
  return solidBoundary(orientedTriangles(asSurface(mesh)));
}

/** Returns the triangles as a surface mesh, for welding and orienting. */
function asSurface({ positions, triangles }: TriMesh): SurfaceMesh {
  const faceOffsets = Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, face) => 3 * face);
  return { name: '', positions, faceOffsets, faceVertices: triangles, groups: [], vertexAttributes: [] };
}
