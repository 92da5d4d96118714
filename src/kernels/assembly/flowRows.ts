// A thread's scratch for the points that it processes together: one row of f64 per quantity, as byte offsets.

/** Points that one thread processes together. */
export const FLOW_BATCH: i32 = 16;
export const ROW: usize = <usize>FLOW_BATCH * 8;
const row = ROW;

/** F against the shape at rest, nine rows, row-major; F_e likewise; F_p' before its rotation is dropped. */
export const F: usize = 0;
export const FE: usize = 9 * row;
export const PRODUCT: usize = 18 * row;
/** A symmetric matrix to be diagonalised, six rows: it ends diagonal. */
export const GRAM: usize = 27 * row;
/** Eigenvectors of F_e^T F_e, and logarithms of the principal elastic stretches. */
export const V: usize = 33 * row;
export const ELASTIC_LOGS: usize = 42 * row;
/** Logarithms that stay elastic. */
export const LOGS: usize = 45 * row;
/** log F_p, F_p^-1 and the smallest stretch of F_p squared. */
export const STRAIN: usize = 48 * row;
export const INVERSE: usize = 54 * row;
export const LEAST: usize = 60 * row;
/** Plastic strain before and after the trial flow. */
export const ALPHA: usize = 61 * row;
export const TRIAL_ALPHA: usize = 62 * row;
/** log F_p after the trial flow. */
export const TRIAL: usize = 63 * row;
/** Eigenvalues and eigenvectors of a logarithm of F_p. */
export const VALUES: usize = 69 * row;
export const W: usize = 72 * row;
/** Goal G, factor of the second yield, and a mask of the points that have a goal. */
export const GOAL: usize = 81 * row;
export const FACTOR: usize = 87 * row;
export const HAS: usize = 88 * row;
/** Masks: points that flow in the last trial, and points whose log F_p has changed. */
export const ACTIVE: usize = 89 * row;
export const CHANGED: usize = 90 * row;
/** u32 per point: its lane. */
export const LANES: usize = 91 * row;
