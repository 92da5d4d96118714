import { CoreError } from '../../base/errors.ts';
import { FrameCache } from '../../cache/FrameCache.ts';
import { decodeFrame } from '../../frames/Frame.ts';
import type { FrameKey } from '../../frames/keys.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import { enabledLiquids, loadSurface } from '../liquidSurfaces.ts';
import type { TaskContext } from './TaskContext.ts';

/** The skin of a liquid at a stored frame (see `decodeLiquidSurface`). Throws `file-missing` where the frame is not stored any more. */
export async function surfaceTask(task: TaskOf<'surface'>, { quotaBytes }: TaskContext): Promise<BytesResult> {
  const { shot, quality, entity, frame } = task;
  const key = task.key as FrameKey;
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  const missing = new CoreError('file-missing', `frame ${frame} has no liquid '${entity}'`, { file: cache.folder });
  const liquid = enabledLiquids(shot.scene).find(({ id }) => id === entity);
  if (liquid === undefined) throw missing;
  const bytes = await loadSurface(shot.scene, quality, cache, liquid, key, async () => {
    const stored = await cache.read('frame', key);
    if (stored === undefined) throw missing;
    return decodeFrame(stored.content);
  });
  if (bytes === undefined) throw missing;
  return { kind: 'bytes', bytes: new Uint8Array(bytes) };
}
