import type { SteppedBody } from './SteppedBody.ts';

/** Contacts of the bodies of a group, which hold until step 2. */
export interface ListedContacts {
  readonly count: number;
  /** The body, and its vertex, of each of the four points of a contact. */
  bodyOf(contact: number, point: number): SteppedBody;
  vertexOf(contact: number, point: number): number;
  /** Negative on the second of the two bodies. */
  weightOf(contact: number, point: number): number;
  /** Unit, from the second to the first. */
  normalOf(contact: number): ArrayLike<number>;
  /** Least speed along the normal, m/s, but for one that takes surfaces apart. */
  leastOf(contact: number): number;
  /** N s along the normal. */
  push(contact: number, impulse: number): void;
}

/**
 * Contact of the bodies of a group with each other and with themselves, between the phases of their common substeps (steps 2, 4 and 8 of
 * Irving 2007, 3.1). May throw `StepFailure`.
 */
export interface GroupContact {
  /** Longest substep, s, from the present state of the bodies: those that meet fast move no farther against each other than contact can see. */
  longestStep(): number;
  /** Begins a substep. */
  begin(): void;
  /**
   * Between steps 1 and 2, for who finds velocities of some of the bodies that agree with contact: what is near at their positions, for a move of `dt`, s. The pushes
   * that are written to it count in step 2, with their friction.
   */
  listContacts(dt: number): ListedContacts;
  /** Step 2: repulsions change the bodies' `moveVelocity` for a move of `dt`, s. */
  beforeMove(dt: number): void;
  /** Step 4: continuous collision between `positions` and `nextPositions` changes `nextPositions` and `startVelocity`. */
  afterMove(dt: number): void;
  /** Step 8: repulsions and inelastic contact change `nextVelocity`, which is at `nextPositions`. */
  afterComplete(dt: number): void;
}
