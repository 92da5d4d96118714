import { canonicalJson } from '../../base/hash.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import { decodeFrame, encodeFrame } from '../../frames/Frame.ts';
import type { FrameKey } from '../../frames/keys.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import { whiteLiquids } from '../../systems/liquid/sceneWhitewater.ts';
import { storedWhitewater, withStreams } from '../frames/whitewater.ts';
import type { HostSession } from '../session/HostSession.ts';

async function areStored(cache: FrameCache, keys: readonly FrameKey[]): Promise<boolean> {
  for (const key of keys) if (!(await cache.has('frame', key))) return false;
  return true;
}

interface FoundFrame {
  readonly frame: number;
  readonly key: FrameKey;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Adds the whitewater of its liquids to a stored frame. Where it is not stored, the frame is partial, and a thread begins to make it. */
export async function frameWithWhitewater(
  session: HostSession,
  { take, quality, frame }: RequestParams<'frame'>,
  found: FoundFrame,
): Promise<RequestResult<'frame'>> {
  const shot = session.openedShot();
  const keyed = await shot.take(take);
  const { scene } = keyed;
  const liquids = whiteLiquids(scene, quality);
  if (liquids.length === 0) return found;
  const stored = await storedWhitewater({ scene, quality, cache: shot.cache, keys: [found.key] }, liquids);
  if (stored === undefined) {
    // What came before a frame of an earlier state, or of a range with gaps, is not known: it stays without.
    const keys = await shot.frames.keysUpTo(keyed, quality, frame);
    const index = frame - scene.range.first;
    const isPresent = keys[index] === found.key && (await areStored(shot.cache, keys.slice(0, index)));
    const settings = liquids.map(({ id, whitewater }) => [id, whitewater]);
    const name = canonicalJson({ take: scene.take.id, quality, settings, seed: scene.physics.seed });
    const isComing =
      isPresent &&
      session.whitewater.want(name, async () => {
        const taskShot = await session.documentWork.run(() => session.taskShot(take));
        return { kind: 'whitewater', quality, frame, ...taskShot };
      });
    return isComing ? { ...found, isPartial: true } : found;
  }
  return { ...found, bytes: new Uint8Array(encodeFrame(withStreams(decodeFrame(found.bytes), stored))) };
}
