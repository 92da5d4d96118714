import type { LoadedShot } from '../io/shotFile.ts';
import type { JobResult } from '../protocol/notifications.ts';
import type { RequestParams } from '../protocol/requests.ts';
import type { WireError } from '../protocol/wireError.ts';
import type { FrameOutcome } from './simulateShot.ts';

/** Word 0 of the memory that host and job share: what the job should do. */
export const JobControl = { run: 0, pause: 1, cancel: 2 } as const;

export type JobTask =
  | ({ readonly kind: 'simulate' } & RequestParams<'simulate'>)
  | ({ readonly kind: 'export' } & RequestParams<'exportShot'>)
  | ({ readonly kind: 'statics' } & RequestParams<'statics'>);

/** What the thread of a job is started with. */
export interface JobSetup {
  readonly control: Int32Array;
  readonly shot: LoadedShot;
  readonly cacheFolder: string;
  readonly quotaBytes: number | undefined;
  readonly backend: string;
  readonly threads: number;
  readonly task: JobTask;
}

/** What the thread of a job says. `ended` is the last. */
export type JobMessage =
  | { readonly kind: 'progress'; readonly stage: string; readonly fraction: number }
  | { readonly kind: 'frame'; readonly outcome: FrameOutcome }
  /** It stands still between two frames, or goes on again. */
  | { readonly kind: 'paused' | 'resumed' }
  | { readonly kind: 'ended'; readonly error: WireError }
  | { readonly kind: 'ended'; readonly error?: undefined; readonly result: JobResult | StaticsResult };

export interface StaticsResult {
  readonly kind: 'statics';
  readonly bytes: Uint8Array<ArrayBuffer>;
}
