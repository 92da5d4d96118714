/** The backward Euler step inside a step of an implicit scheme. One object for the life of the scheme. */
export interface StepShares {
  /** Its length, s. */
  h: number;
  /** What part of the change of positions and velocities over the step it makes, in (0, 1]: forces act after this share of the step. */
  reach: number;
}
