/** Milliseconds after which a state that does not come fails the story: many times what a machine with one slow core needs. */
export const PATIENCE = 120_000;
/** The same for a simulation. */
export const SIMULATION_PATIENCE = 400_000;
