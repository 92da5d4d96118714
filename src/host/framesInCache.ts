import type { FrameCache } from '../cache/FrameCache.ts';
import type { QualityName, Scene } from '../scene/Scene.ts';
import { shotKeys } from './shotKeys.ts';
import { defaultBackendName } from './solverBackend.ts';

/** How many frames of a shot, as it is now, are in the cache. Looks at names only; nothing is read. */
export async function framesInCache(scene: Scene, quality: QualityName, cache: FrameCache): Promise<number> {
  const { keys } = shotKeys(scene, quality, defaultBackendName());
  const stored = new Set(await cache.keys('frame'));
  return keys.filter((key) => stored.has(key)).length;
}
