import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { SignedDistance } from './baseGrid.ts';

export interface SurfaceDistance {
  readonly distance: SignedDistance;
  /** Unsigned distance, at half the cost; given where the sign only changes across the surface. */
  readonly unsignedDistance?: SignedDistance;
}

/**
 * Returns distances to a surface, metres, for points in spatial order: each search starts from the last triangle found.
 * `balanced`: the winding number changes only across triangles.
 */
export function surfaceDistance(query: SurfaceQuery, balanced: boolean): SurfaceDistance {
  const closest = new Float64Array(4);
  let hint = -1;
  const unsignedDistance = (x: number, y: number, z: number) => {
    hint = query.closestPoint(x, y, z, closest, hint);
    return closest[3];
  };
  const distance = (x: number, y: number, z: number) => {
    const magnitude = unsignedDistance(x, y, z);
    return query.windingNumber(x, y, z) > 0.5 ? -magnitude : magnitude;
  };
  return balanced ? { distance, unsignedDistance } : { distance };
}
