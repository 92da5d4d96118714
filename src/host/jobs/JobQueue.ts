import { CoreError } from '../../base/errors.ts';
import type { JobKind } from '../../protocol/requests.ts';
import type { Job, StartWorker } from './Job.ts';
import { Sequence } from './Sequence.ts';

/** Ended jobs whose status can still be asked for. */
const REMEMBERED = 100;
/** Jobs that may wait: each holds a copy of the document. */
const MOST_WAITING = 50;

/** Jobs of one lane run one after the other; lanes do not wait for each other. */
const lanes: Record<JobKind, 'solver' | 'files' | 'meshes'> = {
  simulate: 'solver',
  export: 'files',
  inspect: 'meshes',
  repair: 'meshes',
  mesh: 'meshes',
  goal: 'meshes',
};

/** The jobs of a connection: one of each lane runs, the others wait in the order of their requests. */
export class JobQueue {
  private readonly start: StartWorker;
  private readonly jobs = new Map<string, Job>();
  private readonly work = { solver: new Sequence(), files: new Sequence(), meshes: new Sequence() };

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
    const lane = this.work[lanes[job.kind]];
    void lane.run(() => job.run(this.start)).then(() => this.forgetOldest());
  }

  /** Throws `usage` for an id that is none. */
  get(id: string): Job {
    const job = this.jobs.get(id);
    if (job !== undefined) return job;
    throw new CoreError('usage', `there is no job '${id}'`, { remedy: 'It may have ended long ago.' });
  }

  /** Jobs that have not ended, in the order of their requests. */
  unfinished(): Job[] {
    return [...this.jobs.values()].filter(({ ended }) => !ended);
  }

  /** Resolves when all jobs asked for so far have ended. */
  async idle(): Promise<void> {
    await Promise.all(Object.values(this.work).map((lane) => lane.idle()));
  }

  /** Cancels all jobs and waits until they have ended. */
  async cancelAll(): Promise<void> {
    for (const job of this.jobs.values()) job.cancel();
    await this.idle();
  }

  private forgetOldest(): void {
    for (const [id, job] of this.jobs) {
      if (this.jobs.size <= REMEMBERED) return;
      if (job.ended) this.jobs.delete(id);
    }
  }
}
