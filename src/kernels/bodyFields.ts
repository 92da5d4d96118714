/**
 * The record through which every solid kernel finds its arrays: `FIELD_COUNT` unsigned 32-bit fields, then `SCALAR_COUNT`
 * 64-bit floats, at an address that is passed to the kernel. Compiled both as TypeScript and as AssemblyScript, so that the
 * two sides cannot disagree. Fields named ...At hold byte addresses in the arena.
 */

// Sizes.
export const VERTEX_COUNT = 0;
/** Pairs of groups of four lanes, over all materials: eight linear tetrahedra, or the points of one or two elements, padded per material. */
export const PAIR_COUNT = 1;
export const MATERIAL_COUNT = 2;
export const EDGE_COUNT = 3;

// Element tables: groups of four lanes (array of structures of arrays). A lane is a linear tetrahedron, or a quadrature point of an element that has
// `POINT_GROUPS` groups of them.
/** Byte offsets of the corners' positions: u32 [group][corner][lane] of lanes that are tetrahedra, else [element][corner]. */
export const CORNERS_AT = 4;
/** Shape gradients, 1/m, f32 [group][corner][axis][lane]: corners 1 to 3 of lanes that are tetrahedra (Dm^-1), else all corners. */
export const GRADIENTS_AT = 5;
/** Rest volumes, f32 [group][lane], m3; zero in padding lanes. */
export const VOLUMES_AT = 6;
/** Words of each material (`assembly/materialRecord.ts`): number of its model's kernel (0 without one), first pair, end pair, address of its parameters, 1 where it measures small strain (u32 each). */
export const MATERIALS_AT = 7;

// Per-vertex and per-element state.
/** f32 x 4 per vertex, relative to a body-local origin, m, and behind all of these what their rounding has taken off, likewise: strains of small elements are differences of positions far from the origin. */
export const POSITIONS_AT = 8;
/** f32 [lane][3], internal element order. */
export const STRETCHES_AT = 9;
/** Damping frames M, f32 [group][9][lane], row-major. */
export const FRAMES_AT = 10;
/** Per-corner vectors, f32: forces [element][corner][4], then gradients in the damping frame [element][corner][point][4]. */
export const CORNER_VECTORS_AT = 11;
/** U then V, f32 [group][18][lane]; only bodies with a model that runs outside the kernel. */
export const ROTATIONS_AT = 12;
/** Principal stresses of such models, f32 [lane][3], Pa. */
export const PRINCIPAL_AT = 13;
/** M M^T times volume, f32 [lane][3 columns][4]; only the conserving damping form. */
export const FRAME_SQUARES_AT = 14;
/** Nodal elastic forces, f64 xyz per vertex, N. */
export const FORCES_AT = 15;

// Gather table: incident corners of each vertex.
export const INCIDENCE_START_AT = 16;
/** Byte offsets of the force vectors. */
export const INCIDENCE_AT = 17;

// Damping matrix: block rows including the diagonal, column-major 3x3 blocks of 9 f32, tail padded.
export const ROW_START_AT = 18;
/** Byte offset (16 per vertex) of each block's column. */
export const COLUMNS_AT = 19;
export const BLOCKS_AT = 20;
/** Block index of each row's diagonal. */
export const DIAGONAL_AT = 21;
/** First incidence of each edge i < j; EDGE_COUNT + 1 entries. */
export const EDGE_START_AT = 22;
/** Block indices of (i, j) and (j, i) of each edge. */
export const EDGE_BLOCKS_AT = 23;
/** Byte offsets of the damping vectors of i and of j at the first point of one element, for each edge incidence. */
export const EDGE_CORNERS_AT = 24;
/** Products g_i . g_j at each point, for each edge incidence, f32, 1/m2; only the conserving damping form. */
export const EDGE_METRICS_AT = 25;

// Velocity solve. f64 vectors hold xyz per vertex, f32 vectors four lanes.
export const MASSES_AT = 26;
export const RHS_AT = 27;
export const SOLUTION_AT = 28;
export const RESIDUAL_AT = 29;
export const KINDS_AT = 30;
export const NORMALS_AT = 31;
/** Groups of four lanes that the points of one element fill: 2 of a hexahedron, 1 of a quadratic tetrahedron; 0 where a lane is a linear tetrahedron. */
export const POINT_GROUPS = 32;
/** f32 x 2 per vertex: mass, preconditioner 1 / (m + h trace(D_ii) / 3). */
export const DIAGONALS_AT = 33;
export const X_AT = 34;
export const R_AT = 35;
export const P_AT = 36;
export const Q_AT = 37;
/** f64, four sums per chunk of vertices. */
export const PARTIALS_AT = 38;
/** Barrier: arrivals, generation, sleepers, abort flag (i32 each). */
export const BARRIER_AT = 39;
/** 1 when the frames and the matrix of the conserving form are wanted. */
export const CONSERVING = 40;
/** 1 when damping frames are wanted at all. */
export const DAMPED = 41;
export const MAX_ITERATIONS = 42;
/** Result: iterations done. */
export const ITERATIONS = 43;
/** Milliseconds that a thread waits at a barrier before it gives the run up. */
export const PATIENCE = 44;
/** f64 vector of `multiplyDamping`: input; its output goes to RESIDUAL_AT. */
export const VELOCITY_AT = 45;

/** F, then -volume strength P, f32 [group][9][lane], row-major; only where lanes are points. */
export const DEFORMATIONS_AT = 46;

