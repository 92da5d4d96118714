import { CoreError } from '../../../base/errors.ts';
import { FrameCache } from '../../../cache/FrameCache.ts';
import { decodeFrame } from '../../../frames/Frame.ts';
import type { FrameKey } from '../../../frames/keys.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import { extractedStream, loadSurface } from '../../frames/surfaces.ts';
import type { TaskContext } from './TaskContext.ts';

/** The surface of an entity at a stored frame (see `decodeLiquidSurface`). Throws `file-missing` where the frame is not stored any more. */
export async function surfaceTask(task: TaskOf<'surface'>, { quotaBytes }: TaskContext): Promise<BytesResult> {
  const { shot, quality, entity, frame } = task;
  const key = task.key as FrameKey;
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  const missing = new CoreError('file-missing', `frame ${frame} has no surface of '${entity}'`, { file: cache.folder });
  const stream = extractedStream(shot.scene, quality, entity);
  if (stream === undefined) throw missing;
  const bytes = await loadSurface(stream, cache, key, async () => {
    const stored = await cache.read('frame', key);
    if (stored === undefined) throw missing;
    return decodeFrame(stored.content);
  });
  if (bytes === undefined) throw missing;
  return { kind: 'bytes', bytes: new Uint8Array(bytes) };
}
