import { createSurfaceQuery, type SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import { boundaryFaces } from '../../geometry/tetBoundary.ts';
import type { TetMesh } from '../../geometry/TetMesh.ts';

/** A boundary vertex farther than this from every triangle, in edge lengths, lies on a cap. */
const CAP_DISTANCE = 0.75;

/**
 * Returns a surface with holes that no simple cap closes together with the part of the stuffed boundary that spans the holes, where the winding number is 1/2. Boundary vertices there stay in place
 * instead of being projected to the rims. Returns `query` itself when nothing is spanned. `edgeLength`: metres.
 */
export function withCaps(query: SurfaceQuery, mesh: TetMesh, edgeLength: number): SurfaceQuery {
  const { positions } = mesh;
  const boundary = boundaryFaces(mesh.tets, positions.length / 3);
  const reach = CAP_DISTANCE * edgeLength;
  // 0 not seen, 1 near the surface, 2 on a cap.
  const state = new Uint8Array(positions.length / 3);
  const caps: number[] = [];
  const shift = query.mesh.positions.length / 3;
  for (let f = 0; f < boundary.length; f += 3) {
    let capped = false;
    for (let k = 0; k < 3; k++) {
      const v = boundary[f + k];
      if (state[v] === 0) {
        const near = query.distanceWithin(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], reach);
        state[v] = near < reach ? 1 : 2;
      }
      capped = capped || state[v] === 2;
    }
    if (capped) for (let k = 0; k < 3; k++) caps.push(shift + boundary[f + k]);
  }
  if (caps.length === 0) return query;
  const all = new Float64Array(query.mesh.positions.length + positions.length);
  all.set(query.mesh.positions);
  all.set(positions, query.mesh.positions.length);
  const triangles = new Uint32Array(query.mesh.triangles.length + caps.length);
  triangles.set(query.mesh.triangles);
  triangles.set(caps, query.mesh.triangles.length);
  return createSurfaceQuery({ positions: all, triangles });
}
