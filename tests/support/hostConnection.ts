import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { SimulationHost, type SimulationHostOptions } from '../../src/host/SimulationHost.ts';
import { startJobWorker } from '../../src/host/jobs/startJobWorker.ts';
import { HostClient } from '../../src/protocol/HostClient.ts';
import { memoryEndpoints } from '../../src/protocol/memoryEndpoint.ts';
import type { NotificationName, NotificationParams } from '../../src/protocol/notifications.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { storeShot } from './shotRuns.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** Longest wait for a state, ms: what never comes fails with what did, also on a busy machine. */
const WAIT = 300_000;

/** A client and its host in this thread, as far as the test needs them. Both are gone when it ends. */
export class HostConnection {
  readonly client: HostClient;
  readonly host: SimulationHost;
  /** Threads that jobs were started in. */
  readonly workers: readonly Worker[];
  readonly frames: NotificationParams<'frameDone'>[] = [];
  readonly ends: NotificationParams<'jobEnded'>[] = [];
  readonly progress: NotificationParams<'jobProgress'>[] = [];
  readonly warnings: string[] = [];
  private readonly checks = new Set<() => void>();

  constructor(client: HostClient, host: SimulationHost, workers: readonly Worker[]) {
    this.client = client;
    this.host = host;
    this.workers = workers;
    this.collect('frameDone', this.frames);
    this.collect('jobEnded', this.ends);
    this.collect('jobProgress', this.progress);
    client.on('warning', ({ message }) => this.warnings.push(message));
  }

  /** A thread was started. */
  workerStarted(): void {
    this.recheck();
  }

  /** Resolves once notifications and threads started so far make `condition` true; rejects with the ends of jobs where that takes far too long. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.checks.delete(check);
        reject(new Error(`not in ${WAIT / 1000} s; jobs ended: ${JSON.stringify(this.ends)}`));
      }, WAIT);
      const check = () => {
        if (!condition()) return;
        clearTimeout(timer);
        this.checks.delete(check);
        resolve();
      };
      this.checks.add(check);
      check();
    });
  }

  async ended(jobId: string): Promise<NotificationParams<'jobEnded'>> {
    const find = () => this.ends.find((end) => end.jobId === jobId);
    await this.until(() => find() !== undefined);
    return find()!;
  }

  /** Simulates to the end and gives how it ended. */
  async simulate(first: number, last: number): Promise<NotificationParams<'jobEnded'>> {
    const { jobId } = await this.client.call('simulate', { quality: 'draft', first, last });
    return this.ended(jobId);
  }

  /** State of each frame as one letter: m, c or s. */
  async states(first: number, last: number): Promise<string> {
    const { states } = await this.client.call('frameStates', { quality: 'draft', first, last });
    return states.map(({ state }) => state[0]).join('');
  }

  private collect<N extends NotificationName>(name: N, into: NotificationParams<N>[]): void {
    this.client.on(name, (params) => {
      into.push(params);
      this.recheck();
    });
  }

  private recheck(): void {
    for (const check of [...this.checks]) check();
  }
}

export async function connectHost(options: SimulationHostOptions = {}): Promise<HostConnection> {
  const [near, far] = memoryEndpoints();
  const workers: Worker[] = [];
  const started = { tell: () => {} };
  const stateFolder = options.stateFolder ?? (await temporaryFolder());
  const host = new SimulationHost(far, {
    threads: 1,
    stateFolder,
    workspace: join(stateFolder, 'workspace'),
    startWorker: (setup) => {
      const worker = startJobWorker(setup);
      workers.push(worker);
      queueMicrotask(() => started.tell());
      return worker;
    },
    ...options,
  });
  onTestFinished(() => host.close());
  const connection = new HostConnection(await HostClient.connect(near, 'test'), host, workers);
  started.tell = () => connection.workerStarted();
  return connection;
}

/** A connection whose shot is `scene`, stored in a new folder. */
export async function openHosted(scene: Scene, options: SimulationHostOptions = {}) {
  const path = await storeShot(scene);
  const connection = await connectHost(options);
  const opened = await connection.client.call('openShot', { path });
  return { connection, path, opened };
}
