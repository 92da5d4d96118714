import type { JobContext } from '../base/job.ts';
import { findResumePoint } from '../cache/checkpointSchedule.ts';
import { FrameCache } from '../cache/FrameCache.ts';
import { encodeStatics } from '../frames/Statics.ts';
import { exporters } from '../io/Exporter.ts';
import { exportPreset } from '../io/exportPresets.ts';
import { CoreError } from '../base/errors.ts';
import type { JobResult } from '../protocol/notifications.ts';
import { framesPerSecond } from '../scene/Scene.ts';
import { ShotSimulation } from '../simulation/ShotSimulation.ts';
import { exportShot } from './exportShot.ts';
import { JobControl, type JobMessage, type JobSetup, type JobTask, type StaticsResult } from './jobMessages.ts';
import { prepareAssets } from './prepareAssets.ts';
import { ShotFrames } from './ShotFrames.ts';
import { shotKeys } from './shotKeys.ts';
import { simulateShot } from './simulateShot.ts';
import { createBackend } from './solverBackend.ts';

type Post = (message: JobMessage) => void;
type TaskOf<K extends JobTask['kind']> = Extract<JobTask, { kind: K }>;

/** Progress of one stage is told at most this often, milliseconds. */
const TELL_INTERVAL = 50;
/** Milliseconds of one sleep of a paused job. Waking now and then lets the runtime end the thread. */
const NAP = 500;

/** Does the task of a job in this thread, which it holds until it is done. Throws what the task throws. */
export async function runTask(setup: JobSetup, post: Post): Promise<JobResult | StaticsResult> {
  const { task, cacheFolder, quotaBytes } = setup;
  const cache = await FrameCache.open(cacheFolder, { quotaBytes });
  const job = jobContext(setup.control, post);
  if (task.kind === 'simulate') return simulate(setup, task, cache, job, post);
  if (task.kind === 'export') return exportFrames(setup, task, cache, job);
  return statics(setup, task, cache, job);
}

/** Cancels and pauses as the shared word says. A pause takes effect where progress is told: between two frames. */
function jobContext(control: Int32Array, post: Post): JobContext {
  let told = { stage: '', at: -Infinity };
  return {
    cancelled: () => Atomics.load(control, 0) === JobControl.cancel,
    progress: (stage, fraction) => {
      const at = performance.now();
      if (stage !== told.stage || at - told.at >= TELL_INTERVAL || fraction >= 1) {
        told = { stage, at };
        post({ kind: 'progress', stage, fraction: Math.min(1, Math.max(0, fraction)) });
      }
      waitWhilePaused(control, post);
    },
  };
}

function waitWhilePaused(control: Int32Array, post: Post): void {
  if (Atomics.load(control, 0) !== JobControl.pause) return;
  post({ kind: 'paused' });
  while (Atomics.load(control, 0) === JobControl.pause) Atomics.wait(control, 0, JobControl.pause, NAP);
  post({ kind: 'resumed' });
}

async function simulate(
  { shot, backend: backendName, threads, quotaBytes }: JobSetup,
  task: TaskOf<'simulate'>,
  cache: FrameCache,
  job: JobContext,
  post: Post,
): Promise<JobResult> {
  const { quality } = task;
  const backend = createBackend(backendName, threads);
  try {
    const keys = shotKeys(shot.scene, quality, backend.name).keys;
    const total = { simulated: 0, cached: 0 };
    for (const { first, last } of await frameOrder(task, keys, shot.scene.range.first, cache)) {
      const request = { shot, cache, backend, quality, first, last, quotaBytes };
      const { simulated, cached } = await simulateShot(request, job, (outcome) => post({ kind: 'frame', outcome }));
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
  keys: ReturnType<typeof shotKeys>['keys'],
  rangeFirst: number,
  cache: FrameCache,
): Promise<{ first: number; last: number }[]> {
  const whole = [{ first, last }];
  if (priorityFrame === undefined || priorityFrame <= first || priorityFrame > last) return whole;
  const point = await findResumePoint(cache, keys, priorityFrame - 1 - rangeFirst);
  const start = point === undefined ? first : rangeFirst + point.index + 1;
  if (start <= first) return whole;
  return [
    { first: start, last },
    { first, last: start - 1 },
  ];
}

async function exportFrames(
  { shot, backend }: JobSetup,
  task: TaskOf<'export'>,
  cache: FrameCache,
  job: JobContext,
): Promise<JobResult> {
  const { quality, format, path, withColliders, first, last } = task;
  const params = exporters.get(format).params.safeParse(task.params ?? {});
  if (!params.success) {
    throw new CoreError('usage', `these are no parameters of '${format}': ${params.error.issues[0].message}`, {
      place: params.error.issues[0].path.join('.'),
      remedy: 'Correct the settings of the export.',
      cause: params.error,
    });
  }
  const frames = await ShotFrames.open({ shot, quality, cache, backend }, job);
  const request = {
    frames,
    format,
    params: params.data,
    firstFrame: first,
    lastFrame: last,
    framesPerSecond: task.framesPerSecond ?? framesPerSecond(shot.scene),
    preset: exportPreset(task.preset),
    path,
    withColliders,
    description: shot.scene.name,
  };
  const { files, bytes, checks, bounds } = await exportShot(request, job);
  return { kind: 'export', files: [...files], bytes, checks: [...checks], bounds: [...bounds] };
}

async function statics(
  { shot }: JobSetup,
  { quality }: TaskOf<'statics'>,
  cache: FrameCache,
  job: JobContext,
): Promise<StaticsResult> {
  // Nothing is stepped: the backend that needs no threads will do.
  const backend = createBackend('reference', 1);
  const assets = await prepareAssets(shot, quality, cache, job);
  const simulation = new ShotSimulation(shot.scene, assets, { quality, createOperators: backend.createOperators });
  const bytes = new Uint8Array(encodeStatics(simulation.statics()));
  simulation.dispose();
  return { kind: 'statics', bytes };
}
