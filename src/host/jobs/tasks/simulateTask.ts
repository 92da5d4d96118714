import { findResumePoint } from '../../../cache/checkpointSchedule.ts';
import { FrameCache } from '../../../cache/FrameCache.ts';
import type { JobResult } from '../../../protocol/notifications.ts';
import type { TaskOf } from '../jobMessages.ts';
import { shotKeys, type ShotKeys } from '../../frames/shotKeys.ts';
import { simulateShot } from '../../simulation/simulateShot.ts';
import { createBackend } from '../../simulation/solverBackend.ts';
import type { TaskContext } from './TaskContext.ts';

/** Makes the wanted frames of a shot and tells each. */
export async function simulateTask(task: TaskOf<'simulate'>, context: TaskContext): Promise<JobResult> {
  const { shot, quality } = task;
  const { job, post, quotaBytes } = context;
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  const backend = createBackend(context.backend, context.threads);
  try {
    const keys = shotKeys(shot, quality, backend.name);
    const total = { simulated: 0, cached: 0 };
    for (const { first, last } of await frameOrder(task, keys, shot.scene.range.first, cache)) {
      const request = { shot, cache, backend, quality, first, last, quotaBytes };
      const { simulated, cached } = await simulateShot(request, job, {
        frame: (outcome) => post({ kind: 'frame', outcome }),
        from: (frame) => post({ kind: 'from', frame }),
      });
      total.simulated += simulated;
      total.cached += cached;
    }
    return { kind: 'simulate', ...total };
  } finally {
    backend.dispose();
  }
}

/**
 * The ranges of wanted frames in the order of their making. Frames follow from one another, so those from the priority frame on
 * come first only where a stored checkpoint spares the frames before it.
 */
async function frameOrder(
  { first, last, priorityFrame }: TaskOf<'simulate'>,
  keys: ShotKeys,
  rangeFirst: number,
  cache: FrameCache,
): Promise<{ first: number; last: number }[]> {
  const whole = [{ first, last }];
  if (priorityFrame === undefined || priorityFrame <= first || priorityFrame > last) return whole;
  const before = priorityFrame - 1 - rangeFirst;
  const point = await findResumePoint(cache, keys.upTo(before), before);
  const start = point === undefined ? first : rangeFirst + point.index + 1;
  if (start <= first) return whole;
  return [
    { first: start, last },
    { first, last: start - 1 },
  ];
}
