import { CoreError } from '../../../src/base/errors.ts';
import { memoryEndpoints } from '../../../src/protocol/memoryEndpoint.ts';
import type { FrameStats } from '../../../src/frames/FrameStats.ts';
import type { MessageEndpoint } from '../../../src/protocol/MessageEndpoint.ts';
import { PROTOCOL_VERSION, requestMessage } from '../../../src/protocol/messages.ts';
import type { NotificationName, NotificationParams } from '../../../src/protocol/notifications.ts';
import type { RequestName, RequestResult } from '../../../src/protocol/requests.ts';
import type { RunningSimulation } from '../../../src/protocol/requests/shot.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { toWireError } from '../../../src/protocol/wireError.ts';

type Answers = { [N in RequestName]?: (params: never) => RequestResult<N> | Promise<RequestResult<N>> };

/** 64 hex digits that depend on the document's density and the frame: another document has other keys. */
export function keyOf(scene: Scene, frame: number): string {
  const text = JSON.stringify([scene.entities, scene.physics]) + String(frame);
  let hash = 7;
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash.toString(16).padStart(64, '0');
}

/** A host that keeps its shot in memory and makes frames when it is told to. What is asked is counted. */
export class FakeHost {
  readonly asked: { name: string; params: unknown }[] = [];
  readonly files = new Map<string, Scene>();
  readonly journals = new Map<string, Scene>();
  /** Keys of stored frames, over all documents. */
  readonly stored = new Map<string, number>();
  preferences: unknown = undefined;
  path = '';
  /** Simulations of the shot that go on. */
  running: RunningSimulation[] = [];
  scene: Scene | undefined;
  /** There is none to connect with. */
  down = false;
  /** Refuses documents for which it gives a sentence. */
  refuse: (scene: Scene) => string | undefined = () => undefined;
  /** Resolves before `applyScene` answers. */
  delay: () => Promise<void> = () => Promise.resolve();
  private endpoint: MessageEndpoint | undefined;
  private nextJob = 1;
  /** What the simulations that were not cancelled make. */
  private readonly simulated = new Map<string, { scene: Scene; first: number; last: number }>();

  constructor(private readonly answers: Answers = {}) {}

  /** Opens an endpoint for `Connection`. */
  open = (): Promise<MessageEndpoint> => {
    if (this.down) return Promise.reject(new CoreError('internal', 'the simulation host does not answer'));
    const [client, host] = memoryEndpoints();
    this.endpoint = host;
    host.onMessage((message) => void this.receive(host, message));
    return Promise.resolve(client);
  };

  /** Ends as when the process dies: what it had in memory is lost. */
  die(): void {
    this.scene = undefined;
    this.endpoint?.close();
  }

  notify<N extends NotificationName>(name: N, params: NotificationParams<N>): void {
    this.endpoint?.post({ kind: 'notification', name, params });
  }

  count(name: RequestName): number {
    return this.asked.filter((request) => request.name === name).length;
  }

  /** Stores a frame of the document as it is now and tells of it. */
  makeFrame(jobId: string, frame: number, scene = this.scene!, stats: FrameStats = emptyStats()): void {
    const key = keyOf(scene, frame);
    this.stored.set(key, frame);
    const params = { jobId, frame, key, sha256: key, cached: false, seconds: 0.5, stats };
    this.notify('frameDone', params as NotificationParams<'frameDone'>);
  }

  private async receive(endpoint: MessageEndpoint, data: unknown): Promise<void> {
    const { id, name, params } = requestMessage.parse(data);
    this.asked.push({ name, params });
    try {
      const result = await this.answer(name as RequestName, params as never);
      endpoint.post({ kind: 'result', id, result });
    } catch (error) {
      endpoint.post({ kind: 'error', id, error: toWireError(error) });
    }
  }

