import { FrameCache } from '../../cache/FrameCache.ts';
import { encodeStatics } from '../../frames/Statics.ts';
import { ShotSimulation } from '../../systems/ShotSimulation.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import { prepareAssets } from '../prepareAssets.ts';
import { createBackend } from '../solverBackend.ts';
import type { TaskContext } from './TaskContext.ts';

/** Rest shapes and surfaces of a shot. */
export async function staticsTask(task: TaskOf<'statics'>, { job, quotaBytes }: TaskContext): Promise<BytesResult> {
  const { shot, quality } = task;
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  // Nothing is stepped: the backend that needs no threads will do.
  const backend = createBackend('reference', 1);
  const assets = await prepareAssets(shot, quality, cache, job);
  const simulation = new ShotSimulation(shot.scene, assets, { quality, ...backend });
  const bytes = new Uint8Array(encodeStatics(simulation.statics()));
  simulation.dispose();
  return { kind: 'bytes', bytes };
}
