import { z } from 'zod';
import { isFrameKey } from '../frames/keys.ts';
import { qualityNames, sceneSchema } from '../scene/Scene.ts';

export const jobId = z.string().min(1).max(64);
export const frameNumber = z.int().min(-1_000_000).max(10_000_000);
export const frameKey = z.string().refine(isFrameKey, { message: 'not a frame key' });
const quality = z.enum(qualityNames);
const path = z.string().min(1).max(4096);
const empty = z.strictObject({});
const bytes = z.instanceof(Uint8Array);

/** Seconds that a job may still take. */
export const etaSeconds = z.strictObject({ low: z.number().min(0), high: z.number().min(0) });

/** Most frames whose states are told at once. */
const mostFrames = 100_000;
const frames = z
  .strictObject({ quality, first: frameNumber, last: frameNumber })
  .refine(({ first, last }) => last >= first, { message: 'last is before first', path: ['last'] })
  .refine(({ first, last }) => last - first < mostFrames, {
    message: `more than ${mostFrames} frames`,
    path: ['last'],
  });

export const jobStates = [
  'queued',
  'running',
  'pausing',
  'paused',
  'cancelling',
  'done',
  'cancelled',
  'failed',
] as const;
export const jobKinds = ['simulate', 'export'] as const;

/** The shot as the host has it: defaults filled in, mesh files hashed as they are on the disk. */
const shotState = z.strictObject({
  scene: sceneSchema,
  /** Sentences. */
  warnings: z.array(z.string()),
});

/** Everything that a client may ask of the simulation host. A new request is one entry here and its handler in the host. */
export const requests = {
  /** The first request of a connection: the host answers no other before it. */
  hello: {
    params: z.strictObject({ version: z.int(), client: z.string().max(100) }),
    result: z.strictObject({ version: z.int(), host: z.string(), backend: z.string() }),
  },
  /** Reads a shot and makes it that of the connection; the one before is closed. */
  openShot: { params: z.strictObject({ path }), result: shotState.extend({ cacheFolder: z.string() }) },
  /** Cancels the shot's jobs and answers when they have ended. */
  closeShot: { params: empty, result: empty },
  /** The edited document. Jobs that were asked for before go on with theirs; nothing is written to the shot's file. */
  applyScene: { params: z.strictObject({ scene: z.unknown() }), result: shotState },
  /**
   * Makes the frames first..last of the shot as it is now. Frames from `priorityFrame` on come first where a checkpoint allows it.
   * Jobs run one after the other in the order of their requests.
   */
  simulate: {
    params: z.strictObject({
      quality,
      first: frameNumber,
      last: frameNumber,
      priorityFrame: frameNumber.optional(),
    }),
    result: z.strictObject({ jobId }),
  },
  /** Writes cached frames to a file for other programs, in the axes and unit of a registered preset. */
  exportShot: {
    params: z.strictObject({
      quality,
      format: z.string().max(64),
      params: z.unknown(),
      preset: z.string().max(64),
      path,
      first: frameNumber,
      last: frameNumber,
      framesPerSecond: z.number().min(0.001).max(100_000).optional(),
      withColliders: z.boolean(),
    }),
    result: z.strictObject({ jobId }),
  },
  /** Answers at once; `jobEnded` follows within a substep. Finished frames are kept. A job that has ended stays as it is. */
  cancelJob: { params: z.strictObject({ jobId }), result: empty },
  /** The job finishes its running frame and waits. */
  pauseJob: { params: z.strictObject({ jobId }), result: empty },
  resumeJob: { params: z.strictObject({ jobId }), result: empty },
  jobStatus: {
    params: z.strictObject({ jobId }),
    result: z.strictObject({
      jobId,
      kind: z.enum(jobKinds),
      state: z.enum(jobStates),
      stage: z.string(),
      fraction: z.number().min(0).max(1),
      etaSeconds: etaSeconds.optional(),
    }),
  },
  /** By name of key, without reading: `stale` frames were made from an earlier state of the shot and can be shown by their `storedKey`. */
  frameStates: {
    params: frames,
    result: z.strictObject({
      states: z.array(
        z.strictObject({
          frame: frameNumber,
          state: z.enum(['missing', 'cached', 'stale']),
          key: frameKey,
          storedKey: frameKey.optional(),
        }),
      ),
    }),
  },
  /** The bytes of a stored frame (see `decodeFrame`): that of the shot as it is now, or that of `key`. */
  frame: {
    params: z.strictObject({ quality, frame: frameNumber, key: frameKey.optional() }),
    result: z.strictObject({ frame: frameNumber, key: frameKey, bytes }),
  },
  /** Rest shapes, surfaces and how they ride on the volumes (see `decodeStatics`); solids are filled where that was not done before. */
  statics: { params: z.strictObject({ quality }), result: z.strictObject({ bytes }) },
} as const satisfies Record<string, { readonly params: z.ZodType; readonly result: z.ZodType }>;

export type RequestName = keyof typeof requests;
/** As a client writes them. */
export type RequestInput<N extends RequestName> = z.input<(typeof requests)[N]['params']>;
/** As they arrive, validated. */
export type RequestParams<N extends RequestName> = z.output<(typeof requests)[N]['params']>;
export type RequestResult<N extends RequestName> = z.output<(typeof requests)[N]['result']>;

export type JobState = (typeof jobStates)[number];
export type JobKind = (typeof jobKinds)[number];

export function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(requests, name);
}
