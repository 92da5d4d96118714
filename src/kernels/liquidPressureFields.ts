/**
 * The record through which the kernels of a liquid's pressure find their arrays; laid out like that of a body (`bodyFields.ts`), whose barrier and patience
 * fields (39 and 44) it shares. Compiled both as TypeScript and as AssemblyScript. Fields named ...At hold byte addresses.
 *
 * Cells are stored by colour, so that the neighbours of one colour are consecutive: first all cells whose i + j + k is even, then the others. Of a
 * row (j, k) the cells 2 m and 2 m + 1 of either colour are pair m, stored at pair m + 2; rows have an outer layer as in `CellGrid`.
 */

/** Grids of the multigrid, the finest first. */
export const LEVEL_COUNT = 0;
/** Records of the multigrid's grids, one after the other. */
export const LEVELS_AT = 1;
/** Cells by colour, f64: residual, direction and its product with the matrix, solution. */
export const RESIDUAL_AT = 2;
export const DIRECTION_AT = 3;
export const IMAGE_AT = 4;
export const SOLUTION_AT = 5;
/** f64 per layer of cells: sums or maxima over its cells. */
export const PARTIALS_AT = 6;
/** Sweeps of Gauss-Seidel on every grid, down and up, and on the coarsest. */
export const SWEEPS = 7;
export const COARSEST_SWEEPS = 8;

// The record of a grid: u32.
export const LEVEL_FIELDS = 24;
/** Rows in y and z, without the layer around them. */
export const ROWS = 0;
export const LAYERS = 1;
/** Bytes of a row, of a layer of rows, and of the cells of one colour. */
export const ROW_BYTES = 2;
export const LAYER_BYTES = 3;
export const HALF_BYTES = 4;
/** f64, cells by colour: entry between a cell and the one below along x, y, z. */
export const LINKS_AT = 5;
/** Surface term of the diagonal, the diagonal, and its reciprocal (0 where it is 0). */
export const SURFACE_AT = 8;
export const DIAGONAL_AT = 9;
export const INVERSE_AT = 10;
/** Right-hand side and unknowns of a cycle. */
export const B_AT = 11;
export const X_AT = 12;
/** u32 per row: first stored pair with unknowns, an even one, and the end, in bytes from the begin of the row; 0 and 0 without any. */
export const LOW_AT = 13;
export const HIGH_AT = 14;
/** u32: first layer of every thread, and the end. */
export const BOUNDS_AT = 15;
/** 1 where one thread is faster than many. */
export const IS_SMALL = 16;
/** First layer and first row of layers with unknowns, and their ends. */
export const FIRST_LAYER = 17;
export const END_LAYER = 18;
export const FIRST_ROW = 19;
export const END_ROW = 20;

// Scalars.
/** Factor of the last direction in the next one, beside the scaled residual. */
export const BETA = 0;
/** Step length along the direction. */
export const ALPHA = 1;
