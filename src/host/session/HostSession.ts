import { cpus } from 'node:os';
import { CoreError } from '../../base/errors.ts';
import { adoptCache } from '../../cache/adoptCache.ts';
import type { NotificationName, NotificationParams } from '../../protocol/notifications.ts';
import { RequestedValues } from '../frames/RequestedValues.ts';
import type { HostedShot } from '../shot/HostedShot.ts';
import { answerInThread, Job, type Notify, type StartWorker } from '../jobs/Job.ts';
import type { AnswerResult, AnswerTask, BytesTask, JobTask, TaskSetup, TaskShot } from '../jobs/jobMessages.ts';
import { JobQueue } from '../jobs/JobQueue.ts';
import { LiquidSlices } from '../frames/LiquidSlices.ts';
import { anyPath, type PathPolicy } from './PathPolicy.ts';
import { RecentShots } from './RecentShots.ts';
import { SampleMaker } from '../samples/SampleMaker.ts';
import { SampleShelf } from '../samples/SampleShelf.ts';
import { Sequence } from '../jobs/Sequence.ts';
import { defaultBackendName } from '../simulation/solverBackend.ts';
import { startJobWorker } from '../jobs/startJobWorker.ts';
import { defaultStateFolder, defaultWorkspace } from './stateFolder.ts';
import { UploadFolder } from './UploadFolder.ts';
import { WhitewaterMaker } from './WhitewaterMaker.ts';
import { join } from 'node:path';
import { makeFolder, writeFileAtomically } from '../../cache/atomicFile.ts';
import { readPlainFile } from '../../cache/plainFile.ts';

const MOST_BYTES = 1 << 20;

/** What the editor remembers of itself, as JSON in the state folder. */
class Preferences {
  private readonly folder: string;

  constructor(stateFolder: string) {
    this.folder = stateFolder;
  }

  /** Null where there are none, or none that can be read. */
  async read(): Promise<unknown> {
    try {
      const bytes = await readPlainFile(this.file, { maxBytes: MOST_BYTES });
      return JSON.parse(bytes.toString('utf8')) as unknown;
    } catch {
      return null;
    }
  }

  /** Throws `limit-exceeded` above 1 MiB. */
  async write(value: unknown): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    if (bytes.length > MOST_BYTES) {
      throw new CoreError('limit-exceeded', `the preferences have ${bytes.length} bytes; the limit is ${MOST_BYTES}`, {
        remedy: 'Remove saved layouts.',
      });
    }
    await makeFolder(this.folder);
    await writeFileAtomically(this.file, [bytes], { durable: false });
  }

  private get file(): string {
    return join(this.folder, 'preferences.json');
  }
}

export interface HostSessionOptions {
  /** Threads of the solver, by default one per core. */
  readonly threads?: number;
  /** Solver backend; left out, the best that runs here. */
  readonly backend?: string;
  /** Most bytes of a shot's cache. */
  readonly quotaBytes?: number;
  /** Which files the client may name; by default any. */
  readonly paths?: PathPolicy;
  /** Starts the thread of a job. */
  readonly startWorker?: StartWorker;
  /** Folder of new shots. */
  readonly workspace?: string;
  /** Folder of the journals, recent shots and preferences. */
  readonly stateFolder?: string;
  /** Frames of samples are made in the background while the start page asks for it; by default they are. */
  readonly preparesSamples?: boolean;
}

/** What the handlers of a connection share: the open shot, the jobs and the order in which things are done. */
export class HostSession {
  readonly backend: string;
  readonly threads: number;
  readonly quotaBytes: number | undefined;
  readonly paths: PathPolicy;
  readonly workspace: string;
  readonly stateFolder: string;
  /** Sends notifications to the client that is connected now. */
  notify: Notify;
  /** What its page calls itself (see `hello`). */
  page: string | undefined;
  readonly queue: JobQueue;
  readonly recent: RecentShots;
  readonly preferences: Preferences;
  readonly uploads: UploadFolder;
  readonly preparesSamples: boolean;
  readonly shelf: SampleShelf;
  readonly samples: SampleMaker;
  readonly whitewater: WhitewaterMaker;
  readonly requestedValues = new RequestedValues();
  readonly liquidSlices = new LiquidSlices();
  /** The client has said hello in our version. */
  greeted = false;
  shot: HostedShot | undefined;
  /** Requests about the document are answered one after the other: an edit is whole before a simulation of it starts. */
  readonly documentWork = new Sequence();
  /** New shots are made one after the other, beside the open one: each finds a name that is free. */
  readonly newShots = new Sequence();
  /** One thread at a time finds out what things would take. */
  readonly estimates = new Sequence();
  /** One thread at a time makes answers, beside those of the running jobs. */
  private readonly answers = new Sequence();
  /** Brings over what jobs of a shot that was saved elsewhere still put into its old cache. */
  private following: Promise<void> = Promise.resolve();
  private readonly startWorker: StartWorker;
  private readonly ending = new AbortController();
  private nextJob = 1;

