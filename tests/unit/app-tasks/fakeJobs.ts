import { CoreError } from '../../../src/base/errors.ts';
import type { JobResult } from '../../../src/protocol/notifications.ts';
import { LatestJob } from '../../../app/tasks/shapes/LatestJob.ts';

interface Ending {
  resolve(result: JobResult): void;
  reject(error: unknown): void;
}

/** Jobs that end when the test says so. */
export class FakeJobs {
  readonly cancelled: string[] = [];
  readonly endings = new Map<string, Ending>();
  readonly calls: { readonly name: string; readonly params: unknown }[] = [];
  readonly latest = new LatestJob({
    run: async (_kind, started) => {
      const { jobId } = await started;
      return new Promise((resolve, reject) => this.endings.set(jobId, { resolve, reject }));
    },
    cancel: (jobId) => {
      this.cancelled.push(jobId);
      this.endings.get(jobId)?.reject(new CoreError('cancelled', 'the job was cancelled'));
      return Promise.resolve();
    },
  });
  private next = 1;

  /** Answers as `Connection.call` does: every request starts a job. */
  readonly call = (name: string, params: unknown): Promise<never> => {
    this.calls.push({ name, params });
    return Promise.resolve({ jobId: `job-${this.next++}` } as never);
  };
}

/** Lets promises that are ready go on. */
export async function settle(): Promise<void> {
  for (let k = 0; k < 20; k++) await Promise.resolve();
}
