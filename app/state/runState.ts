import type { SimulationFailure } from '../../src/base/failure.ts';
import type { QualityName } from '../../src/scene/Scene.ts';
import type { FrameCell } from './framesStore.ts';
import type { JobInfo, JobsState } from './jobsStore.ts';
import type { Refusal } from './programStore.ts';
import { firstToSimulate } from './simulationPlan.ts';

/** How the simulation of the open shot stands: what the one place that starts, shows and stops it says. */
export type RunState =
  | { readonly kind: 'running' | 'held'; readonly job: JobInfo }
  /** The last edit cannot be simulated. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'complete' }
  /** A frame of the shot as it is now cannot be made. */
  | { readonly kind: 'failed'; readonly failure: SimulationFailure; readonly key: string }
  /** It ended before its time for another reason than a frame: a full disk, a missing mesh. */
  | { readonly kind: 'broken'; readonly job: JobInfo }
  /** The artist stopped it, or the window was closed; it goes on at frame `at`. */
  | { readonly kind: 'stopped'; readonly at: number; readonly interrupted: boolean }
  | { readonly kind: 'idle' };

export interface RunFacts {
  /** The simulation that runs or ran last. */
  readonly job: JobInfo | undefined;
  readonly cells: readonly FrameCell[];
  readonly refusal: Refusal | undefined;
  readonly dismissed: JobsState['dismissed'];
}

export function runStateOf({ job, cells, refusal, dismissed }: RunFacts): RunState {
  if (job !== undefined && !hasEnded(job)) {
    return { kind: job.state === 'paused' || job.state === 'pausing' ? 'held' : 'running', job };
  }
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const at = firstToSimulate(cells);
  if (cells.length > 0 && at === undefined) return { kind: 'complete' };
  const failed = cells.find(({ failure, key }) => failure !== undefined && !dismissed.has(key));
  if (failed?.failure !== undefined) return { kind: 'failed', failure: failed.failure, key: failed.key };
  if (job === undefined || at === undefined || job.state === 'done') return { kind: 'idle' };
  const interrupted = job.error?.code === 'internal';
  if (job.state === 'failed' && !interrupted) {
    const over = job.error?.failure !== undefined || dismissed.has(job.jobId);
    return over ? { kind: 'idle' } : { kind: 'broken', job };
  }
  return goesOn(job, cells, at) ? { kind: 'stopped', at, interrupted } : { kind: 'idle' };
}

/** The job's last frame is still one of the shot: going on continues it. One that told of no frame is a start like any other, unless it was interrupted. */
function goesOn({ lastFrame, lastKey, state }: JobInfo, cells: readonly FrameCell[], at: number): boolean {
  if (lastFrame === undefined) return state === 'failed' && at > cells[0].frame;
  return cells.some(({ frame, key }) => frame === lastFrame && key === lastKey);
}

function hasEnded({ state }: JobInfo): boolean {
  return state === 'done' || state === 'cancelled' || state === 'failed';
}

/**
 * The failure that can be explained: that of the shot as it is now, else the last one until its frame is there, though the shot was edited since
 * (then `current` is false).
 */
export function explainedFailure(
  cells: readonly FrameCell[],
  { failure, dismissed }: Pick<JobsState, 'failure' | 'dismissed'>,
): { readonly failure: SimulationFailure; readonly key: string; readonly current: boolean } | undefined {
  const failed = cells.find((cell) => cell.failure !== undefined && !dismissed.has(cell.key));
  if (failed?.failure !== undefined) return { failure: failed.failure, key: failed.key, current: true };
  if (failure === undefined || dismissed.has(failure.key)) return undefined;
  const cell = cells.find(({ frame }) => frame === failure.failure.frame);
  return cell === undefined || cell.state === 'cached' ? undefined : { ...failure, current: false };
}

/**
 * The frame from which a run would be started again after an edit: the first that differs or, before the run has come that far, the next it
 * makes. Undefined where nothing it makes was edited, or where frames of something else are shown.
 */
export function restartFrame(
  { differsFrom, take, quality }: JobInfo,
  cells: readonly FrameCell[],
  shown: { readonly take: string | undefined; readonly quality: QualityName },
): number | undefined {
  if (differsFrom === undefined || take !== shown.take || quality !== shown.quality) return undefined;
  return firstToSimulate(cells) ?? differsFrom;
}
