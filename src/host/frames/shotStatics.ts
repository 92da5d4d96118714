import type { JobContext } from '../../base/job.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import type { Statics } from '../../frames/StaticStream.ts';
import type { LoadedShot } from '../../io/locateMeshes.ts';
import type { QualityName } from '../../scene/Scene.ts';
import { ShotSimulation } from '../../systems/ShotSimulation.ts';
import { prepareAssets } from '../simulation/prepareAssets.ts';
import { createBackend } from '../simulation/solverBackend.ts';

/** What does not change over the frames of a shot: what is simulated says it. Throws as `prepareAssets` and `ShotSimulation` do. */
export async function shotStatics(
  shot: LoadedShot,
  quality: QualityName,
  cache: FrameCache,
  job: JobContext,
): Promise<Statics> {
  const assets = await prepareAssets(shot, quality, cache, job);
  // Nothing is stepped: the backend that needs no threads will do.
  const simulation = new ShotSimulation(shot.scene, assets, { quality, ...createBackend('reference', 1) });
  try {
    return simulation.statics();
  } finally {
    simulation.dispose();
  }
}
