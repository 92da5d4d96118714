import { CoreError } from './errors.ts';

/**
 * Progress reporting and cancellation of a long task. Tasks call `checkCancelled` often enough to react to a cancellation within
 * 100 ms.
 */
export interface JobContext {
  /** Reports `fraction` in [0, 1] of the named stage. */
  progress(stage: string, fraction: number): void;
  /** True once the user has cancelled. */
  cancelled(): boolean;
}

/** A context that reports nothing and is never cancelled. */
export const quietJob: JobContext = { progress: () => undefined, cancelled: () => false };

/** Throws `cancelled` once the user has asked for it. */
export function checkCancelled(job: JobContext): void {
  if (job.cancelled()) throw new CoreError('cancelled', 'cancelled');
}
