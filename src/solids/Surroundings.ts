import type { GroupContact } from './GroupContact.ts';

/** What bodies are in and move together with: a liquid. */
export interface Surroundings {
  /** s, at most `end - start`: a substep that it can take from its present state at `start`, s. */
  longestStep(start: number, end: number): number;
  /** What to throw when it asks for too many substeps at `time`, s. */
  tooManySubsteps(time: number): Error;
  /**
   * Moves from `start` to `end`, s, among bodies that have predicted their motion: presses on them, calls `moveBodies` once, and moves itself. What that throws leaves
   * it as it was. `contact`: between the bodies, where there is any.
   */
  move(start: number, end: number, moveBodies: () => void, contact?: GroupContact): void;
}
