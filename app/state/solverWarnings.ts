/** Text by which a frame's warning of solves that stopped before they were as exact as asked for is recognised. */
export const ITERATION_LIMIT = 'iteration limit';
