import { checkpointBudget } from '../../cache/checkpointSchedule.ts';
import { listFiles } from '../../cache/CacheFolder.ts';
import type { frameRequests } from '../../protocol/requests/frames.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import type { HostedShot } from '../shot/HostedShot.ts';
import type { HostSession } from '../session/HostSession.ts';
import type { Handlers } from './Handlers.ts';
import { frameWithWhitewater } from './whitewaterAnswers.ts';
import { liquidSlice, liquidSurface } from './liquidAnswers.ts';

/** What was simulated. */
export function frameHandlers(session: HostSession): Handlers<keyof typeof frameRequests> {
  const statics = (params: RequestParams<'statics'>) =>
    session.answer(async () => {
      const shot = await session.documentWork.run(() => session.taskShot(params.take));
      return { kind: 'statics', ...params, ...shot };
    });
  return {
    frameStates: async (params) => {
      const shot = session.openedShot();
      const take = await shot.take(params.take);
      const [states, runs] = await Promise.all([shot.frames.states(take, params), runsOf(session, shot)]);
      return { states, runs };
    },
    frame: async (params) => {
      const shot = session.openedShot();
      return frameWithWhitewater(session, params, await shot.frames.frame(await shot.take(params.take), params));
    },
    prescribedFrame: ({ take, ...params }) =>
      session.answer(async () => {
        const hosted = session.openedShot();
        const shot = await hosted.take(take);
        return { kind: 'prescribed', ...params, shot, cacheFolder: hosted.cache.folder };
      }),
    frameStats: (params) => frameStats(session.openedShot(), params),
    statics,
    fibres: (params) =>
      session.answer(async () => {
        const shot = await session.documentWork.run(() => session.taskShot(params.take));
        return { kind: 'fibres', ...params, ...shot };
      }),
    attribute: (params) => attribute(session, statics, params),
    liquidSurface: (params) => liquidSurface(session, params),
    liquidSlice: (params) => liquidSlice(session, params),
    cacheUse: () => cacheUse(session.openedShot()),
  };
}

/** Returns the simulations of the shot that are running, and the frame from which on the document has departed from each. */
async function runsOf({ queue }: HostSession, shot: HostedShot): Promise<RequestResult<'frameStates'>['runs']> {
  const runs: RequestResult<'frameStates'>['runs'] = [];
  for (const job of queue.unfinished()) {
    const task = job.simulates;
    if (task === undefined) continue;
    const { scene: made } = task.shot;
    const known = [shot.located.scene.take, ...shot.located.scene.takes].some(({ id }) => id === made.take.id);
    if (!known) continue;
    const now = await shot.take(made.take.id);
    const differsFrom = await shot.frames.firstDifference(task, now);
    runs.push({ jobId: job.id, differsFrom });
  }
  return runs;
}

async function attribute(
  session: HostSession,
  statics: (params: RequestParams<'statics'>) => Promise<unknown>,
  params: RequestParams<'attribute'>,
): Promise<RequestResult<'attribute'>> {
  const { quality, frame, entity, name, take } = params;
  const shot = session.openedShot();
  const located = await shot.take(take);
  const { scene } = located;
  const { cache } = shot.frames;
  const stored = await shot.frames.frame(located, params);
  const fill = () => statics({ quality, take });
  return session.requestedValues.values({ scene, cache, quality, frame, entity, name, bytes: stored.bytes, fill });
}

async function frameStats(shot: HostedShot, params: RequestParams<'frameStats'>): Promise<RequestResult<'frameStats'>> {
  const located = await shot.take(params.take);
  const stats: RequestResult<'frameStats'>['stats'] = [];
  for (const { frame, state, key } of await shot.frames.states(located, params)) {
    const kept = state === 'cached' ? await shot.frames.stats.of(key) : undefined;
    if (kept !== undefined) stats.push({ frame, key, ...kept });
  }
  return { stats };
}

async function cacheUse({ cache, options }: HostedShot): Promise<RequestResult<'cacheUse'>> {
  const bytes = { frames: 0, checkpoints: 0, checkpointCount: 0, total: 0 };
  for (const file of await listFiles(cache.folder)) {
    bytes.total += file.bytes;
    if (file.kind === 'frame') bytes.frames += file.bytes;
    if (file.kind === 'checkpoint') {
      bytes.checkpoints += file.bytes;
      bytes.checkpointCount++;
    }
  }
  const { quotaBytes: quota } = options;
  return { ...bytes, checkpointBudget: checkpointBudget(quota), quota };
}
