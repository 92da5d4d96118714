import { createStore } from 'zustand/vanilla';
import type { JobKind, JobState } from '../../src/protocol/requests.ts';
import type { JobResult } from '../../src/protocol/notifications.ts';
import type { SimulationFailure } from '../../src/base/failure.ts';
import type { QualityName } from '../../src/scene/Scene.ts';
import type { WireError } from '../../src/protocol/wireError.ts';

export interface JobInfo {
  readonly jobId: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly stage: string;
  readonly fraction: number;
  readonly etaSeconds: { readonly low: number; readonly high: number } | undefined;
  /** Frames it was asked for, for simulations; `whole`: those were all of the shot's range. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly whole: boolean;
  /** The quality and take that a simulation makes. */
  readonly quality: QualityName | undefined;
  readonly take: string | undefined;
  /** Wanted frames that are there. */
  readonly framesDone: number;
  /** It has computed a frame beyond the one that is set up: an edit now would cost work. */
  readonly hasComputed: boolean;
  /** The last frame that was told of, and its key. */
  readonly lastFrame: number | undefined;
  readonly lastKey: string | undefined;
  /** The checkpoint that it went on from. */
  readonly resumedFrom: number | undefined;
  /** The first frame at which the document, edited since, is no longer what it simulates. */
  readonly differsFrom: number | undefined;
  readonly error: WireError | undefined;
  readonly result: JobResult | undefined;
}

export interface JobsState {
  /** Jobs by id, in the order of their start; ended ones stay until the next of their kind starts. */
  readonly jobs: ReadonlyMap<string, JobInfo>;
  /** The simulation that runs or ran last. */
  readonly simulation: string | undefined;
  /** The failure of the last simulation that had one: the shot may have been edited since. */
  readonly failure: KnownFailure | undefined;
  /** Keys of failed frames and ids of broken jobs of which the artist wants to hear no more. */
  readonly dismissed: ReadonlySet<string>;
}

/** Why a frame failed, kept until that frame is there or the artist dismisses it. */
export interface KnownFailure {
  readonly failure: SimulationFailure;
  /** Key of the frame as it failed. */
  readonly key: string;
}

export type JobsStore = ReturnType<typeof createJobsStore>;

export function createJobsStore() {
  return createStore<JobsState>(() => ({
    jobs: new Map(),
    simulation: undefined,
    failure: undefined,
    dismissed: new Set(),
  }));
}