/** Coefficients of the stress derivative in the frame of the stretches (`principalTangent`), f32 [group][12][lane]; implicit bodies only. */
export const TANGENTS_AT = 47;
/** Stiffness blocks K_ab of the corner pairs a < b of every element, f32 [slot][pair][3 columns][4]; implicit bodies only. */
export const STIFFNESS_AT = 48;
/** Bytes of one of them. */
export const STIFFNESS_BYTES = 48;
/** V^T g_a of the corners at work, f32 [corner][3][lane], `TANGENT_VECTOR_BYTES` per thread. */
export const TANGENT_VECTORS_AT = 49;
/** Most corners of an element. */
export const MAX_CORNERS = 10;
/** `MAX_CORNERS` times three lanes, in whole cache lines. */
export const TANGENT_VECTOR_BYTES = 512;
/** 1 when U and V are kept for the stiffness matrix. */
export const IMPLICIT = 50;

// Coarse half of the preconditioner: aggregates of vertices that move as rigid bodies.
/** Aggregates; 0 without a coarse space. */
export const COARSE_COUNT = 51;
/** u32, first member of each aggregate, and the end. */
export const COARSE_START_AT = 52;
/** u32 per member: byte offset (16 per vertex) of its vertex. */
export const COARSE_MEMBERS_AT = 53;
/** u32 per vertex: byte offset (24 per aggregate) of its aggregate's unknowns. */
export const COARSE_OF_AT = 54;
/** f32 x 4 per vertex: offset from the aggregate's centre, turned with the body. */
export const COARSE_OFFSETS_AT = 55;
/** f32: four zeros, then translation and rotation of each aggregate. */
export const COARSE_UNKNOWNS_AT = 56;
/** u32: first entry of each row of the envelope of the factor, and the end. */
export const COARSE_ROWS_AT = 57;
/** f32: its entries left of the diagonal. */
export const COARSE_ENTRIES_AT = 58;
/** f32 per unknown: inverse of its diagonal, 0 for unknowns that were left out. */
export const COARSE_INVERSES_AT = 59;
/** f32 x 4 per vertex: the preconditioned residual. */
export const Z_AT = 60;

/** 1 where there are fibres. */
export const FIBROUS = 61;
/** Unit directions of fibres at rest, a, f32 [group][axis][lane]; like the next two only where there are fibres. */
export const FIBRES_AT = 62;
/** F a, f32 [group][axis][lane]. */
export const FIBRE_VECTORS_AT = 63;
/** Stiffness N of fibres (`FibreState`), f32 [group][xx xy xz yy yz zz][lane], Pa; implicit bodies only. */
export const FIBRE_TANGENTS_AT = 64;

/** Scratch of the stages of the element kernel (`assembly/elements/work.ts`), `WORK_BYTES` per thread. */
export const WORK_AT = 65;
/** Groups of four lanes that go through all stages together: an even number, since the decomposition takes them in pairs. */
export const BATCH = 8;
/** F, U, V, principal stretches and stresses, and the pull of fibres of a batch. */
export const WORK_BYTES = 544 * BATCH;

/** Corners of an element: 4, 8 or 10. */
export const CORNER_COUNT = 66;
/** Byte offset of K_ab at the corners of each edge incidence, u32; odd where it is the transpose that counts, the corner at j being the first; implicit bodies only. */
export const EDGE_STIFFNESS_AT = 67;

/** 1 where materials have damping coefficients of their own: `BETA` and `ALPHA` are then 1. */
export const DAMPING_VARIES = 68;
/** Volume times beta, f32 [group][lane], m3 Pa s, and alpha over beta, f32 per slot; like these only there. */
export const DAMPING_WEIGHTS_AT = 69;
export const DAMPING_RATIOS_AT = 70;

/** f64 x 3 per vertex: sqrt(c) e of the drag c e e^T, kg/s, that the diagonal blocks have beside D while a velocity is solved for. */
export const DRAGS_AT = 71;

/** 1 where the solve leaves its residual in the right-hand side, for a later one to go on from. */
export const KEEPS_RESIDUAL = 72;
/** 1 where matrix and constraints are those of the solve before: masses and preconditioner are known. */
export const KEEPS_MATRIX = 73;

/** f64 per vertex: trace of its diagonal block, kg/s, the drag of `DRAGS_AT` included. */
export const TRACES_AT = 74;

/** Even, so that the scalars behind the fields are aligned. */
export const FIELD_COUNT = 76;

// Scalars (f64).
export const STRENGTH = 0;
export const BETA = 1;
export const ALPHA = 2;
/** h of M + h D, s. */
export const STEP = 3;
export const TOLERANCE = 4;
/** Result: sqrt(r^T B r) over its initial value. */
export const RELATIVE_RESIDUAL = 5;

/** h of D + h K, s. */
export const STIFFNESS_STEP = 6;

/** Rotation of the body since the factor was made, row-major: the first of nine. */
export const ROTATION = 7;

/** Activation of the fibres, 0 to 1. */
export const ACTIVATION = 16;

/** sqrt(r^T B r) below which a solve need not go, where that is a small share of the initial value; 0 where there is none. */
export const LEAST_RESIDUAL = 17;
/** Results: the initial value of sqrt(r^T B r), and the tolerance that held. */
export const INITIAL_RESIDUAL = 18;
export const USED_TOLERANCE = 19;

export const SCALAR_COUNT = 20;

/** Numbers (f32) of one material: those of its model first, those of its fibres from `FIBRE_PARAMS` on. */
export const PARAM_COUNT = 24;
export const FIBRE_PARAMS = 16;

/** Vertices per partial sum: sums are always formed in this partition, whatever the number of threads. */
export const CHUNK = 256;
