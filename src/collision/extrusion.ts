import { NO_DIRECTION } from './lengths.ts';

/** What `extrude` reads: planar signed distance, place along the axis and half the length, m; and where it writes: the signed distance and two weights. */
export const PLANAR = 0;
export const AXIAL = 1;
export const HALF_LENGTH = 2;
export const SWEPT = 3;
export const PLANAR_WEIGHT = 4;
export const AXIAL_WEIGHT = 5;
export const EXTRUSION_LENGTH = 6;

/**
 * Signed distance of a planar shape swept along an axis over |axial| <= halfLength, from the planar signed distance:
 * the larger of both where the point is inside either, the distance to the rim where it is outside both. Exact where
 * the planar distance is. The weights are what the unit normal is made of: normal = PLANAR_WEIGHT * planar gradient +
 * AXIAL_WEIGHT * axis. One array for all of them: numbers that are handed over would be allocated wherever this is not inlined.
 */
export function extrude(values: Float64Array): void {
  const planar = values[PLANAR];
  const beyond = Math.abs(values[AXIAL]) - values[HALF_LENGTH];
  const side = values[AXIAL] < 0 ? -1 : 1;
  if (Math.min(planar, beyond) > 0 && Math.max(planar, beyond) > NO_DIRECTION) {
    const distance = Math.sqrt(planar * planar + beyond * beyond);
    values[PLANAR_WEIGHT] = planar / distance;
    values[AXIAL_WEIGHT] = (side * beyond) / distance;
    values[SWEPT] = distance;
    return;
  }
  const wall = planar >= beyond;
  values[PLANAR_WEIGHT] = wall ? 1 : 0;
  values[AXIAL_WEIGHT] = wall ? 0 : side;
  values[SWEPT] = wall ? planar : beyond;
}
