import { CoreError } from '../../src/base/errors.ts';
import type { JobKind, JobState } from '../../src/protocol/requests.ts';
import type { JobResult, NotificationName, NotificationParams } from '../../src/protocol/notifications.ts';
import { fromWireError, type WireError } from '../../src/protocol/wireError.ts';
import type { JobInfo, JobsStore } from '../state/jobsStore.ts';

type JobNotification = { [N in JobNotificationName]: readonly [N, NotificationParams<N>] }[JobNotificationName];
type JobNotificationName = Extract<NotificationName, 'jobProgress' | 'frameDone' | 'jobEnded'>;

export interface TrackedRange {
  readonly first: number;
  readonly last: number;
  /** All of the shot's range. */
  readonly whole?: boolean;
}

/** Notifications of jobs that nobody tracks yet: the answer that names a job and its first notification may cross. */
const MOST_EARLY = 200;

/** Keeps `JobsStore` what the host says of its jobs, and gives each job's end as a promise. */
export class JobTracker {
  private readonly jobs: JobsStore;
  private readonly ends = new Map<string, { resolve(result: JobResult): void; reject(error: CoreError): void }>();
  private early: JobNotification[] = [];

  constructor(jobs: JobsStore) {
    this.jobs = jobs;
  }

  /** Starts to follow a job, of which `known` is known. The promise resolves with what it gave; it rejects with why it failed, or `cancelled`. */
  track(jobId: string, kind: JobKind, range?: TrackedRange, known: Partial<JobInfo> = {}): Promise<JobResult> {
    const job: JobInfo = {
      jobId,
      kind,
      state: 'queued',
      stage: '',
      fraction: 0,
      etaSeconds: undefined,
      first: range?.first,
      last: range?.last,
      whole: range?.whole === true,
      quality: undefined,
      take: undefined,
      framesDone: 0,
      hasComputed: false,
      lastFrame: undefined,
      lastKey: undefined,
      resumedFrom: undefined,
      differsFrom: undefined,
      error: undefined,
      result: undefined,
      ...known,
    };
    this.jobs.setState(({ jobs, simulation }) => ({
      jobs: new Map([...[...jobs].filter(([, old]) => old.kind !== kind || isRunning(old)), [jobId, job]]),
      simulation: kind === 'simulate' ? jobId : simulation,
    }));
    const end = new Promise<JobResult>((resolve, reject) => this.ends.set(jobId, { resolve, reject }));
    // Whoever starts a job need not wait for it.
    end.catch(() => undefined);
    const waiting = this.early.filter(([, params]) => params.jobId === jobId);
    this.early = this.early.filter(([, params]) => params.jobId !== jobId);
    for (const notification of waiting) this.receive(notification);
    return end;
  }

  /** Takes a notification. False where its job is not known (yet): it is kept for `track`. */
  receive(notification: JobNotification): boolean {
    const [name, params] = notification;
    const job = this.jobs.getState().jobs.get(params.jobId);
    if (job === undefined) {
      this.early = [...this.early, notification].slice(-MOST_EARLY);
      return false;
    }
    if (name === 'jobProgress') this.progress(job, params);
    else if (name === 'frameDone') this.change(job, withFrame(job, params));
    else this.end(job, params);
    return true;
  }

  /** What was asked of the job, before the host says that it is so. */
  expect(jobId: string, state: JobState): void {
    const job = this.jobs.getState().jobs.get(jobId);
    if (job !== undefined && isRunning(job)) this.change(job, { state });
  }

  /** The document left what a job simulates at this frame; undefined: it has not. */
  differs(jobId: string, differsFrom: number | undefined): void {
    const job = this.jobs.getState().jobs.get(jobId);
    if (job !== undefined && job.differsFrom !== differsFrom) this.change(job, { differsFrom });
  }

  /** The host is gone: whatever ran has failed. */
  loseAll(reason: string): void {
    this.early = [];
    const error = lost(reason);
    for (const job of this.jobs.getState().jobs.values()) {
      if (isRunning(job)) this.end(job, { jobId: job.jobId, outcome: 'failed', error });
    }
  }

  /** Knows of a simulation that ended with the page that had started it. */
  interrupted(range: TrackedRange): void {
    const jobId = 'interrupted';
    void this.track(jobId, 'simulate', range).catch(() => undefined);
    this.receive(['jobEnded', { jobId, outcome: 'failed', error: lost('the window was closed or reloaded') }]);
  }

  /** Another shot: its jobs are none of ours. */
  clear(): void {
    this.early = [];
    for (const end of this.ends.values()) end.reject(new CoreError('cancelled', 'the shot was closed'));
    this.ends.clear();
    this.jobs.setState({ jobs: new Map(), simulation: undefined, failure: undefined, dismissed: new Set() });
  }

  private progress(job: JobInfo, params: NotificationParams<'jobProgress'>): void {
    const { stage, fraction, etaSeconds, resumedFrom } = params;
    this.change(job, {
      state: job.state === 'queued' ? 'running' : job.state,
      stage,
      fraction,
      etaSeconds,
      resumedFrom,
    });
  }

  private end(job: JobInfo, { outcome, error, result }: NotificationParams<'jobEnded'>): void {
    this.change(job, { state: outcome, error, result, etaSeconds: undefined });
    const end = this.ends.get(job.jobId);
    this.ends.delete(job.jobId);
    if (end === undefined) return;
    if (outcome === 'done' && result !== undefined) end.resolve(result);
    else if (error !== undefined) end.reject(fromWireError(error));
    else end.reject(new CoreError('cancelled', 'the job was cancelled'));
  }

  private change(job: JobInfo, change: Partial<JobInfo>): void {
    this.jobs.setState(({ jobs }) => {
      const present = jobs.get(job.jobId);
      return present === undefined ? {} : { jobs: new Map(jobs).set(job.jobId, { ...present, ...change }) };
    });
  }
}

function lost(message: string): WireError {
  return { code: 'internal', message, remedy: 'Finished frames are kept: Resume continues from them.' };
}

/** Queued, running or paused: not ended. */
export function isRunning({ state }: Pick<JobInfo, 'state'>): boolean {
  return state !== 'done' && state !== 'cancelled' && state !== 'failed';
}

function withFrame(job: JobInfo, { frame, key, cached }: NotificationParams<'frameDone'>): Partial<JobInfo> {
  const wanted = job.first === undefined || job.last === undefined || (frame >= job.first && frame <= job.last);
  return {
    state: job.state === 'queued' ? 'running' : job.state,
    framesDone: job.framesDone + (wanted ? 1 : 0),
    // The first frame of all is set up, not computed.
    hasComputed: job.hasComputed || (!cached && (frame !== job.first || job.resumedFrom !== undefined)),
    lastFrame: frame,
    lastKey: key,
  };
}
