import { CoreError } from './errors.ts';

/**
 * What a long task may use to say how far it is and to learn that it should stop. Tasks call `checkCancelled` often enough
 * to answer within 100 ms.
 */
export interface JobContext {
  /** `fraction` in [0, 1] of the stage that `stage` names. */
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
