import { CoreError } from '../../base/errors.ts';
import { FrameCache } from '../../cache/FrameCache.ts';
import { decodeFrame } from '../../frames/Frame.ts';
import { constitutiveModels } from '../../materials/ConstitutiveModel.ts';
import { evaluate } from '../../scene/curves.ts';
import { isKind } from '../../scene/Scene.ts';
import { vonMisesStress } from '../elementField.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import { filledVolume } from '../prepareAssets.ts';
import { shotKeys } from '../shotKeys.ts';
import type { TaskContext } from './TaskContext.ts';

/** A number per element of a solid at a stored frame, as float32. The rest shape is not placed: stretches do not change by that. */
export async function elementFieldTask(task: TaskOf<'elementField'>, context: TaskContext): Promise<BytesResult> {
  const { shot, cacheFolder, quality, entity, frame } = task;
  const { scene, meshPaths } = shot;
  const solid = scene.entities.filter(isKind('solid')).find(({ id }) => id === entity);
  if (solid === undefined)
    throw new CoreError('usage', `there is no solid '${entity}'`, { remedy: 'Ask for a solid.' });
  const cache = await FrameCache.open(cacheFolder, { quotaBytes: context.quotaBytes });
  const key = task.key ?? shotKeys(scene, quality, context.backend).keys[frame - scene.range.first];
  const stored = key === undefined ? undefined : await cache.read('frame', key);
  const body = stored && decodeFrame(stored.content).bodies.find(({ id }) => id === entity);
  if (body === undefined) {
    throw new CoreError('file-missing', `frame ${frame} of '${entity}' is not simulated`, {
      place: `frame ${frame}`,
      remedy: 'Simulate it.',
    });
  }
  const { edgeScale } = scene.quality[quality];
  const volume = await filledVolume(solid, meshPaths.get(entity), edgeScale, cache, context.job);
  if (volume.mesh.positions.length !== body.positions.length) {
    throw new CoreError('usage', `the stored frame ${frame} of '${entity}' is of another mesh`, {
      remedy: 'Simulate it again.',
    });
  }
  const { material } = solid;
  const definition = constitutiveModels.get(material.model);
  const model = definition.create(material, definition.params.parse(material.params));
  const values = vonMisesStress(volume, body.positions, model, evaluate(solid.strength, frame));
  return { kind: 'bytes', bytes: new Uint8Array(values.buffer as ArrayBuffer) };
}
