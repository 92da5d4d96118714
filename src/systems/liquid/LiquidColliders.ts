import type { FaceArrays } from '../../liquids/CellGrid.ts';
import type { LiquidSolver } from '../../liquids/LiquidSolver.ts';
import type { Obstacles } from './RegionSites.ts';

/** The colliders of a shot as a liquid takes them: solids in its cells, or ground under its columns. As obstacles they are what regions keep out of. */
export interface LiquidColliders extends Obstacles {
  /** Distance to them at the corners of cells, m, positive outside, and their velocity across faces, m/s; undefined where none stand in cells. */
  readonly inCells: { readonly distance: Float64Array; readonly velocity: FaceArrays } | undefined;
  /** Whether any of them moved when they were placed last. */
  readonly isMoving: boolean;
  /** Time has gone elsewhere: the next call of `place` samples them anew. */
  forget(): void;
  /** Samples them as they are at `end`, having moved since `start`, s. False where nothing changed since the last call. */
  place(start: number, end: number): boolean;
  /** Hands a solver what was sampled, which it copies. */
  give(solver: LiquidSolver): void;
}
