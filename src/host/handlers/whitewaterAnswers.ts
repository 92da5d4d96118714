import type { FrameKey } from '../../frames/keys.ts';
import type { RequestParams } from '../../protocol/requests.ts';
import { whiteLiquids } from '../../systems/liquid/sceneWhitewater.ts';
import type { HostSession } from '../session/HostSession.ts';

interface FoundFrame {
  readonly frame: number;
  readonly key: FrameKey;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A stored frame with the whitewater of its liquids, which a thread adds; the same frame where the shot has none. */
export async function frameWithWhitewater(
  session: HostSession,
  { take, quality, frame }: RequestParams<'frame'>,
  found: FoundFrame,
): Promise<FoundFrame> {
  const { scene } = await session.openedShot().take(take);
  if (whiteLiquids(scene, quality).length === 0) return found;
  const { bytes } = await session.answer(async () => {
    const taskShot = await session.documentWork.run(() => session.taskShot(take));
    return { kind: 'whitewater', quality, frame, key: found.key, ...taskShot };
  });
  return { ...found, bytes: new Uint8Array(bytes) };
}
