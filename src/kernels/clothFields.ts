/**
 * The record through which the cloth kernels find their arrays; laid out like that of a body (`bodyFields.ts`), whose barrier and patience
 * fields (39 and 44) it shares. Compiled both as TypeScript and as AssemblyScript. Fields named ...At hold byte addresses.
 *
 * Elements and forces use the vertex numbers of the mesh; the matrix has its own row order: groups that no block connects, then
 * the separators between one group and the next, which no block connects either. A block (i, j), j < i, is stored once, as nine f32 row by row.
 */

export const VERTEX_COUNT = 0;
/** Groups of four triangles, and of four hinges. */
export const TRIANGLE_GROUPS = 1;
export const HINGE_GROUPS = 2;
/** Blocks left of the diagonal, by rows. */
export const BLOCK_COUNT = 3;
/** Groups of rows that threads share out. They are part of the method: they change bits, while the number of threads does not. */
export const GROUP_COUNT = 4;
/** 1 where threads along warp or weft are stiffer than the sheet. */
export const THREADED = 5;
/** 1 where the cloth has a reference surface. */
export const SIDED = 6;
export const MAX_ITERATIONS = 7;
/** Result: iterations done. */
export const ITERATIONS = 8;

// Elements. Lanes of four: [group][...][lane].
/** f64 xyz per vertex, m. */
export const POSITIONS_AT = 9;
/** f32 x 8 per vertex: positions as the sum of two f32, so that differences keep their digits. */
export const SPLIT_AT = 10;
/** u32 [group][corner][lane]: byte offsets (32 per vertex). */
export const TRIANGLE_CORNERS_AT = 11;
/** f32 [group][5][lane]: gradients of corners 1 and 2 along warp and weft, 1/m, and the area, m2. */
export const TRIANGLE_TABLE_AT = 12;
/** f32 [group][3][lane]: normals of the known surface, 0 where it is not near. */
export const SIDES_AT = 51;
/** f32 x 20 per triangle: the frame and the factors of its stiffness (`membrane/sheetForces.ts`). */
export const TRIANGLES_AT = 13;
/** f32 x 16 per triangle: the threads. */
export const THREADS_AT = 14;
/** f32 x 4 per corner of a triangle: forces, N. */
export const TRIANGLE_FORCES_AT = 15;
export const HINGE_CORNERS_AT = 16;
/** f32 [group][4][lane]: stiffness, N m; sin(theta0 / 2); least squared areas of the wings. */
export const HINGE_TABLE_AT = 17;
/** f32 x 4 per vertex of a hinge: sqrt(k) d(theta)/dx, and what gives the force when multiplied by it. */
export const HINGES_AT = 18;
/** u32 per vertex: first incidence with triangles, with hinges, and the ends; u32 per incidence: byte offset of the vector. */
export const TRIANGLE_STARTS_AT = 19;
export const TRIANGLE_INCIDENCE_AT = 20;
export const HINGE_STARTS_AT = 21;
export const HINGE_INCIDENCE_AT = 22;
/** f64 xyz per vertex, N. */
export const FORCES_AT = 23;

// Matrix.
/** u32 per block: first entry among triangles, among hinges, and the ends. */
export const BLOCK_TRIANGLES_AT = 24;
/** u32: triangle x 16 + corner of the row x 4 + corner of the column. */
export const TRIANGLE_ENTRIES_AT = 25;
export const BLOCK_HINGES_AT = 26;
/** u32 x 2: byte offsets of the vectors of row and column. */
export const HINGE_ENTRIES_AT = 27;
/** f32 x 9 per block: D + h K, N s/m. */
export const BLOCKS_AT = 28;
/** f32 x 12 per row: its diagonal block, minus the sum of the others. */
export const DIAGONALS_AT = 29;
/** u32 per row: first of its neighbours, and the end. */
export const NEIGHBOURS_START_AT = 30;
/** u32 x 2 per neighbour: byte offset (24 per vertex) of its vertex; byte offset of the block, plus 1 where it is to be transposed. */
export const NEIGHBOURS_AT = 31;
/** u32 per row: first of its blocks, and the end; u32 per block: byte offset (16 per row) of the column. */
export const ROW_START_AT = 32;
export const COLUMNS_AT = 33;
/** u32 per segment: its first row, and the end of all; the groups, then the separators behind each but the last. */
export const SEGMENT_START_AT = 34;

// Solve. f64 vectors hold xyz and f32 vectors four lanes, of which the last is 0. Those of f64 and constraints are in the order of the mesh, those
// of f32 by rows.
/** u32 per row: its vertex. */
export const VERTICES_AT = 35;
/** f64 per vertex, kg. */
export const MASSES_AT = 38;
// 39: barrier.
/** f64 vectors: input and output of the solve. */
export const RHS_AT = 40;
export const SOLUTION_AT = 41;
/** f64 vector: residual, N s. */
export const RESIDUAL_AT = 42;
/** f64 vectors: input and output of the product with D + h K. */
export const VELOCITY_AT = 43;
// 44: patience.
export const IMAGE_AT = 45;
/** u8 per vertex: `Constraint`; f64 vector: their directions. */
export const KINDS_AT = 46;
export const NORMALS_AT = 47;
/** u8 per vertex: non-zero where its factor must be recomputed. */
export const CHANGED_AT = 48;
/** f32 x 12 per row: P G^T by rows, G being the inverse Cholesky factor of the constrained diagonal block. */
export const FACTORS_AT = 49;
/** f32 x 9 per block: h G P S P G^T. */
export const SCALED_AT = 50;
/** f32 vectors of the conjugate gradients. */
export const X_AT = 52;
export const R_AT = 53;
export const P_AT = 54;
export const U_AT = 55;
export const Q_AT = 56;
/** f64, eight sums per segment. */
export const SUMS_AT = 57;

// Constitutive model.
/** Number of its kernel; 0 where the sheet has rotated linear elasticity in plane stress, by `MU` and `LAMBDA`. */
export const MODEL = 58;
/** f32: its packed parameters, N/m where a solid's are Pa. */
export const PARAMS_AT = 59;
/** Scratch of the stages of membranes (`assembly/membrane/work.ts`), `MEMBRANE_WORK_BYTES` per thread. */
export const WORK_AT = 60;
/** Groups of four triangles that go through all stages together. */
export const MEMBRANE_BATCH = 8;
/** Frames, columns of F, stretches, stress and stiffness of a batch, and what a model writes of one group. */
export const MEMBRANE_WORK_BYTES = 384 * MEMBRANE_BATCH + 192;

/** f64 x 3 per vertex: sqrt(c) e of the drag c e e^T, kg/s, that the diagonal blocks have beside S while a velocity is solved for. */
export const DRAGS_AT = 61;

// Scalars (f64).
export const STRENGTH = 0;
/** Lame constants of the sheet, N/m; excess of the threads' stiffness along warp and weft, N/m; s. */
export const MU = 1;
export const LAMBDA = 2;
export const WARP = 3;
export const WEFT = 4;
export const DAMPING_TIME = 5;
/** h of D + h K, s. */
export const STIFFNESS_STEP = 6;
/** h of M + h S, s. */
export const STEP = 7;
export const TOLERANCE = 8;
/** Result. */
export const RELATIVE_RESIDUAL = 9;
