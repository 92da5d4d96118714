import { NO_DIRECTION } from './lengths.ts';

/**
 * Signed distance of a planar shape swept along an axis over |axial| <= halfLength, from the planar signed distance:
 * the larger of both where the point is inside either, the distance to the rim where it is outside both. Exact where
 * the planar distance is. `weights` receives what the unit normal is made of: normal = weights[0] * planar gradient +
 * weights[1] * axis.
 */
export function extrudedDistance(planar: number, axial: number, halfLength: number, weights: Float64Array): number {
  const beyond = Math.abs(axial) - halfLength;
  const side = axial < 0 ? -1 : 1;
  if (Math.min(planar, beyond) > 0 && Math.max(planar, beyond) > NO_DIRECTION) {
    const distance = Math.sqrt(planar * planar + beyond * beyond);
    weights[0] = planar / distance;
    weights[1] = (side * beyond) / distance;
    return distance;
  }
  const wall = planar >= beyond;
  weights[0] = wall ? 1 : 0;
  weights[1] = wall ? 0 : side;
  return wall ? planar : beyond;
}
