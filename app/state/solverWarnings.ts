/** In a frame's warning of solves that stopped before they were as exact as asked for. */
export const ITERATION_LIMIT = 'iteration limit';
