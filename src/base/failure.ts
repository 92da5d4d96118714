/** Plain JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A change to the document that may help: the value at a path such as `entities.<id>.material.dampingTime`. */
export interface DocumentChange {
  readonly path: string;
  readonly value: Json;
}

export interface FailureSuggestion {
  /** What to do, in a few words. */
  readonly title: string;
  /** Why it should help, with numbers. */
  readonly detail: string;
  readonly changes: DocumentChange[];
}

/**
 * Why a frame could not be made: too many substeps would be needed; a velocity or force is not finite; the same in an element that is
 * inverted; a solve did not converge; a solid begins wholly inside a collider.
 */
export type FailureCause = 'too-many-substeps' | 'not-finite' | 'inverted' | 'not-converged' | 'begins-inside';

/** Where and why a frame could not be made, as numbers that can be shown, and what may help. */
export interface SimulationFailure {
  readonly frame: number;
  /** s, from the first frame. */
  readonly time: number;
  /** Id of the solid; left out where no single one is to blame. */
  readonly entity?: string;
  /** Number of the element in the solid's volume mesh. */
  readonly element?: number;
  readonly cause: FailureCause;
  /** What was found against what is allowed, in `unit`. */
  readonly measured?: number;
  readonly limit?: number;
  readonly unit: string;
  /** At most three, the most promising first. */
  readonly suggestions: FailureSuggestion[];
}
