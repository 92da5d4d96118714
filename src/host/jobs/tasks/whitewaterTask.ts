import { CoreError } from '../../../base/errors.ts';
import { FrameCache } from '../../../cache/FrameCache.ts';
import { decodeFrame, encodeFrame } from '../../../frames/Frame.ts';
import type { FrameKey } from '../../../frames/keys.ts';
import { shotKeys } from '../../frames/shotKeys.ts';
import { withWhitewater } from '../../frames/whitewater.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import type { TaskContext } from './TaskContext.ts';

/** The bytes of a stored frame with the whitewater of its liquids as far as it can be known. Throws `file-missing` where the frame is not stored any more. */
export async function whitewaterTask(
  task: TaskOf<'whitewater'>,
  { quotaBytes, backend }: TaskContext,
): Promise<BytesResult> {
  const { shot, quality, frame } = task;
  const key = task.key as FrameKey;
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  const stored = await cache.read('frame', key);
  if (stored === undefined)
    throw new CoreError('file-missing', `frame ${frame} is not simulated`, { file: cache.folder });
  const index = frame - shot.scene.range.first;
  const chain = shotKeys(shot, quality, backend)
    .upTo(index)
    .slice(0, index + 1);
  // What came before a frame of an earlier state is not known: it has the whitewater that was stored for it, or none.
  const keys = chain[index] === key ? chain : [key];
  const whole = await withWhitewater({ scene: shot.scene, quality, cache, keys }, decodeFrame(stored.content));
  return { kind: 'bytes', bytes: new Uint8Array(encodeFrame(whole)) };
}
