import { FrameCache } from '../../../cache/FrameCache.ts';
import { whiteLiquids } from '../../../systems/liquid/sceneWhitewater.ts';
import { shotKeys } from '../../frames/shotKeys.ts';
import { loadWhitewater, shapesOnDemand } from '../../frames/whitewater.ts';
import type { StoredResult, TaskOf } from '../jobMessages.ts';
import type { TaskContext } from './TaskContext.ts';

/** Stores the whitewater of the frames from the first of the range to the last before one that is missing: those up to the task's frame first. Throws `cancelled`. */
export async function whitewaterTask(
  { shot, quality, frame, cacheFolder }: TaskOf<'whitewater'>,
  { quotaBytes, backend, job }: TaskContext,
): Promise<StoredResult> {
  const { scene } = shot;
  const cache = await FrameCache.open(cacheFolder, { quotaBytes });
  const keys = shotKeys(shot, quality, backend).upTo(scene.range.last - scene.range.first);
  const shapes = shapesOnDemand(shot, job);
  let count = 0;
  while (count < keys.length && (await cache.has('frame', keys[count]))) count++;
  for (const end of [Math.min(count, frame - scene.range.first + 1), count]) {
    for (const liquid of whiteLiquids(scene, quality)) {
      if (end > 0) await loadWhitewater({ scene, quality, cache, keys: keys.slice(0, end), shapes }, liquid, job);
    }
  }
  return { kind: 'stored' };
}
