import { CoreError } from '../../../src/base/errors.ts';
import type { JobResult } from '../../../src/protocol/notifications.ts';
import type { JobKind } from '../../../src/protocol/requests.ts';

export interface LatestJobParts {
  /** Follows a job to its end, as `ShotController.runJob`. */
  run(kind: JobKind, started: Promise<{ jobId: string }>): Promise<JobResult>;
  cancel(jobId: string): Promise<unknown>;
}

/** Runs jobs of which only the newest counts: starting another one, or cancelling, ends the one before. */
export class LatestJob {
  private readonly parts: LatestJobParts;
  private generation = 0;
  private present: Promise<{ jobId: string }> | undefined;

  constructor(parts: LatestJobParts) {
    this.parts = parts;
  }

  /** Resolves with what the job gave, or undefined where another took its place. Rejects with why it failed. */
  async start(kind: JobKind, request: () => Promise<{ jobId: string }>): Promise<JobResult | undefined> {
    this.cancel();
    const { generation } = this;
    const started = request();
    this.present = started;
    try {
      const result = await this.parts.run(kind, started);
      return generation === this.generation ? result : undefined;
    } catch (error) {
      if (generation !== this.generation) return undefined;
      throw error;
    } finally {
      if (this.present === started) this.present = undefined;
    }
  }

  /** Ends the job that runs; its promise resolves with undefined. */
  cancel(): void {
    this.generation++;
    const { present } = this;
    this.present = undefined;
    if (present === undefined) return;
    // It may have ended, or never have begun: either way it is over.
    present.then(({ jobId }) => this.parts.cancel(jobId)).catch(() => undefined);
  }
}

/** Whether something ended because somebody wanted it to. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CoreError && error.code === 'cancelled';
}
