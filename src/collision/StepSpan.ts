/** A substep that is being limited, and how fast the body is in it. Limits write into it: a number that a call passes or returns may be allocated. */
export interface StepSpan {
  /** The interval that is left, s. */
  start: number;
  end: number;
  /** The longest substep that the limits so far allow, s. */
  longest: number;
  /** No vertex is faster, m/s. */
  speed: number;
}
