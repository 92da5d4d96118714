import type { AnswerResult, AnswerTask, JobMessage } from '../jobs/jobMessages.ts';
import type { SampleShelf } from './SampleShelf.ts';
import type { ShelvedSample } from './shelvedSample.ts';

/** Frames of every sample that are made before any is made whole: what is seen while the rest is made. */
const BEGINNING = 24;
/** Frames that are made at a time. */
const CHUNK = 12;
/** Bytes that the shelf may take. */
const MOST_BYTES = 400e6;

export interface SampleMakerParts {
  readonly shelf: SampleShelf;
  /** Does a task in a thread that stands back. */
  run(
    task: AnswerTask,
    signal: AbortSignal,
    receive: (message: Exclude<JobMessage, { kind: 'ended' }>) => void,
  ): Promise<AnswerResult>;
  /** Called when a sample has come further. */
  tell(type: string, state: ShelvedSample, working: boolean): void;
}

/**
 * Makes the frames of samples while nobody waits for anything else: one chunk at a time, the beginnings of all first, in the order in which they are looked
 * at. It ends within a substep when it is told to stop; whatever was made stays.
 */
export class SampleMaker {
  private readonly parts: SampleMakerParts;
  private order: readonly string[] = [];
  private readonly failed = new Set<string>();
  private running: { readonly type: string; readonly abort: AbortController } | undefined;
  private working: Promise<void> | undefined;

  constructor(parts: SampleMakerParts) {
    this.parts = parts;
  }

  /** The samples that are wanted, the first most. What is being made goes on unless another is wanted more; none: it stops. */
  want(order: readonly string[]): void {
    this.order = order;
    if (this.running !== undefined && this.running.type !== order[0]) this.running.abort.abort();
    if (order.length > 0)
      this.working ??= this.work().then(
        () => (this.working = undefined),
        // A shelf that cannot be read or written leaves samples to be simulated when they are opened.
        () => (this.working = undefined),
      );
  }

  stop(): void {
    this.want([]);
  }

  /** Stops, and resolves once nothing runs. */
  async close(): Promise<void> {
    this.stop();
    await this.working;
  }

  private async work(): Promise<void> {
    await this.parts.shelf.removeForeign();
    for (let next = await this.next(); next !== undefined; next = await this.next()) await this.make(next);
  }

  /** What is to be made now, and how many of its frames. */
  private async next(): Promise<{ type: string; wanted: number } | undefined> {
    if (this.order.length === 0 || (await this.parts.shelf.bytes()) > MOST_BYTES) return undefined;
    for (const beginning of [true, false]) {
      for (const type of this.order) {
        if (this.failed.has(type) || this.parts.shelf.folderOf(type) === undefined) continue;
        const { cached = 0, frames = Infinity } = (await this.parts.shelf.state(type)) ?? {};
        const enough = Math.min(frames, beginning ? BEGINNING : Infinity);
        if (cached < enough) return { type, wanted: Math.min(enough, cached + CHUNK) };
      }
    }
    return undefined;
  }

  private async make({ type, wanted }: { readonly type: string; readonly wanted: number }): Promise<void> {
    const { shelf, run, tell } = this.parts;
    const abort = new AbortController();
    this.running = { type, abort };
    try {
      await shelf.unpack(type);
      const before = await shelf.state(type);
      let made = 0;
      const task = { kind: 'sample' as const, type, folder: shelf.folderOf(type)!, wanted };
      const result = await run(task, abort.signal, (message) => {
        if (message.kind !== 'frame' || before === undefined || message.outcome.cached) return;
        made += 1;
        tell(type, { ...before, cached: before.cached + made }, true);
      });
      if (result.kind === 'sampled') {
        tell(type, result.state, false);
        // One that comes no further would be tried for ever.
        if (result.state.cached < wanted && !abort.signal.aborted) this.failed.add(type);
      }
    } catch {
      if (!abort.signal.aborted) this.failed.add(type);
    } finally {
      this.running = undefined;
    }
  }
}
