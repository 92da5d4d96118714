import type { Worker } from 'node:worker_threads';
import { CoreError } from '../../base/errors.ts';
import { outOfMemory } from '../../base/outOfMemory.ts';
import type { FrameKey } from '../../frames/keys.ts';
import type { NotificationName, NotificationParams } from '../../protocol/notifications.ts';
import type { RunningSimulation } from '../../protocol/requests/shot.ts';
import type { JobKind, JobState, RequestResult } from '../../protocol/requests.ts';
import { fromWireError, toWireError } from '../../protocol/wireError.ts';
import {
  JobControl,
  type AnswerResult,
  type AnswerTask,
  type JobMessage,
  type JobTask,
  type TaskResult,
  type TaskSetup,
} from './jobMessages.ts';

/** Frames that an estimate looks back on: recent ones, because frames grow slower as contact sets in. */
const WINDOW = 20;

/** Seconds of the last frames of a job, and how long the rest may take. */
export class FrameTimes {
  private readonly seconds: number[] = [];

  add(seconds: number): void {
    this.seconds.push(seconds);
    if (this.seconds.length > WINDOW) this.seconds.shift();
  }

  /** `remaining` frames at the lower and at the upper quartile of the last 20; undefined before the first. */
  estimate(remaining: number): { low: number; high: number } | undefined {
    if (this.seconds.length === 0) return undefined;
    const sorted = [...this.seconds].sort((a, b) => a - b);
    const last = sorted.length - 1;
    return {
      low: remaining * sorted[Math.floor(0.25 * last)],
      high: remaining * sorted[Math.ceil(0.75 * last)],
    };
  }
}

/** Starts a task in a thread. */
export interface StartWorker {
  (setup: TaskSetup): Worker;
  /** Takes a thread that waits for another task, and what listens to it off; false where it is to be ended. */
  readonly takeBack?: (worker: Worker) => boolean;
}
export type Notify = <N extends NotificationName>(name: N, params: NotificationParams<N>) => void;
type EndMessage = Extract<JobMessage, { kind: 'ended' }>;

/**
 * Jobs whose threads are ended where they stand when they do not hear a cancel within this time, milliseconds: reading a large file cannot
 * be interrupted otherwise, and they leave nothing half done.
 */
const GRACE = 80;
const interruptible: ReadonlySet<JobKind> = new Set<JobKind>(['inspect', 'mesh', 'goal']);

/** A task that a client asked for, from the request to its end. It runs in a thread of its own. */
export class Job {
  readonly id: string;
  readonly kind: JobKind;
  state: JobState = 'queued';
  private readonly setup: Omit<TaskSetup, 'control'> & { readonly task: JobTask };
  private readonly notify: Notify;
  private readonly control = jobControl();
  private readonly times = new FrameTimes();
  private readonly wantedFrames: number;
  private worker: Worker | undefined;
  private framesDone = 0;
  private resumedFrom: number | undefined;
  private stage = '';
  private fraction = 0;

  constructor(id: string, setup: Omit<TaskSetup, 'control'> & { readonly task: JobTask }, notify: Notify) {
    const { task } = setup;
    this.id = id;
    this.kind = task.kind;
    this.setup = setup;
    this.notify = notify;
    this.wantedFrames = 'first' in task ? task.last - task.first + 1 : 0;
  }

  get ended(): boolean {
    return this.state === 'done' || this.state === 'cancelled' || this.state === 'failed';
  }

  status(): RequestResult<'jobStatus'> {
    const { id, kind, state, stage, fraction } = this;
    return { jobId: id, kind, state, stage, fraction, etaSeconds: this.eta() };
  }

  /** Returns a simulation that has not ended, as a client resumes it; undefined for other jobs. */
  running(): RunningSimulation | undefined {
    const { task } = this.setup;
    if (task.kind !== 'simulate' || this.ended) return undefined;
    const { quality, first, last } = task;
    const { jobId, state, stage, fraction, etaSeconds } = this.status();
    const { framesDone, resumedFrom } = this;
    const take = task.shot.scene.take.id;
    return { jobId, quality, take, first, last, framesDone, resumedFrom, state, stage, fraction, etaSeconds };
  }

  /** What a simulation that has not ended simulates; undefined for other jobs. */
  get simulates(): Extract<JobTask, { kind: 'simulate' }> | undefined {
    const { task } = this.setup;
    return task.kind === 'simulate' && !this.ended ? task : undefined;
  }

  /** Runs to the end, whatever it is, and tells it. Never throws. */
  async run(start: StartWorker): Promise<void> {
    if (this.ended) return;
    // A queued job that was paused starts, and waits before its first frame.
    if (this.state === 'queued') this.state = 'running';
    const setup = { ...this.setup, control: this.control };
    const started = (worker: Worker) => (this.worker = worker);
    const end = await runWorker(start, setup, (message) => this.receive(message), started);
    this.worker = undefined;
    this.finish(end);
  }

  cancel(): void {
    if (this.ended) return;
    this.command(JobControl.cancel);
    if (this.state === 'queued')
      this.finish({ kind: 'ended', error: toWireError(new CoreError('cancelled', 'cancelled')) });
    else this.state = 'cancelling';
    if (interruptible.has(this.kind)) setTimeout(() => void this.worker?.terminate(), GRACE);
  }

