import type { FrameCache } from '../../cache/FrameCache.ts';
import type { QualityName, Scene } from '../../scene/Scene.ts';
import { shotKeys } from './shotKeys.ts';
import { defaultBackendName } from '../simulation/solverBackend.ts';

/** How many frames of a shot, as it is now, are in the cache. Looks at names only; nothing is read. */
export async function framesInCache(scene: Scene, quality: QualityName, cache: FrameCache): Promise<number> {
  const stored = new Set(await cache.keys('frame'));
  if (stored.size === 0) return 0;
  const keys = shotKeys(scene, quality, defaultBackendName());
  const made = await keys.reach(keys.count - 1);
  return made.filter((key) => stored.has(key)).length;
}
