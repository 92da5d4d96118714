/** Index of the signed distance in the result (nx, ny, nz, d) of a `ColliderShape`. */
export const DISTANCE = 3;
/** Index of the signed distance in the result (gx, gy, d) of a `PlanarShape`. */
export const PLANAR_DISTANCE = 2;
