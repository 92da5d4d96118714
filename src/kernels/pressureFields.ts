/**
 * The record through which the pressure kernels find their arrays; laid out like that of a body (`bodyFields.ts`), whose barrier and
 * patience fields (39 and 44) it shares. Compiled both as TypeScript and as AssemblyScript. Fields named ...At hold byte addresses.
 */

export const VERTEX_COUNT = 0;
export const CELL_COUNT = 1;
export const EDGE_COUNT = 2;

// Tables. A cell is a tetrahedron; entry e of row i stands for the vertices i and column e, which share a cell.
/** u32 x 4 per cell: byte offsets (24 per vertex) of its corners. */
export const CELLS_AT = 3;
/** f32 per cell: weight of its part of the smoothing of pressures, 1/kg. */
export const CELL_WEIGHTS_AT = 4;
/** u32: first incidence of each vertex, and the end. */
export const RING_START_AT = 5;
/** u32 per incidence: byte offset (16 per corner) of the vertex' gradient in one of its cells. */
export const RING_VECTORS_AT = 6;
/** u32: first entry of each row, and the end. */
export const ROW_START_AT = 7;
/** u32 per entry: its column. */
export const COLUMNS_AT = 8;
/** u32 per vertex: entry of the vertex with itself. */
export const DIAGONAL_ENTRY_AT = 9;
/** u32 per edge i < j: first incidence; EDGE_COUNT + 1 entries. */
export const EDGE_START_AT = 10;
/** u32 x 2 per edge: entries (i, j) and (j, i). */
export const EDGE_ENTRIES_AT = 11;
/** u32 x 2 per edge incidence: byte offsets of the gradients of i and of j in one cell. */
export const EDGE_VECTORS_AT = 12;
/** f32 per vertex, 1/kg. */
export const INVERSE_MASSES_AT = 13;

// Input and output. f64 vectors hold xyz per vertex.
/** f64 vectors: positions at which volumes and gradients are taken, m. */
export const POSITIONS_AT = 14;
/** f64 per vertex: volumes of the one-rings, m3. */
export const VOLUMES_AT = 15;
/** f64 vector, m/s: input of the rates. */
export const VELOCITY_AT = 16;
/** f64 per vertex: their output, and the right-hand side of the solve, m3/s. */
export const RHS_AT = 17;
/** f64 per vertex, Pa s: input of the forces; the solve's output. */
export const PRESSURES_AT = 18;
/** f64 vector: B^T pressures, N s. */
export const FORCES_AT = 19;
/** u8 per vertex: `Constraint`. */
export const KINDS_AT = 20;
/** f64 vector: directions of constraints. */
export const NORMALS_AT = 21;

// What the kernels make of them.
/** f64 per cell: a quarter of its volume, m3. */
export const CELL_VOLUMES_AT = 22;
/** f32 x 4 per corner: a quarter of dV/dx, m2, and the cell's weight. */
export const GRADIENTS_AT = 23;
/** f32 x 4 per entry (i, k): dV_i/dx_k, m2, and the smoothing of p_k in row i, m4/kg. */
export const RATES_AT = 24;
/** f32 x 3 per entry (k, i): dV_i/dx_k once more, by rows of k. */
export const PUSHES_AT = 25;
/** f32 per vertex: D^-1/2, 0 for rows left out. */
export const SCALE_AT = 26;
/** f32 per vertex: two Lanczos vectors, two directions, the solution, A v, and D^-1/2 v. */
export const LANCZOS_AT = 27;
export const LANCZOS_BEFORE_AT = 28;
export const DIRECTION_AT = 29;
export const DIRECTION_BEFORE_AT = 30;
export const SOLUTION_AT = 31;
export const IMAGE_AT = 32;
export const SCALED_AT = 33;
/** f32 x 4 per vertex: P M^-1 B^T p, m/s, and p. */
export const CHANGES_AT = 34;
/** f64: two sums per chunk of vertices. */
export const PARTIALS_AT = 35;

/** f64 per vertex: volumes of the one-rings at rest, m3. */
export const REST_VOLUMES_AT = 36;

/** Flag that is not 0 where the solve must find D^-1/2 first: B or the constraints are new. */
export const FIND_SCALES = 37;
export const MAX_ITERATIONS = 40;
/** Result: iterations done. */
export const ITERATIONS = 41;

// Scalars (f64).
/** Ends of the solve: residual relative to the scaled right-hand side, and absolute. */
export const RELATIVE = 0;
export const ABSOLUTE = 1;
