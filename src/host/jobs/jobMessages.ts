import type { LoadedShot } from '../../io/locateMeshes.ts';
import type { JobResult } from '../../protocol/notifications.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import type { WireError } from '../../protocol/wireError.ts';
import type { CreateShotRequest } from '../shot/createShot.ts';
import type { GoalRequest } from '../meshJobs/previewGoal.ts';
import type { PreviewRequest } from '../meshJobs/previewMesh.ts';
import type { ShelvedSample } from '../samples/shelvedSample.ts';
import type { FrameOutcome } from '../simulation/SimulateRequest.ts';

/** Word 0 of the memory that host and job share: what the job should do. */
export const JobControl = { run: 0, pause: 1, cancel: 2 } as const;

/** The shot that a task is about: a copy of the document as it was when the task was asked for, and its cache. */
export interface TaskShot {
  readonly shot: LoadedShot;
  readonly cacheFolder: string;
}

/** What a client sees as a job. A new kind is one line here, one in `lanes` of `JobQueue.ts` and one in `tasks` of `runTask.ts`. */
export type JobTask =
  | ({ readonly kind: 'simulate' } & RequestParams<'simulate'> & TaskShot)
  | ({ readonly kind: 'export' } & RequestParams<'exportShot'> & TaskShot)
  | ({ readonly kind: 'inspect' } & RequestParams<'inspectMesh'>)
  | ({ readonly kind: 'repair' } & RequestParams<'repairMesh'>)
  | ({ readonly kind: 'mesh' } & PreviewRequest)
  | ({ readonly kind: 'goal' } & GoalRequest);

/** What a client gets as bytes that answer a request, though a thread is needed for them. */
export type BytesTask =
  | ({ readonly kind: 'statics' } & RequestParams<'statics'> & TaskShot)
  | ({ readonly kind: 'prescribed' } & Omit<RequestParams<'prescribedFrame'>, 'take'> & TaskShot)
  | ({ readonly kind: 'fibres' } & RequestParams<'fibres'> & TaskShot)
  | ({ readonly kind: 'surface'; readonly key: string } & RequestParams<'liquidSurface'> & TaskShot)
  | ({ readonly kind: 'cells'; readonly key: string } & Omit<RequestParams<'liquidSurface'>, 'take'> & TaskShot);

/** What is done in a thread though it is no job of the client. */
export type AnswerTask =
  | BytesTask
  | ({ readonly kind: 'exportSize' } & RequestParams<'exportSize'> & TaskShot)
  | ({ readonly kind: 'readAnimation' } & RequestParams<'readAnimation'>)
  | { readonly kind: 'createShot'; readonly request: CreateShotRequest }
  /** Whitewater of the frames that are stored, up to `frame` first. */
  | ({ readonly kind: 'whitewater' } & Omit<RequestParams<'frame'>, 'take' | 'key'> & TaskShot)
  /** Frames of a sample in its folder of the shelf, until there are `wanted`. */
  | { readonly kind: 'sample'; readonly type: string; readonly folder: string; readonly wanted: number };

export type Task = JobTask | AnswerTask;
export type TaskOf<K extends Task['kind']> = Extract<Task, { kind: K }>;

/** What goes on beside an artist's work, in threads of lower priority; for the others a panel waits. */
export const patientTasks: ReadonlySet<Task['kind']> = new Set<Task['kind']>(['simulate', 'export', 'sample']);

/** What the thread of a task is started with. */
export interface TaskSetup {
  readonly control: Int32Array;
  readonly quotaBytes: number | undefined;
  readonly backend: string;
  readonly threads: number;
  readonly task: Task;
}

/** The answer of a `BytesTask`. */
export interface BytesResult {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface CreatedResult {
  readonly kind: 'created';
  /** Sentences: what is doubtful about the mesh. */
  readonly warnings: readonly string[];
}

export interface SizeResult {
  readonly kind: 'size';
  readonly bytes: number;
}

/** What the task made is in the cache. */
export interface StoredResult {
  readonly kind: 'stored';
}

export interface SampledResult {
  readonly kind: 'sampled';
  readonly state: ShelvedSample;
}

export interface AnimationResult {
  readonly kind: 'animation';
  readonly read: RequestResult<'readAnimation'>;
}

export type AnswerResult = BytesResult | CreatedResult | SizeResult | StoredResult | SampledResult | AnimationResult;
export type TaskResult = JobResult | AnswerResult;

/** What the thread of a task says. `ended` is the last; `waits`: the thread can do another task. */
export type JobMessage =
  | { readonly kind: 'progress'; readonly stage: string; readonly fraction: number }
  | { readonly kind: 'frame'; readonly outcome: FrameOutcome }
  /** A simulation goes on from the checkpoint of this frame. */
  | { readonly kind: 'from'; readonly frame: number }
  /** It stands still between two frames, or goes on again. */
  | { readonly kind: 'paused' | 'resumed' }
  | { readonly kind: 'ended'; readonly error: WireError; readonly waits?: undefined }
  | { readonly kind: 'ended'; readonly error?: undefined; readonly result: TaskResult; readonly waits?: boolean };