  pause(): void {
    if (this.state !== 'queued' && this.state !== 'running') return;
    this.command(JobControl.pause);
    if (this.state === 'running') this.state = 'pausing';
  }

  resume(): void {
    if (this.ended || this.state === 'cancelling') return;
    this.command(JobControl.run);
    if (this.state !== 'queued') this.state = 'running';
  }

  private command(word: number): void {
    Atomics.store(this.control, 0, word);
    Atomics.notify(this.control, 0);
  }

  private receive(message: Exclude<JobMessage, { kind: 'ended' }>): void {
    if (message.kind === 'progress') this.progress(message.stage, message.fraction);
    else if (message.kind === 'frame') {
      this.framesDone++;
      if (!message.outcome.cached) this.times.add(message.outcome.seconds);
      this.notify('frameDone', { jobId: this.id, ...message.outcome, key: message.outcome.key as FrameKey });
    } else if (message.kind === 'from') {
      this.resumedFrom = message.frame;
      this.tell();
    } else if (this.state !== 'cancelling') {
      // The word may have changed since the thread spoke.
      const paused = Atomics.load(this.control, 0) === JobControl.pause;
      if (message.kind === 'paused' && paused) this.state = 'paused';
      else if (message.kind === 'resumed' && !paused) this.state = 'running';
    }
  }

  private progress(stage: string, fraction: number): void {
    this.stage = stage;
    this.fraction = fraction;
    this.tell();
  }

  private tell(): void {
    const { id: jobId, stage, fraction, resumedFrom } = this;
    this.notify('jobProgress', { jobId, stage, fraction, etaSeconds: this.eta(), resumedFrom });
  }

  private eta(): { low: number; high: number } | undefined {
    return this.ended ? undefined : this.times.estimate(Math.max(0, this.wantedFrames - this.framesDone));
  }

  private finish(end: EndMessage): void {
    if (end.error === undefined) {
      this.state = 'done';
      this.fraction = 1;
      const { result } = end;
      if (!isAnswer(result)) this.notify('jobEnded', { jobId: this.id, outcome: 'done', result });
      return;
    }
    // A thread that dies on its way out of a cancelled job was cancelled all the same.
    const cancelled = end.error.code === 'cancelled' || this.state === 'cancelling';
    this.state = cancelled ? 'cancelled' : 'failed';
    this.notify('jobEnded', { jobId: this.id, outcome: this.state, error: cancelled ? undefined : end.error });
  }
}

/** Does a task that is no job of a client in a thread that `signal` cancels. Throws what the task throws. */
export async function answerInThread(
  start: StartWorker,
  setup: Omit<TaskSetup, 'control'> & { readonly task: AnswerTask },
  signal: AbortSignal,
  receive: (message: Exclude<JobMessage, { kind: 'ended' }>) => void = () => undefined,
): Promise<AnswerResult> {
  const control = jobControl();
  const cancel = () => Atomics.store(control, 0, JobControl.cancel);
  if (signal.aborted) throw new CoreError('cancelled', 'cancelled');
  signal.addEventListener('abort', cancel);
  const end = await runWorker(start, { ...setup, control }, receive);
  signal.removeEventListener('abort', cancel);
  if (end.error !== undefined) throw fromWireError(end.error);
  const { result } = end;
  if (isAnswer(result)) return result;
  throw new Error(`a thread gave ${result.kind} for ${setup.task.kind}`);
}

const ANSWERS: ReadonlySet<string> = new Set([
  'bytes',
  'created',
  'size',
  'stored',
  'sampled',
  'animation',
] satisfies AnswerResult['kind'][]);

function isAnswer(result: TaskResult): result is AnswerResult {
  return ANSWERS.has(result.kind);
}

function jobControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Runs a task in a worker and gives its last message: what it said, or how it died. A worker that waits for another task is given back, others are ended. */
async function runWorker(
  start: StartWorker,
  setup: TaskSetup,
  receive: (message: Exclude<JobMessage, { kind: 'ended' }>) => void,
  started: (worker: Worker) => void = () => undefined,
): Promise<EndMessage> {
  try {
    const worker = start(setup);
    started(worker);
    const end = await new Promise<EndMessage>((resolve, reject) => {
      worker.on('message', (message: JobMessage) => {
        if (message.kind === 'ended') resolve(message);
        else receive(message);
      });
      worker.once('error', (error) => reject(outOfMemory(error) ?? crash(error.message, error)));
      worker.once('exit', (code) => reject(crash(`it ended with code ${code}`)));
    });
    if (end.waits !== true || start.takeBack?.(worker) !== true) await worker.terminate();
    return end;
  } catch (error) {
    return { kind: 'ended', error: toWireError(error) };
  }
}

function crash(reason: string, cause?: unknown): CoreError {
  return new CoreError('internal', `the background job failed: ${reason}`, {
    remedy: 'Start it again: finished frames are kept. If it happens again, report the shot.',
    cause,
  });
}
