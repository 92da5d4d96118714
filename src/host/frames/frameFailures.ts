import { canonicalJson } from '../../base/hash.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import type { FrameKey } from '../../frames/keys.ts';
import type { SimulationFailure } from '../../base/failure.ts';
import { simulationFailure } from '../../protocol/failure.ts';

/**
 * Notes in the cache that the frame with this key cannot be made. Equal inputs fail alike, so the note holds for as long as the key is wanted:
 * an edit leaves it behind, an undo brings it back.
 */
export async function writeFailure(cache: FrameCache, key: FrameKey, failure: SimulationFailure): Promise<void> {
  await cache.write('failure', key, new TextEncoder().encode(canonicalJson(failure)));
}

/** Undefined where there is none that can be read. */
export async function readFailure(cache: FrameCache, key: FrameKey): Promise<SimulationFailure | undefined> {
  const found = await cache.read('failure', key);
  if (found === undefined) return undefined;
  const parsed = simulationFailure.safeParse(JSON.parse(new TextDecoder().decode(found.content)));
  return parsed.success ? parsed.data : undefined;
}
