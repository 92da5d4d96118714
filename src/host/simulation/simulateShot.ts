import { CoreError } from '../../base/errors.ts';
import type { JobContext } from '../../base/job.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import { latestTakeName, readTake, writeTake } from '../../cache/takes.ts';
import { shotKeys, type ShotKeys } from '../frames/shotKeys.ts';
import { completeFrames, readFrames } from './cachedFrames.ts';
import { prepareAssets } from './prepareAssets.ts';
import { ShotRun } from './ShotRun.ts';
import type { FrameOutcome, SimulateRequest } from './SimulateRequest.ts';

/** Frames of the beginning of a range that are noted in the last state of a quality, also where they were never made. */
const ALWAYS_NOTED = 10_000;

/** What is told while a simulation goes on. */
export interface SimulationEvents {
  /** A wanted frame is there. */
  frame(outcome: FrameOutcome): void;
  /** It goes on from the checkpoint of this frame. */
  from?(frame: number): void;
}

export interface SimulateSummary {
  /** Frames that were made and stored, those before the wanted ones included. */
  readonly simulated: number;
  /** Wanted frames that were there. */
  readonly cached: number;
  /** The frame that the simulation went on from; undefined when nothing was simulated. */
  readonly resumedFrom?: number;
}

/**
 * Makes the wanted frames of a shot: those in the cache are left as they are, the others are simulated from the nearest
 * checkpoint. Frames are stored as they are finished, so that a cancel, a crash or a full disk costs the running one only.
 * Throws `simulation-failed`, `cancelled`, `disk-full`, and what preparing the assets throws.
 */
export async function simulateShot(
  request: SimulateRequest,
  job: JobContext,
  told: SimulationEvents,
): Promise<SimulateSummary> {
  const { shot, cache, backend, quality } = request;
  const range = { ...shot.scene.range };
  checkRange(request, range);
  const keys = shotKeys(shot, quality, backend.name);
  const outcomes = await readFrames(request, keys, job);
  const reportTo = reporter(request, outcomes, told.frame);
  await completeFrames(request, keys, outcomes, job);
  const missing = wanted(request).filter((frame) => !outcomes.has(frame));
  if (missing.length === 0) {
    reportTo(request.last);
    return { simulated: 0, cached: outcomes.size };
  }
  reportTo(missing[0] - 1);
  const saveTake = () => writeLatest(cache, latestTakeName(quality, shot.scene.take.id), request, keys);
  const assets = await prepareAssets(shot, quality, cache, job);
  const run = new ShotRun(request, keys, assets, outcomes, job);
  try {
    const resumedFrom = await run.resume(missing[0], job);
    if (resumedFrom > range.first) told.from?.(resumedFrom);
    await run.simulateTo(missing.at(-1)!, job, reportTo);
    reportTo(request.last);
    await saveTake();
    return { simulated: run.simulated, cached: request.last - request.first + 1 - missing.length, resumedFrom };
  } catch (error) {
    // The first failure is the one to tell: after a full disk this write fails as well.
    await saveTake().catch(() => undefined);
    throw error;
  } finally {
    run.dispose();
  }
}

/**
 * Writes down under which key each frame was made last: the new one where it is stored, else the one before, so that frames of an earlier
 * state that were not made anew are known as stale.
 */
async function writeLatest(cache: FrameCache, name: string, request: SimulateRequest, keys: ShotKeys): Promise<void> {
  const { first } = request.shot.scene.range;
  const stored = new Set(await cache.keys('frame'));
  const earlier = await readTake(cache.folder, name);
  const earlierEnd = earlier === undefined ? 0 : earlier.first + earlier.keys.length - first;
  // Whatever is stored of this state had its key made.
  const count = Math.min(keys.count, Math.max(ALWAYS_NOTED, keys.madeCount, earlierEnd));
  const made = keys.upTo(count - 1);
  const lastStored = made.findLastIndex((key) => stored.has(key));
  const noted = made.slice(0, Math.max(Math.min(count, ALWAYS_NOTED), lastStored + 1, Math.min(count, earlierEnd)));
  const merged = noted.map((key, index) =>
    stored.has(key) ? key : (earlier?.keys[first + index - earlier.first] ?? key),
  );
  await writeTake(cache.folder, name, { first, keys: merged, pinned: false });
}

/** Reports the wanted frames in order and each once: a call reports those up to a frame that were not reported before. */
function reporter(
  { first, last }: SimulateRequest,
  outcomes: ReadonlyMap<number, FrameOutcome>,
  onFrame: (outcome: FrameOutcome) => void,
): (frame: number) => void {
  let next = first;
  return (frame) => {
    for (; next <= Math.min(frame, last); next++) {
      const outcome = outcomes.get(next);
      if (outcome !== undefined) onFrame(outcome);
    }
  };
}

function checkRange({ first, last }: SimulateRequest, range: { first: number; last: number }): void {
  if (first >= range.first && last <= range.last && first <= last) return;
  throw new CoreError('usage', `frames ${first}-${last} are not within the shot's ${range.first}-${range.last}`, {
    remedy: 'Ask for frames of the shot, or make its range longer.',
  });
}

function wanted({ first, last }: SimulateRequest): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}
