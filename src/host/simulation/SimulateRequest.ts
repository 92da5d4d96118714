import type { isWorthKeeping } from '../../cache/checkpointSchedule.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import type { FrameStats } from '../../frames/FrameStats.ts';
import type { LoadedShot } from '../../io/locateMeshes.ts';
import type { QualityName } from '../../scene/Scene.ts';
import type { SolverBackend } from './solverBackend.ts';

/** What is to be simulated of a shot, and where to. */
export interface SimulateRequest {
  readonly shot: LoadedShot;
  readonly cache: FrameCache;
  readonly backend: SolverBackend;
  readonly quality: QualityName;
  /** Frames that are wanted; earlier ones are simulated as far as no checkpoint is there. */
  readonly first: number;
  readonly last: number;
  readonly quotaBytes?: number;
  /** Which checkpoints are worth their room; left out, `isWorthKeeping`. */
  readonly worthKeeping?: typeof isWorthKeeping;
  /** Makes surfaces of liquids that frames in the cache lack; without it they are made when they are looked at. */
  readonly makeSurfaces?: boolean;
}

/** One finished frame, as it is stored. */
export interface FrameOutcome {
  readonly frame: number;
  readonly key: string;
  /** Hash of the frame's content. */
  readonly sha256: string;
  /** It was there already. */
  readonly cached: boolean;
  /** A simulation can go on from it. */
  readonly checkpoint: boolean;
  /** Wall-clock time of its simulation; 0 where cached. */
  readonly seconds: number;
  readonly stats: FrameStats;
}
