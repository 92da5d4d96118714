import { cpus } from 'node:os';
import type { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import type { FrameKey } from '../frames/keys.ts';
import type { MessageEndpoint } from '../protocol/MessageEndpoint.ts';
import { PROTOCOL_VERSION, requestMessage } from '../protocol/messages.ts';
import type { NotificationName, NotificationParams } from '../protocol/notifications.ts';
import {
  isRequestName,
  requests,
  type RequestName,
  type RequestParams,
  type RequestResult,
} from '../protocol/requests.ts';
import { toWireError } from '../protocol/wireError.ts';
import { HostedShot } from './HostedShot.ts';
import { Job, makeStatics, type StartWorker } from './Job.ts';
import type { JobTask } from './jobMessages.ts';
import { JobQueue } from './JobQueue.ts';
import { anyPath, type PathPolicy } from './PathPolicy.ts';
import { Sequence } from './Sequence.ts';
import { defaultBackendName } from './solverBackend.ts';
import { startJobWorker } from './startJobWorker.ts';

export interface SimulationHostOptions {
  /** Threads of the solver, by default one per core. */
  readonly threads?: number;
  /** By default the best that runs here. */
  readonly backend?: string;
  /** Most bytes of a shot's cache. */
  readonly quotaBytes?: number;
  /** Which files the client may name; by default any. */
  readonly paths?: PathPolicy;
  /** Starts the thread of a job. */
  readonly startWorker?: StartWorker;
}

type Handlers = { [N in RequestName]: (params: RequestParams<N>) => RequestResult<N> | Promise<RequestResult<N>> };

/**
 * Serves one client. Nothing that takes long is done in this thread: jobs run in threads of their own, one at a time, so that frames are
 * served and cancels are heard while the solver works. No message, whatever it holds, ends the host.
 */
export class SimulationHost {
  private readonly endpoint: MessageEndpoint;
  private readonly options: SimulationHostOptions;
  private readonly backend: string;
  private readonly paths: PathPolicy;
  private readonly startWorker: StartWorker;
  private readonly queue: JobQueue;
  private shot: HostedShot | undefined;
  private greeted = false;
  private closed = false;
  private nextJob = 1;
  /** Requests about the document are answered one after the other: an edit is whole before a simulation of it starts. */
  private readonly documentWork = new Sequence();
  /** One thread at a time makes surfaces, beside that of the running job. */
  private readonly staticsWork = new Sequence();
  private readonly ending = new AbortController();

  constructor(endpoint: MessageEndpoint, options: SimulationHostOptions = {}) {
    this.endpoint = endpoint;
    this.options = options;
    this.backend = options.backend ?? defaultBackendName();
    this.paths = options.paths ?? anyPath;
    this.startWorker = options.startWorker ?? startJobWorker;
    this.queue = new JobQueue(this.startWorker);
    endpoint.onClose(() => void this.close());
    endpoint.onMessage((message) => void this.receive(message));
  }

  /** Cancels what runs, waits for its end and closes the connection. */
  async close(): Promise<void> {
    this.closed = true;
    this.endpoint.close();
    this.ending.abort();
    await this.documentWork.idle();
    await this.staticsWork.idle();
    await this.queue.cancelAll();
  }

  private readonly handlers: Handlers = {
    hello: ({ version }) => this.hello(version),
    openShot: ({ path }) => this.documentWork.run(() => this.openShot(path)),
    closeShot: () => this.documentWork.run(() => this.closeShot()),
    applyScene: ({ scene }) =>
      this.documentWork.run(async () => {
        const loaded = await this.openedShot().apply(scene);
        return { scene: loaded.scene, warnings: [...loaded.warnings] };
      }),
    simulate: (params) => this.documentWork.run(() => this.startJob({ kind: 'simulate', ...params })),
    exportShot: (params) =>
      this.documentWork.run(async () => {
        const path = await this.paths.allow(params.path, 'write');
        return this.startJob({ kind: 'export', ...params, path });
      }),
    cancelJob: ({ jobId }) => this.command(jobId, (job) => job.cancel()),
    pauseJob: ({ jobId }) => this.command(jobId, (job) => job.pause()),
    resumeJob: ({ jobId }) => this.command(jobId, (job) => job.resume()),
    jobStatus: ({ jobId }) => this.queue.get(jobId).status(),
    frameStates: (params) => this.openedShot().frameStates(params),
    frame: (params) => this.openedShot().frame(params),
    statics: ({ quality }) => this.statics({ kind: 'statics', quality }),
  };

  private async receive(data: unknown): Promise<void> {
    const message = requestMessage.safeParse(data);
    if (!message.success) {
      this.notify('warning', { message: 'a message that is no request was ignored' });
      return;
    }
    const { id, name, params } = message.data;
    try {
      const result = await this.answer(name, params);
      this.post({ kind: 'result', id, result }, ownBuffers(result));
    } catch (error) {
      this.post({ kind: 'error', id, error: toWireError(error) });
    }
  }

  private answer(name: string, params: unknown): unknown {
    if (!isRequestName(name)) {
      throw new CoreError('usage', `there is no request '${name}'`, {
        remedy: `Known are: ${Object.keys(requests).join(', ')}.`,
      });
    }
    if (!this.greeted && name !== 'hello') {
      throw new CoreError('usage', `'${name}' came before 'hello'`, { remedy: 'Say hello first.' });
    }
    return this.handle(name, params);
  }

  private handle<N extends RequestName>(name: N, data: unknown): unknown {
    const schema: z.ZodType = requests[name].params;
    const params = schema.safeParse(data);
    if (params.success) return this.handlers[name](params.data as RequestParams<N>);
    const [issue] = params.error.issues;
    throw new CoreError('usage', `the parameters of '${name}' are malformed: ${issue.message}`, {
      place: issue.path.map(String).join('.'),
      remedy: 'Editor and simulation process may be of different versions: restart the program.',
    });
  }

  private hello(version: number): RequestResult<'hello'> {
    if (version !== PROTOCOL_VERSION) {
      throw new CoreError(
        'usage',
        `the client speaks version ${version} of the protocol, the host ${PROTOCOL_VERSION}`,
        {
          remedy: 'Restart the program, or install it again, so that both parts are of one version.',
        },
      );
    }
    this.greeted = true;
    return { version: PROTOCOL_VERSION, host: 'Ductile', backend: this.backend };
  }

  private async openShot(path: string): Promise<RequestResult<'openShot'>> {
    const { quotaBytes } = this.options;
    const shot = await HostedShot.open(path, { backend: this.backend, quotaBytes, paths: this.paths });
    await this.closeShot();
    this.shot = shot;
    const { scene, warnings } = shot.loaded;
    return { scene, warnings: [...warnings], cacheFolder: shot.cache.folder };
  }

  private async closeShot(): Promise<Record<string, never>> {
    await this.queue.cancelAll();
    this.shot = undefined;
    return {};
  }

  private async startJob(task: Exclude<JobTask, { kind: 'statics' }>): Promise<{ jobId: string }> {
    const shot = this.openedShot();
    const setup = { ...(await this.setupOf(shot)), task };
    if (this.closed) throw new CoreError('cancelled', 'the connection was closed');
    const notify = <N extends NotificationName>(name: N, params: NotificationParams<N>) => {
      if ('frame' in params) shot.note(task.quality, params.frame, params.key as FrameKey);
      this.notify(name, params);
    };
    const job = new Job(`job-${this.nextJob++}`, setup, notify);
    this.queue.add(job);
    return { jobId: job.id };
  }

  /** What a job is started with, mesh files as they are now: no frame may be stored under the key of another mesh. */
  private async setupOf(shot: HostedShot) {
    const loaded = await shot.apply(shot.loaded.scene);
    for (const message of loaded.warnings) this.notify('warning', { message });
    const { threads = Math.max(1, cpus().length), quotaBytes } = this.options;
    return { shot: loaded, cacheFolder: shot.cache.folder, quotaBytes, backend: this.backend, threads };
  }

  private statics(task: Extract<JobTask, { kind: 'statics' }>): Promise<RequestResult<'statics'>> {
    return this.staticsWork.run(async () => {
      const setup = await this.documentWork.run(() => this.setupOf(this.openedShot()));
      const { bytes } = await makeStatics(this.startWorker, { ...setup, task }, this.ending.signal);
      return { bytes };
    });
  }

  private command(jobId: string, act: (job: Job) => void): Record<string, never> {
    act(this.queue.get(jobId));
    return {};
  }

  private openedShot(): HostedShot {
    if (this.shot !== undefined) return this.shot;
    throw new CoreError('usage', 'no shot is open', { remedy: 'Open one first.' });
  }

  private notify<N extends NotificationName>(name: N, params: NotificationParams<N>): void {
    if (this.greeted) this.post({ kind: 'notification', name, params });
  }

  private post(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    if (!this.closed) this.endpoint.post(message, transfer);
  }
}

/** Buffers of an answer that nobody else uses, so that they can move instead of being copied. */
function ownBuffers(result: unknown): ArrayBuffer[] {
  const bytes = (result as { bytes?: unknown } | undefined)?.bytes;
  if (!(bytes instanceof Uint8Array) || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}
