/** Milliseconds after which a state that does not come fails the story. */
export const PATIENCE = 20_000;
/** The same for a simulation. */
export const SIMULATION_PATIENCE = 60_000;