  constructor(options: HostSessionOptions, notify: Notify) {
    this.backend = options.backend ?? defaultBackendName();
    this.threads = options.threads ?? Math.max(1, cpus().length);
    this.quotaBytes = options.quotaBytes;
    this.paths = options.paths ?? anyPath;
    this.workspace = options.workspace ?? defaultWorkspace();
    this.stateFolder = options.stateFolder ?? defaultStateFolder();
    this.startWorker = options.startWorker ?? startJobWorker;
    this.notify = notify;
    this.queue = new JobQueue(this.startWorker);
    this.recent = new RecentShots(this.stateFolder);
    this.preferences = new Preferences(this.stateFolder);
    this.uploads = new UploadFolder(this.paths, now);
    this.preparesSamples = options.preparesSamples ?? true;
    this.shelf = new SampleShelf(this.stateFolder, this.backend);
    this.samples = new SampleMaker({
      shelf: this.shelf,
      // One thread: the others are for whatever the artist does.
      run: (task, signal, receive) =>
        answerInThread(this.startWorker, { ...this.setup(), threads: 1, task }, signal, receive),
      tell: (template, state, working) => this.notify('sampleChanged', { template, ...state, working }),
    });
    this.whitewater = new WhitewaterMaker({
      run: (task, signal) => answerInThread(this.startWorker, { ...this.setup(), threads: 1, task }, signal),
      tell: (message) => this.notify('warning', { message }),
    });
  }

  /** Throws `usage` where no shot is open. */
  openedShot(): HostedShot {
    if (this.shot !== undefined) return this.shot;
    throw new CoreError('usage', 'no shot is open', { remedy: 'Open one first.' });
  }

  /** The open shot as a task needs it (see `HostedShot.taskShot`). What changed on the disk is told as warnings. */
  async taskShot(take?: string): Promise<TaskShot> {
    const hosted = this.openedShot();
    const shot = await hosted.taskShot(take);
    for (const message of shot.warnings) this.notify('warning', { message });
    return { shot, cacheFolder: hosted.cache.folder };
  }

  /** Queues a job. Throws `limit-exceeded` when too many wait. */
  startJob(task: JobTask): { jobId: string } {
    if (this.ending.signal.aborted) throw new CoreError('cancelled', 'the connection was closed');
    const { shot } = this;
    const notify = <N extends NotificationName>(name: N, params: NotificationParams<N>) => {
      // The shot may have been opened again meanwhile.
      const owner = this.shot?.path === shot?.path ? this.shot : shot;
      if (task.kind === 'simulate' && name === 'frameDone')
        void owner?.frames.done(task.shot.scene, task.quality, params as NotificationParams<'frameDone'>);
      this.notify(name, params);
    };
    const job = new Job(`job-${this.nextJob++}`, { ...this.setup(), task }, notify);
    if (task.kind === 'simulate') this.samples.stop();
    this.queue.add(job);
    return { jobId: job.id };
  }

  /** Makes the bytes that answer a request, one task at a time. `prepare` is called when its turn comes. */
  answer(prepare: () => Promise<BytesTask>): Promise<{ bytes: Uint8Array<ArrayBuffer> }> {
    return this.answers.run(async () => {
      const task = await prepare();
      const result = await this.inThread(task);
      if (result.kind !== 'bytes') throw new Error(`${task.kind} gave ${result.kind}`);
      return { bytes: result.bytes };
    });
  }

  /** Does a task that is no job of the client in a thread of its own. Throws what the task throws. */
  inThread(task: AnswerTask): Promise<AnswerResult> {
    return answerInThread(this.startWorker, { ...this.setup(), task }, this.ending.signal);
  }

  /** Puts a shot at the head of the recent ones. That it cannot is no reason to refuse it. */
  async remember({ path, located }: HostedShot): Promise<void> {
    await this.recent.add(path, located.scene, now()).catch((error: unknown) => {
      const reason = error instanceof CoreError ? error.describe() : String(error);
      this.notify('warning', { message: `the list of recent shots cannot be written: ${reason}` });
    });
  }

  /** The shot was opened again: its jobs go on, everything else of the session's shot is that of `shot`. */
  async replaceShot(shot: HostedShot): Promise<void> {
    await this.shot?.journal.flush();
    this.shot?.frames.close();
    this.shot = shot;
  }

  /** Cancels the shot's jobs and waits for their end; what is not saved is in the journal then. */
  async closeShot(): Promise<void> {
    this.shot?.frames.close();
    await this.whitewater.stop();
    await this.queue.cancelAll();
    await this.shot?.journal.flush();
    this.shot = undefined;
  }

  /** Cancels what runs and waits for its end. */
  async close(): Promise<void> {
    this.ending.abort();
    await this.samples.close();
    await this.documentWork.idle();
    await this.newShots.idle();
    await this.answers.idle();
    await this.estimates.idle();
    await this.closeShot();
    await this.uploads.close();
    await this.following;
  }

  /** The shot has moved on from this cache: what its jobs still put there follows when they have ended. */
  followJobs(shot: HostedShot, oldFolder: string): void {
    if (this.queue.unfinished().length === 0) return;
    const { folder } = shot.cache;
    this.following = Promise.all([this.following, this.queue.idle()]).then(async () => {
      await adoptCache(oldFolder, folder).catch(() => undefined);
      this.notify('framesChanged', {});
    });
  }

  private setup(): Omit<TaskSetup, 'control' | 'task'> {
    const { quotaBytes, backend, threads } = this;
    return { quotaBytes, backend, threads };
  }
}

/** Milliseconds since 1970. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
