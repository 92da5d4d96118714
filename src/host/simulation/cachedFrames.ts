import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import { writeInputs } from '../../cache/staleness.ts';
import { decodeFrame } from '../../frames/Frame.ts';
import type { FrameKey } from '../../frames/keys.ts';
import type { ShotKeys } from '../frames/shotKeys.ts';
import { storeSurfaces } from '../frames/surfaces.ts';
import type { FrameOutcome, SimulateRequest } from './SimulateRequest.ts';

/**
 * Makes what belongs to wanted frames that are there and is missing, damaged files having been taken away: surfaces of liquids, and what the keys were made
 * from. A cache that cannot be written to is used as it is.
 */
export async function completeFrames(
  { shot, cache, quality, makeSurfaces = false }: SimulateRequest,
  keys: ShotKeys,
  outcomes: ReadonlyMap<number, FrameOutcome>,
  job: JobContext,
): Promise<void> {
  if (outcomes.size === 0) return;
  const inputs = new Set(await cache.keys('inputs'));
  try {
    for (const { frame, key } of outcomes.values()) {
      checkCancelled(job);
      const index = frame - shot.scene.range.first;
      if (!inputs.has(key as FrameKey)) await writeInputs(cache, key as FrameKey, keys.inputsOf(index));
      if (!makeSurfaces) continue;
      await storeSurfaces(shot.scene, quality, cache, key as FrameKey, async () => {
        const stored = await cache.read('frame', key as FrameKey);
        if (stored === undefined)
          throw new CoreError('cache-damaged', `frame ${frame} is gone`, { file: cache.folder });
        return decodeFrame(stored.content);
      });
    }
  } catch (error) {
    const unimportant = error instanceof CoreError && /^(?:file-unwritable|disk-full|cache-damaged)$/.test(error.code);
    if (!unimportant) throw error;
  }
}

/** The wanted frames that are in the cache and intact. */
export async function readFrames(
  request: SimulateRequest,
  keys: ShotKeys,
  job: JobContext,
): Promise<Map<number, FrameOutcome>> {
  const found = new Map<number, FrameOutcome>();
  const there = new Set(await request.cache.keys('frame'));
  const checkpoints = new Set(await request.cache.keys('checkpoint'));
  if (there.size === 0) return found;
  for (let frame = request.first; frame <= request.last; frame++) {
    checkCancelled(job);
    const index = frame - request.shot.scene.range.first;
    const key = keys.upTo(index)[index];
    if (!there.has(key)) continue;
    const stored = await request.cache.read('frame', key);
    if (stored === undefined) continue;
    const { stats } = decodeFrame(stored.content);
    found.set(frame, {
      frame,
      key,
      sha256: stored.sha256,
      cached: true,
      checkpoint: checkpoints.has(key),
      seconds: 0,
      stats,
    });
  }
  return found;
}
