/**
 * The record through which the kernels of shallow water find their arrays; laid out like that of a body (`bodyFields.ts`), whose barrier and patience fields
 * (39 and 44) it shares. Compiled both as TypeScript and as AssemblyScript. Fields named ...At hold byte addresses. Arrays of columns are numbered
 * as in `ColumnGrid`: x fastest, with two layers of ghost cells around the columns.
 */

/** Columns along x and z, and numbers from a row to the next. */
export const COLUMNS_X = 0;
export const COLUMNS_Z = 1;
export const ROW = 2;
/** Bits 0 to 3: whether the low and high side across x, then across z, are walls. */
export const CLOSED_EDGES = 3;
/** f64 per column: depth, m, and in the next two fields the mean velocity along x and z, m/s. */
export const DEPTH_AT = 4;
/** f64 per column: the same after the first stage of a step. */
export const BETWEEN_AT = 7;
/** f64 per column: height of the ground, m. */
export const GROUND_AT = 10;
/** Rows of scratch for each thread, and bytes of one of them. */
export const SCRATCH_AT = 11;
export const SCRATCH_ROW = 12;
/** f64 for each thread, a cache line apart: its result. */
export const FASTEST_AT = 13;
/** Bytes from one result to the next. */
export const FASTEST_STRIDE = 64;
/** Rows of scratch of a thread. */
export const SCRATCH_ROWS = 19;

// Scalars.
/** Edge of a column, m. */
export const COLUMN_EDGE = 0;
/** Time step, s. */
export const TIME_STEP = 1;
/** Acceleration downwards, and along x and z, m/s2. */
export const GRAVITY = 2;
export const PULL_X = 3;
export const PULL_Z = 4;
/** Manning's coefficient, s/m^(1/3). */
export const MANNING = 5;
/** Depth up to which water has no velocity, m. */
export const DRY_DEPTH = 6;
