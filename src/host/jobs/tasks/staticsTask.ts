import { FrameCache } from '../../../cache/FrameCache.ts';
import { encodeStatics } from '../../../frames/Statics.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import { shotStatics } from '../../frames/shotStatics.ts';
import type { TaskContext } from './TaskContext.ts';

/** Rest shapes and surfaces of a shot. */
export async function staticsTask(task: TaskOf<'statics'>, { job, quotaBytes }: TaskContext): Promise<BytesResult> {
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  const statics = await shotStatics(task.shot, task.quality, cache, job);
  return { kind: 'bytes', bytes: new Uint8Array(encodeStatics(statics)) };
}
