/**
 * The record through which the plastic flow kernel finds its arrays, as `bodyFields` for the others: `FLOW_FIELD_COUNT` unsigned 32-bit fields,
 * then `FLOW_SCALAR_COUNT` 64-bit floats. Compiled both as TypeScript and as AssemblyScript. Fields named ...At hold byte addresses. A point is a
 * quadrature point in the order of the input; a lane is its place in the element kernel.
 */

// Sizes.
/** Lanes of the element kernel, a multiple of eight. */
export const LANE_COUNT = 0;
export const POINT_COUNT = 1;
/** 4, 8 or 10. */
export const CORNER_COUNT = 2;
/** Quadrature points per element: 1, 4 or 8. */
export const POINTS_PER_ELEMENT = 3;
/** 1 where flow preserves the volume. */
export const DEVIATORIC = 4;
/** 1 where there is a goal. */
export const DIRECTED = 5;

// Tables.
/** u32 per lane: its point, or NO_POINT. */
export const POINTS_AT = 6;
/** u32 [element][corner]: byte offset (24 per vertex) of its position. */
export const VERTICES_AT = 7;
/** dN_a/dX at rest, f64 [point][corner][3], 1/m. */
export const REST_GRADIENTS_AT = 8;
/** Square of the elastic frequency bound of each point at rest, f64, 1/s2. */
export const FREQUENCY_SQUARES_AT = 9;

// State, f64 per point. Symmetric matrices are six numbers: xx, xy, xz, yy, yz, zz.
/** log F_p. */
export const STRAIN_AT = 10;
/** F_p^-1. */
export const INVERSE_AT = 11;
/** Square of the smallest plastic stretch. */
export const LEAST_SQUARES_AT = 12;
/** Accumulated plastic strain. */
export const HARDENING_AT = 13;
/** u8: 1 for points whose gradients differ from those at rest. */
export const FLOWED_AT = 14;

// Goal.
/** G, as STRAIN_AT. */
export const GOAL_LOGS_AT = 15;
/** f64 per point: factor of the second yield. */
export const YIELD_FACTORS_AT = 16;
/** u8: 0 for points without a goal. */
export const HAS_GOAL_AT = 17;

// Shared with the element kernel.
/** f64 xyz per vertex, m. */
export const FLOW_POSITIONS_AT = 18;
/** Signed elastic stretches, f32 [lane][3]. */
export const FLOW_STRETCHES_AT = 19;
/** Present gradients, f32 [group][corner][axis][lane of four]. */
export const FLOW_GRADIENTS_AT = 20;
/** g_i . g_j of the conserving damping form, f32. */
export const FLOW_METRICS_AT = 21;
/** u32 [slot][pair of corners][2]: byte offset of its metric at the first point, corners a + 16 b; 0 where no metrics are wanted. */
export const METRIC_TABLE_AT = 22;

// Work and results of each thread.
/** `FLOW_SCRATCH_BYTES` each. */
export const FLOW_SCRATCH_AT = 23;
/** u32: points whose gradients were replaced by the last pass. */
export const CHANGED_AT = 24;
/** f64: largest square of the frequency over its points, 1/s2. */
export const PEAKS_AT = 25;

/** u8 per vertex: 1 where an element around it is inverted. */
export const TANGLED_AT = 26;
/** 1 where any element is inverted. */
export const TANGLED = 27;

export const FLOW_FIELD_COUNT = 28;

// Scalars (f64).
/** Yield strain gamma and its growth h per plastic strain. */
export const YIELD_STRAIN = 0;
export const HARDENING_RATE = 1;
/** Fraction of the excess strain that flows in this substep. */
export const FLOW_SHARE = 2;
/** ln r of the stretch limit. */
export const LOG_LIMIT = 3;
/** 1 - exp(-pull dt), and kappa of `goalRule`. */
export const PULL = 4;
export const GUIDANCE = 5;

export const FLOW_SCALAR_COUNT = 6;

/** A lane of padding. */
export const NO_POINT = 0xffffffff;
/** Rows of numbers of the points that a thread processes together (`assembly/flowRows`). */
export const FLOW_SCRATCH_BYTES = 128 * 128;
