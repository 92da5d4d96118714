import { CoreError } from '../../base/errors.ts';
import { FrameCache } from '../../cache/FrameCache.ts';
import type { Entity } from '../../scene/Scene.ts';
import { ShotSimulation } from '../../simulation/ShotSimulation.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import { prepareAssets } from '../prepareAssets.ts';
import { createBackend } from '../solverBackend.ts';
import type { TaskContext } from './TaskContext.ts';

/** Where the fibres of one solid run at rest: xyz per element, world axes, little-endian float32; none where it has no fibres. */
export async function fibresTask(task: TaskOf<'fibres'>, { job, quotaBytes }: TaskContext): Promise<BytesResult> {
  const { shot, quality, entity } = task;
  const solid = shot.scene.entities.find(({ id }) => id === entity);
  if (solid?.kind !== 'solid') {
    throw new CoreError('usage', `there is no solid '${entity}'`, { remedy: 'Ask for a solid of the shot.' });
  }
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  const backend = createBackend('reference', 1);
  const scene = { ...shot.scene, entities: neededBy(entity, shot.scene.entities) };
  const assets = await prepareAssets({ ...shot, scene }, quality, cache, job);
  const simulation = new ShotSimulation(scene, assets, { quality, ...backend });
  const directions = Float32Array.from(simulation.fibresOf(entity) ?? []);
  simulation.dispose();
  return { kind: 'bytes', bytes: new Uint8Array(directions.buffer) };
}

/** The solid itself, what holds it, and the colliders that its pins follow. */
function neededBy(solid: string, entities: readonly Entity[]): Entity[] {
  const pins = entities.filter((entity) => entity.kind === 'pin' && entity.target === solid);
  const followed = new Set(pins.flatMap((pin) => (pin.kind === 'pin' ? (pin.follow ?? []) : [])));
  return entities.filter((entity) => {
    if (entity.kind === 'collider') return followed.has(entity.id);
    return entity.id === solid || pins.includes(entity);
  });
}
