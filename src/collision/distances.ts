/** Where the answer (nx, ny, nz, d) of a `ColliderShape` holds the signed distance. */
export const DISTANCE = 3;
/** Where the answer (gx, gy, d) of a `PlanarShape` holds the signed distance. */
export const PLANAR_DISTANCE = 2;
