/** Milliseconds after which a state that does not come fails the story: many times what a machine with one slow core needs. */
export const PATIENCE = 120_000;
/** Milliseconds after which a simulation that does not end fails the story. */
export const SIMULATION_PATIENCE = 400_000;
