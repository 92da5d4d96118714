import type { FaceArrays } from '../CellGrid.ts';
import type { LiquidObstacles } from '../walls/LiquidObstacles.ts';

/** Vortices weaker than this, as a share of a new one, are gone; liquid that turns less says not how new ones turn. */
export const WEAKEST = 0.05;

export interface VortexSettings {
  /** Source of vortices: liquid beside solids, the regions that pour it, or any liquid. */
  readonly source: 'obstacles' | 'emitters' | 'everywhere';
  /** New ones per second. */
  readonly rate: number;
  /** Vorticity in the middle of a new one, 1/s: twice the speed at which it turns. */
  readonly spin: number;
  /** Radius, m. */
  readonly size: number;
  /** s, in which it comes to rest but for 1/e. */
  readonly lifetime: number;
  /** epsilon, 1/s: how hard it drives the liquid around it. */
  readonly strength: number;
}

/** The liquid as a projection leaves it. */
export interface VortexSurroundings {
  /** m/s; needs its layer around the grid. */
  readonly velocity: FaceArrays;
  /** m, at the centres, negative inside. */
  readonly phi: Float64Array;
  readonly obstacles: LiquidObstacles;
  /** s. */
  readonly dt: number;
}
