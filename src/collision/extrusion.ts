import { NO_DIRECTION } from './lengths.ts';

/** Indices into the array of `extrude`. Inputs: planar signed distance, axial coordinate, half length, m. Outputs: signed distance, m, and two weights. */
export const PLANAR = 0;
export const AXIAL = 1;
export const HALF_LENGTH = 2;
export const SWEPT = 3;
export const PLANAR_WEIGHT = 4;
export const AXIAL_WEIGHT = 5;
export const EXTRUSION_LENGTH = 6;

/**
 * Computes the signed distance of a planar shape extruded along an axis over |axial| <= halfLength, from the planar signed distance:
 * the larger of both where the point is inside either, the distance to the rim where it is outside both. It is exact where
 * the planar distance is. The unit normal is PLANAR_WEIGHT * planar gradient + AXIAL_WEIGHT * axis.
 * All values are in one array, since number arguments are allocated wherever this is not inlined.
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