  /** What it does where a test gives no answer of its own. */
  private readonly handlers: Readonly<Record<string, (params: never) => unknown>> = {
    hello: () => {
      return { version: PROTOCOL_VERSION, host: 'fake', backend: 'reference' };
    },
    catalogue: () => {
      const machine = { cores: 2, threads: 2, backend: 'reference', memoryBytes: 1e9 };
      return { definitions: [], materialPresets: [], exportPresets: [], machine };
    },
    preferences: () => {
      return { value: this.preferences ?? null };
    },
    storeProgress: () => {
      return {};
    },
    storePreferences: ({ value }: { value: unknown }) => {
      this.preferences = value;
      return {};
    },
    openShot: ({ path }: { path: string }) => {
      const scene = this.files.get(path);
      if (scene === undefined) throw new CoreError('file-missing', 'there is no such file', { file: path });
      this.path = path;
      this.scene = scene;
      const journal = this.journals.get(path);
      const recovered = journal === undefined ? {} : { recovered: { scene: journal, savedSecondsAgo: 12 } };
      return { scene, warnings: [], missing: [], path, cacheFolder: '/cache', running: this.running, ...recovered };
    },
    closeShot: () => {
      this.scene = undefined;
      return {};
    },
    applyScene: async ({ scene }: { scene: Scene }) => {
      await this.delay();
      if (this.scene === undefined) throw new CoreError('usage', 'no shot is open');
      const refusal = this.refuse(scene);
      if (refusal !== undefined) throw new CoreError('document-invalid', refusal, { place: 'entities[0]' });
      this.scene = scene;
      this.journals.set(this.path, scene);
      return { scene, warnings: [], missing: [] };
    },
    saveShot: ({ path }: { path?: string }) => {
      this.path = path ?? this.path;
      this.files.set(this.path, this.scene!);
      this.journals.delete(this.path);
      return { scene: this.scene, warnings: [], missing: [], path: this.path, cacheFolder: '/cache' };
    },
    frameStates: ({ first, last }: { first: number; last: number }) => {
      const states = [];
      for (let frame = first; frame <= last; frame++) {
        const key = keyOf(this.scene!, frame);
        const older = [...this.stored].find(([, number]) => number === frame)?.[0];
        const state = this.stored.has(key) ? 'cached' : older === undefined ? 'missing' : 'stale';
        states.push({ frame, key, state, checkpoint: false, ...(state === 'stale' ? { storedKey: older } : {}) });
      }
      return { states, runs: this.runs() };
    },
    frameStats: () => {
      return { stats: [] };
    },
    simulate: ({ first, last }: { first: number; last: number }) => {
      const jobId = `job-${this.nextJob++}`;
      this.simulated.set(jobId, { scene: this.scene!, first, last });
      return { jobId };
    },
    cancelJob: ({ jobId }: { jobId: string }) => {
      this.simulated.delete(jobId);
      setTimeout(() => this.notify('jobEnded', { jobId, outcome: 'cancelled' }));
      return {};
    },
    pauseJob: () => {
      return {};
    },
    resumeJob: () => {
      return {};
    },
    jobStatus: ({ jobId }: { jobId: string }) => {
      return { jobId, kind: 'simulate', state: 'paused', stage: '', fraction: 0 };
    },
  };

  private runs(): RequestResult<'frameStates'>['runs'] {
    return [...this.simulated].map(([jobId, { scene, first, last }]) => {
      for (let frame = first; frame <= last; frame++) {
        if (keyOf(scene, frame) !== keyOf(this.scene!, frame)) return { jobId, differsFrom: frame };
      }
      return { jobId };
    });
  }

  private answer(name: RequestName, params: never): unknown {
    const given = this.answers[name];
    if (given !== undefined) return given(params);
    // Nothing is drawn here: what the viewport asks for never comes.
    if (name === 'statics' || name === 'frame') return new Promise(() => undefined);
    const own = this.handlers[name];
    if (own === undefined) throw new CoreError('usage', `the fake host does not know '${name}'`);
    return own(params);
  }
}

function emptyStats(): FrameStats {
  return {
    substeps: 1,
    shortestStep: 0.01,
    longestStep: 0.01,
    cgIterations: 1,
    invertedElements: 0,
    volume: 1,
    energies: { kinetic: 0, elastic: 0, gravity: 0 },
    contacts: 0,
    entities: {},
    warnings: [],
  };
}
