/**
 * The record through which the kernels of liquids find their arrays; laid out like that of a body (`bodyFields.ts`), whose barrier and patience fields
 * (39 and 44) it shares. Compiled both as TypeScript and as AssemblyScript. Fields named ...At hold byte addresses. Arrays of cells and faces are numbered
 * as in `CellGrid`: x fastest, with a layer around the cells.
 */

/** Cells along x; then along y and z. */
export const CELLS_X = 0;
/** Particles in the present chunk. */
export const PARTICLE_COUNT = 3;
/** f64 xyz per particle of the chunk, m. */
export const POSITIONS_AT = 4;
/** f64 xyz, m/s. */
export const VELOCITIES_AT = 5;
/** f64 x 9, row-major, 1/s. */
export const GRADIENTS_AT = 6;
/** f64 per face: velocity across it, m/s; one field for each axis. */
export const FACES_AT = 7;
/** f64 x 2 per face: momentum and weight of the particles around; one field for each axis. */
export const MOMENTA_AT = 10;
/** u8 per face: valid mask, 1 where particles determine the velocity; one field for each axis. */
export const VALID_AT = 13;
/** f64 x 4 per cell: weight and weighted offset to the particles around. */
export const SUMS_AT = 16;
/** f64 per cell: distance to the surface, m. */
export const PHI_AT = 17;
/** Bits 2 a and 2 a + 1: whether the low and the high side across axis a are closed. */
export const CLOSED_SIDES = 18;
/**
 * u8 per cell in rows of their own, whose length is a multiple of 16, with the outer layer: 1 where there are particles, later where no cell of the
 * neighbourhood, itself included, needs its particles.
 */
export const FILLED_AT = 19;
/** u8 per cell: 1 where all cells of the neighbourhood, itself included, contain particles; laid out as `FILLED_AT`. */
export const DEEP_AT = 20;
/** u8 per row in y and z, outer layer included: 1 where there are particles. */
export const FILLED_ROWS_AT = 21;
/** Bytes of a row of those flags. */
export const FLAG_ROW = 22;
/** u32 per particle: its number. */
export const IDS_AT = 23;
/** u8 per particle of the chunk: 1 for one that is removed. */
export const FLAGS_AT = 24;
/** u16 per cell: number of particles in it; and its largest number. */
export const CELL_COUNTS_AT = 25;
export const MOST_IN_CELL = 26;
/** f64 per corner of cells: distance to solids, m, positive outside; u8 per cell: 1 where solids may be. */
export const SOLID_DISTANCE_AT = 27;
export const TOUCHED_AT = 28;
/** 1 where there are solids. */
export const HAS_SOLIDS = 29;
/** f64 for each thread, a cache line apart: its result. */
export const FOUND_AT = 30;
/** Bytes from one result to the next. */
export const FOUND_STRIDE = 64;
/** 1 where only positions and numbers of particles are still needed, so that nothing else has to be moved. */
export const PLACES_ONLY = 31;
/** Active region: first indices along x, y, z, counted from the outer layer, and the end. */
export const ACTIVE_FIRST = 32;
export const ACTIVE_END = 35;

// Scalars.
/** Edge of a cell, m. */
export const CELL_EDGE = 0;
/** Corner of the grid, m; one for each axis. */
export const ORIGIN = 1;
/** Time step of moving particles, s. */
export const TIME_STEP = 4;
/** Reach and radius of a particle, in cells. */
export const REACH = 5;
export const RADIUS = 6;
/** Weight of particles at a face below which it is not valid. */
export const LEAST_WEIGHT = 7;
/** Distance of particles from solids and closed sides, m. */
export const MARGIN = 8;
/** Squared slope of the distance below which the path out of solids is not lengthened for it. */
export const LEAST_SLOPE = 9;
