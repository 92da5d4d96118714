import { CoreError } from '../../base/errors.ts';
import type { TaskOf } from '../jobs/jobMessages.ts';

export interface WhitewaterMakerParts {
  /** Makes whitewater in a thread. Throws `cancelled` once the signal is given. */
  run(task: TaskOf<'whitewater'>, signal: AbortSignal): Promise<unknown>;
  /** Tells why there is none. */
  tell(message: string): void;
}

/** Has the whitewater of stored frames made while the artist goes on: by one set of settings at a time. */
export class WhitewaterMaker {
  private readonly parts: WhitewaterMakerParts;
  private running:
    | { readonly name: string; readonly abort: AbortController; readonly ended: Promise<void> }
    | undefined;
  /** Settings by which it could not be made. */
  private failed: string | undefined;

  constructor(parts: WhitewaterMakerParts) {
    this.parts = parts;
  }

  /** Begins unless it is under way; what is under way by other settings is given up. Returns false where it failed by these settings before. */
  want(name: string, prepare: () => Promise<TaskOf<'whitewater'>>): boolean {
    if (this.failed === name) return false;
    const { running } = this;
    if (running?.name === name) return true;
    running?.abort.abort();
    const abort = new AbortController();
    const ended = this.make(name, prepare, running?.ended, abort.signal).finally(() => {
      if (this.running?.abort === abort) this.running = undefined;
    });
    this.running = { name, abort, ended };
    return true;
  }

  /** Gives up what is under way, and waits for its end. */
  async stop(): Promise<void> {
    this.failed = undefined;
    this.running?.abort.abort();
    await this.running?.ended;
  }

  private async make(
    name: string,
    prepare: () => Promise<TaskOf<'whitewater'>>,
    before: Promise<void> | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    await before;
    if (signal.aborted) return;
    try {
      await this.parts.run(await prepare(), signal);
    } catch (error) {
      if (signal.aborted) return;
      this.failed = name;
      const reason = error instanceof CoreError ? error.describe() : String(error);
      this.parts.tell(`whitewater could not be made: ${reason}`);
    }
  }
}
