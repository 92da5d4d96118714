import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CoreError } from '../../../base/errors.ts';
import { cacheFolder, filePath } from '../../../cache/CacheFolder.ts';
import { FrameCache } from '../../../cache/FrameCache.ts';
import type { LoadedShot } from '../../../io/locateMeshes.ts';
import { loadShot } from '../../../io/shotFile.ts';
import { templates } from '../../../scene/templates.ts';
import { catalogue } from '../../catalogue/catalogue.ts';
import { createShot } from '../../shot/createShot.ts';
import type { SampledResult, TaskOf } from '../jobMessages.ts';
import { readState, writeState, type ShelvedSample } from '../../samples/shelvedSample.ts';
import type { FrameOutcome } from '../../simulation/SimulateRequest.ts';
import { simulateShot } from '../../simulation/simulateShot.ts';
import { shotKeys } from '../../frames/shotKeys.ts';
import { createBackend } from '../../simulation/solverBackend.ts';
import type { TaskContext } from './TaskContext.ts';

/** A share of the disk so small that no checkpoint is kept but the one to go on from. */
const NO_CHECKPOINTS = 1;

/** Makes the draft frames of a sample up to a number of them, in its folder of the shelf, and notes how far it is: also where it is cancelled. */
export async function sampleTask(task: TaskOf<'sample'>, context: TaskContext): Promise<SampledResult> {
  const { type, folder, wanted } = task;
  const { job, post } = context;
  const path = join(folder, 'shot.ductile');
  await makeShot(type, path);
  const shot = await loadShot(path, catalogue);
  const { range, project } = shot.scene;
  const cache = await FrameCache.open(cacheFolder(path, project));
  const before = await readState(folder);
  let state: ShelvedSample = { seconds: 0, made: 0, ...before, frames: range.last - range.first + 1, cached: 0 };
  const backend = createBackend(context.backend, context.threads);
  // It stops after the wanted frame as a cancelled run does: with what it takes to go on from there.
  const until = { ...job, cancelled: () => job.cancelled() || state.cached >= wanted };
  try {
    const request = { shot, cache, backend, quality: 'draft' as const, ...range, quotaBytes: NO_CHECKPOINTS };
    const note = (outcome: FrameOutcome) => {
      const { seconds, made } = state;
      const own = outcome.cached ? {} : { seconds: seconds + outcome.seconds, made: made + 1 };
      state = { ...state, ...own, cached: outcome.frame - range.first + 1 };
      post({ kind: 'frame', outcome });
    };
    await simulateShot(request, until, { frame: note });
  } catch (error) {
    if (!(error instanceof CoreError) || error.code !== 'cancelled') throw error;
  } finally {
    backend.dispose();
    if (state.cached >= (before?.cached ?? 0)) await writeState(folder, state);
    await keepLastCheckpoint(cache, shot, backend.name);
  }
  return { kind: 'sampled', state };
}

async function makeShot(type: string, path: string): Promise<void> {
  const there = await access(path).then(
    () => true,
    () => false,
  );
  if (!there) await createShot({ type, params: {}, path, name: templates.get(type).label, replace: true });
}

/** Frames are looked at, not gone on from: only the end is. */
async function keepLastCheckpoint(cache: FrameCache, shot: LoadedShot, backend: string): Promise<void> {
  const { keys } = shotKeys(shot, 'draft', backend);
  const stored = new Set(await cache.keys('checkpoint'));
  const last = keys.findLast((key) => stored.has(key));
  for (const key of stored) if (key !== last) await rm(filePath(cache.folder, 'checkpoint', key), { force: true });
}
