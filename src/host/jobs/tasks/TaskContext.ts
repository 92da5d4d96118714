import type { JobContext } from '../../../base/job.ts';
import type { JobMessage } from '../jobMessages.ts';

/** What a task may use in its thread. */
export interface TaskContext {
  readonly job: JobContext;
  readonly post: (message: JobMessage) => void;
  /** Most bytes of a shot's cache. */
  readonly quotaBytes: number | undefined;
  readonly backend: string;
  readonly threads: number;
}
