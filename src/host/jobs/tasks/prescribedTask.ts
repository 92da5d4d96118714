import { FrameCache } from '../../../cache/FrameCache.ts';
import { encodeFrame } from '../../../frames/Frame.ts';
import { kindOf } from '../../../scene/capabilities.ts';
import { compactFrame } from '../../../systems/compactFrame.ts';
import { ShotSimulation } from '../../../systems/ShotSimulation.ts';
import { prepareAssets } from '../../simulation/prepareAssets.ts';
import { createBackend } from '../../simulation/solverBackend.ts';
import type { BytesResult, TaskOf } from '../jobMessages.ts';
import type { TaskContext } from './TaskContext.ts';

/** Makes a frame of what moves as prescribed alone: it is where it is at that frame whether the shot was simulated or not. */
export async function prescribedTask(
  { shot, quality, frame, cacheFolder }: TaskOf<'prescribed'>,
  { job, quotaBytes }: TaskContext,
): Promise<BytesResult> {
  // What has lost its file stays where it begins.
  const entities = shot.scene.entities
    .filter((entity) => entity.enabled && kindOf(entity).isPrescribed === true)
    .filter((entity) => (kindOf(entity).assets?.(entity) ?? []).length === 0 || shot.meshPaths.has(entity.id));
  const scene = { ...shot.scene, entities };
  const cache = await FrameCache.open(cacheFolder, { quotaBytes });
  const assets = await prepareAssets({ ...shot, scene }, quality, cache, job);
  const simulation = new ShotSimulation(scene, assets, { quality, ...createBackend('reference', 1) });
  try {
    simulation.restore({ values: { frame }, arrays: new Map() });
    return {
      kind: 'bytes',
      bytes: new Uint8Array(encodeFrame(compactFrame(simulation.currentFrame(), scene, quality))),
    };
  } finally {
    simulation.dispose();
  }
}
