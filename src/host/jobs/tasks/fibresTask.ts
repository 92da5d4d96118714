import { CoreError } from '../../../base/errors.ts';
import { FrameCache } from '../../../cache/FrameCache.ts';
import { volumeOf } from '../../../scene/capabilities.ts';
import { withReferenced } from '../../../scene/references.ts';
import { ShotSimulation } from '../../../systems/ShotSimulation.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import { prepareAssets } from '../../simulation/prepareAssets.ts';
import { createBackend } from '../../simulation/solverBackend.ts';
import type { TaskContext } from './TaskContext.ts';

/** Computes the directions of the fibres of one solid at rest: xyz per element, world axes, little-endian float32; none where it has no fibres. */
export async function fibresTask(task: TaskOf<'fibres'>, { job, quotaBytes }: TaskContext): Promise<BytesResult> {
  const { shot, quality, entity } = task;
  const entities = withReferenced(shot.scene.entities, entity);
  if (!entities.some((one) => volumeOf(one)?.id === entity)) {
    throw new CoreError('usage', `there is no solid '${entity}'`, { remedy: 'Ask for a solid of the shot.' });
  }
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  const backend = createBackend('reference', 1);
  const scene = { ...shot.scene, entities };
  const assets = await prepareAssets({ ...shot, scene }, quality, cache, job);
  const simulation = new ShotSimulation(scene, assets, { quality, ...backend });
  const directions = Float32Array.from(simulation.fibresOf(entity) ?? []);
  simulation.dispose();
  return { kind: 'bytes', bytes: new Uint8Array(directions.buffer) };
}
