import type { FrameCache } from '../../cache/FrameCache.ts';
import type { FrameStats } from '../../frames/FrameStats.ts';
import type { QualityName } from '../../scene/Scene.ts';
import { shotKeys, type KeyedShot } from './shotKeys.ts';
import { FrameStatsIndex } from './FrameStatsIndex.ts';
import { defaultBackendName } from '../simulation/solverBackend.ts';

/** The last frame of a shot, as it is now, that is in the cache. */
export interface LastFrame {
  readonly frame: number;
  readonly stats: FrameStats;
}

/** Reads the numbers of the last frame that is in the cache; undefined where none is, or its file cannot be read. */
export async function lastFrameInCache(
  shot: KeyedShot,
  quality: QualityName,
  cache: FrameCache,
): Promise<LastFrame | undefined> {
  const stored = new Set(await cache.keys('frame'));
  const keys = shotKeys(shot, quality, defaultBackendName());
  const made = await keys.reach(keys.count - 1);
  const index = made.findLastIndex((key) => stored.has(key));
  const found = index < 0 ? undefined : await new FrameStatsIndex(cache).of(made[index]);
  return found && { frame: shot.scene.range.first + index, stats: found.stats };
}

/** How many frames of a shot, as it is now, are in the cache. Looks at names only; nothing is read. */
export async function framesInCache(shot: KeyedShot, quality: QualityName, cache: FrameCache): Promise<number> {
  const stored = new Set(await cache.keys('frame'));
  if (stored.size === 0) return 0;
  const keys = shotKeys(shot, quality, defaultBackendName());
  const made = await keys.reach(keys.count - 1);
  return made.filter((key) => stored.has(key)).length;
}
