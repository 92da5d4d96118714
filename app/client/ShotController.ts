import type { RequestInput, RequestResult } from '../../src/protocol/requests.ts';
import type { DocumentStore } from '../document/documentStore.ts';
import type { FramesStore } from '../state/framesStore.ts';
import type { JobsStore } from '../state/jobsStore.ts';
import type { Log } from '../state/Log.ts';
import type { ProgramStore } from '../state/programStore.ts';
import type { TimelineStore } from '../state/timelineStore.ts';
import type { ViewStore } from '../state/viewStore.ts';
import type { Connection } from './Connection.ts';

export interface ShotControllerParts {
  readonly connection: Connection;
  readonly document: DocumentStore;
  readonly timeline: TimelineStore;
  readonly frames: FramesStore;
  readonly jobs: JobsStore;
  readonly view: ViewStore;
  readonly program: ProgramStore;
  readonly log: Log;
}

/** Opens, saves and simulates: keeps the host's shot that of the document store, and the frames' states those of the host. */
export class ShotController {
  protected readonly parts: ShotControllerParts;

  constructor(parts: ShotControllerParts) {
    this.parts = parts;
  }

  /** Opens a shot in place of the present one. Throws what the host throws. */
  async open(path: string): Promise<RequestResult<'openShot'>> {
    const { connection, document, timeline } = this.parts;
    const opened = await connection.call('openShot', { path });
    document.load(opened.path, opened.scene);
    const { first, last } = opened.scene.range;
    timeline.setState({
      frame: first,
      playing: false,
      viewFirst: first,
      viewLast: last,
      inFrame: undefined,
      outFrame: undefined,
    });
    return opened;
  }

  /** Makes a shot from a template and opens it. */
  async create(request: RequestInput<'createShot'>): Promise<void> {
    const { path } = await this.parts.connection.call('createShot', request);
    await this.open(path);
  }

  /** Starts a simulation of frames first..last (all where left out) at the chosen quality; frames from `priorityFrame` on come first. */
  async simulate(range?: { first: number; last: number; priorityFrame?: number }): Promise<string> {
    const { connection, document, view } = this.parts;
    const { first, last } = range ?? document.scene!.range;
    const { quality } = view.getState();
    const { jobId } = await connection.call('simulate', { quality, first, last, priorityFrame: range?.priorityFrame });
    return jobId;
  }
}
