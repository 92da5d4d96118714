import { createStore } from 'zustand/vanilla';
import type { JobKind, JobState } from '../../src/protocol/requests.ts';
import type { JobResult } from '../../src/protocol/notifications.ts';
import type { WireError } from '../../src/protocol/wireError.ts';

export interface JobInfo {
  readonly jobId: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly stage: string;
  readonly fraction: number;
  readonly etaSeconds: { readonly low: number; readonly high: number } | undefined;
  /** Frames it was asked for and made, for simulations. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly framesDone: number;
  /** The last frame that was made. */
  readonly lastFrame: number | undefined;
  readonly error: WireError | undefined;
  readonly result: JobResult | undefined;
}

export interface JobsState {
  /** By id, in the order of their start; ended ones stay until the next of their kind starts. */
  readonly jobs: ReadonlyMap<string, JobInfo>;
  /** The simulation that runs or ran last. */
  readonly simulation: string | undefined;
}

export type JobsStore = ReturnType<typeof createJobsStore>;

export function createJobsStore() {
  return createStore<JobsState>(() => ({ jobs: new Map(), simulation: undefined }));
}
