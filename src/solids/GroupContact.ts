/**
 * Contact of the bodies of a group with each other and with themselves, between the phases of their common substeps (steps 2, 4 and 8 of
 * Irving 2007, 3.1). Holds no state that later substeps depend on, so that a resumed run needs none. May throw `StepFailure`.
 */
export interface GroupContact {
  /** Step 2: repulsions change the bodies' `moveVelocity` for a move of `dt`, s. */
  beforeMove(dt: number): void;
  /** Step 4: continuous collision between `positions` and `nextPositions` changes `nextPositions` and `startVelocity`. */
  afterMove(dt: number): void;
  /** Step 8: repulsions and inelastic contact change `nextVelocity`, which is at `nextPositions`. */
  afterComplete(dt: number): void;
}
