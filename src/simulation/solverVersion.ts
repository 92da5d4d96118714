/**
 * Part of every frame's key. Raise it in any change after which equal inputs may give other bytes: meshers, models, kernels,
 * integrator, contact. Frames of older versions are then simulated again instead of being mistaken for new ones.
 */
export const SOLVER_VERSION = 62;
