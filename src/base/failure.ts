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
 * Why a frame could not be computed: it needs too many substeps; a velocity or force is not finite; the same in an inverted element;
 * a solve did not converge; a solid starts wholly inside a collider.
 */
export type FailureCause = 'too-many-substeps' | 'not-finite' | 'inverted' | 'not-converged' | 'begins-inside';

/** Cause and location of a frame that could not be computed, with the measured values and suggested remedies. */
export interface SimulationFailure {
  readonly frame: number;
  /** s, from the first frame. */
  readonly time: number;
  /** Id of the solid; left out where no single solid is the cause. */
  readonly entity?: string;
  /** Number of the element in the solid's volume mesh. */
  readonly element?: number;
  readonly cause: FailureCause;
  /** Measured value, in `unit`, to compare with the allowed one. */
  readonly measured?: number;
  readonly limit?: number;
  readonly unit: string;
  /** Suggestions, three at most, the most promising first. */
  readonly suggestions: FailureSuggestion[];
}
