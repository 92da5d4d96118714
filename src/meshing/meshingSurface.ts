import { areaVector } from '../geometry/areaVector.ts';
import { CoreError } from '../base/errors.ts';
import { orientedTriangles } from '../geometry/surfaceQuery/orientedTriangles.ts';
import { createSurfaceQuery, type SurfaceQuery } from '../geometry/surfaceQuery/SurfaceQuery.ts';
import { isBalanced } from '../geometry/surfaceQuery/triangleEdges.ts';
import type { SurfaceMesh, TriMesh } from '../geometry/TriMesh.ts';
import { closeHoles } from './closeHoles.ts';
import type { Box } from './lattice/baseGrid.ts';

/** A surface made ready for filling: closed triangles, oriented outward, with their search structure. */
export interface MeshingSurface {
  readonly mesh: TriMesh;
  readonly query: SurfaceQuery;
  readonly box: Box;
  /** Square metres, caps included. */
  readonly area: number;
  /** The winding number is whole and changes only across triangles. */
  readonly balanced: boolean;
}

/**
 * Triangulates, orients and closes an imported surface and builds its queries.
 * Throws `geometry-empty` for a surface without area, `geometry-invalid` for coordinates that are not finite, and `usage`
 * for an edge length that is not a positive number.
 */
export function meshingSurface(surface: SurfaceMesh, edgeLength: number): MeshingSurface {
  if (!(edgeLength > 0 && Number.isFinite(edgeLength))) {
    throw new CoreError('usage', `the edge length must be a positive number of metres, not ${edgeLength}`);
  }
  requireFinite(surface);
  const mesh = closeHoles(orientedTriangles(surface));
  const area = surfaceArea(mesh);
  if (!(area > 0)) throw new CoreError('geometry-empty', 'the surface has no faces with area');
  const query = createSurfaceQuery(mesh);
  const bounds = query.bounds();
  return {
    mesh,
    query,
    box: { min: [bounds[0], bounds[1], bounds[2]], max: [bounds[3], bounds[4], bounds[5]] },
    area,
    balanced: isBalanced(mesh.triangles, mesh.positions.length / 3),
  };
}

function requireFinite(surface: SurfaceMesh): void {
  for (let at = 0; at < surface.positions.length; at++) {
    if (Number.isFinite(surface.positions[at])) continue;
    throw new CoreError('geometry-invalid', 'a vertex coordinate is not a finite number', {
      place: `vertex ${Math.floor(at / 3)}`,
      remedy: 'Repair the mesh before filling it.',
    });
  }
}

function surfaceArea(mesh: TriMesh): number {
  const { positions, triangles } = mesh;
  const normal = new Float64Array(3);
  let area = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    area += areaVector(positions, triangles, at, normal) / 2;
  }
  return area;
}
