import { z } from 'zod';
import { checkUnits } from '../base/exportCheck.ts';
import { frameStats } from '../frames/FrameStats.ts';
import { goalPreview, meshPreview, meshReport } from './requests/meshes.ts';
import { sampleState } from './requests/samples.ts';
import { etaSeconds, frameKey, frameNumber, jobId } from './requests/values.ts';
import { wireError } from './wireError.ts';

/** One line of the hand-off report, with the numbers behind it (see `CheckMeasure`). */
const exportCheck = z.strictObject({
  name: z.string(),
  passed: z.boolean(),
  detail: z.string(),
  measured: z
    .strictObject({
      count: z.number(),
      largest: z.number().optional(),
      limit: z.number(),
      unit: z.enum(checkUnits),
      frame: frameNumber.optional(),
      object: z.string().optional(),
      point: z.int().optional(),
      byFrame: z
        .array(z.tuple([frameNumber, z.number()]).readonly())
        .max(1000)
        .readonly()
        .optional(),
    })
    .optional(),
});

/** What a job gave. */
export const jobResult = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('simulate'),
    /** Frames made and stored, those before the wanted ones included. */
    simulated: z.int().min(0),
    /** Wanted frames that were there. */
    cached: z.int().min(0),
  }),
  z.strictObject({
    kind: z.literal('export'),
    files: z.array(z.string()),
    bytes: z.number().min(0),
    checks: z.array(exportCheck),
    /** Box over all frames in target units: min xyz, max xyz. */
    bounds: z.array(z.number()),
    /** What the files were made from. */
    source: z.strictObject({
      objects: z.array(z.string()),
      first: frameNumber,
      last: frameNumber,
      framesPerSecond: z.number(),
      /** Its name. */
      take: z.string(),
      quality: z.string(),
      seed: z.int(),
      solverVersion: z.int(),
      /** Key of the last frame: it stands for everything that this frame and those before it depend on. */
      frameKey,
      /** The noted numbers of the last frame, a line per entity. */
      notes: z.array(z.string()),
    }),
    /** Hash of each file, in their order. */
    sha256: z.array(z.string()),
    /** What is broken in the exported frames, a line each. */
    warnings: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('inspect'), report: meshReport }),
  z.strictObject({ kind: z.literal('repair'), report: meshReport }),
  z.strictObject({ kind: z.literal('mesh'), preview: meshPreview }),
  z.strictObject({ kind: z.literal('goal'), preview: goalPreview }),
]);
export type JobResult = z.output<typeof jobResult>;

/** Everything that the host says unasked. */
export const notifications = {
  /** `fraction` of the stage; `etaSeconds` of the job, from its last 20 frames; `resumedFrom`: the checkpoint that a simulation went on from. */
  jobProgress: z.strictObject({
    jobId,
    stage: z.string(),
    fraction: z.number().min(0).max(1),
    etaSeconds: etaSeconds.optional(),
    resumedFrom: frameNumber.optional(),
  }),
  /** A frame is in the cache under `key`; it was before where `cached`. */
  frameDone: z.strictObject({
    jobId,
    frame: frameNumber,
    key: frameKey,
    /** Hash of the frame's content. */
    sha256: z.string(),
    cached: z.boolean(),
    /** A simulation can go on from it. */
    checkpoint: z.boolean().default(false),
    /** Wall-clock time of its simulation; 0 where cached. */
    seconds: z.number().min(0),
    stats: frameStats,
  }),
  /** The last word on a job. `error` where it failed, `result` where it is done. */
  jobEnded: z.strictObject({
    jobId,
    outcome: z.enum(['done', 'cancelled', 'failed']),
    error: wireError.optional(),
    result: jobResult.optional(),
  }),
  /** Frames left the cache (quota) or came into it by another program: ask for the states again. */
  framesChanged: z.strictObject({}),
  /** The frames of a sample have come further. */
  sampleChanged: sampleState,
  /** A sentence for the log. */
  warning: z.strictObject({ message: z.string() }),
} as const satisfies Record<string, z.ZodType>;

export type NotificationName = keyof typeof notifications;
export type NotificationParams<N extends NotificationName> = z.output<(typeof notifications)[N]>;

export function isNotificationName(name: string): name is NotificationName {
  return Object.hasOwn(notifications, name);
}
