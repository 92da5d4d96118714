import { CoreError } from '../base/errors.ts';
import type { Job, StartWorker } from './Job.ts';

/** Ended jobs whose status can still be asked for. */
const REMEMBERED = 100;
/** Jobs that may wait: each holds a copy of the document. */
const MOST_WAITING = 50;

/** The jobs of a connection: one runs, the others wait in the order of their requests. */
export class JobQueue {
  private readonly start: StartWorker;
  private readonly jobs = new Map<string, Job>();
  /** Ends when the last job has. */
  private last: Promise<void> = Promise.resolve();

  constructor(start: StartWorker) {
    this.start = start;
  }

  /** Throws `limit-exceeded` when too many wait. */
  add(job: Job): void {
    const waiting = [...this.jobs.values()].filter(({ state }) => state === 'queued').length;
    if (waiting >= MOST_WAITING) {
      throw new CoreError('limit-exceeded', `${waiting} jobs are waiting`, { remedy: 'Cancel some, or wait.' });
    }
    this.jobs.set(job.id, job);
    this.last = this.last.then(() => job.run(this.start)).then(() => this.forgetOldest());
  }

  /** Throws `usage` for an id that is none. */
  get(id: string): Job {
    const job = this.jobs.get(id);
    if (job !== undefined) return job;
    throw new CoreError('usage', `there is no job '${id}'`, { remedy: 'It may have ended long ago.' });
  }

  /** Cancels all jobs and waits until they have ended. */
  async cancelAll(): Promise<void> {
    for (const job of this.jobs.values()) job.cancel();
    await this.last;
  }

  private forgetOldest(): void {
    for (const [id, job] of this.jobs) {
      if (this.jobs.size <= REMEMBERED) return;
      if (job.ended) this.jobs.delete(id);
    }
  }
}
