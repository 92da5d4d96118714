import { z } from 'zod';
import { empty, etaSeconds, frameNumber, jobId, path, quality, takeId } from './values.ts';

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
export const jobKinds = ['simulate', 'export', 'inspect', 'repair', 'mesh', 'goal'] as const;

/** What is exported, and how. */
const exported = {
  quality,
  format: z.string().max(64),
  params: z.unknown(),
  preset: z.string().max(64),
  first: frameNumber,
  last: frameNumber,
  framesPerSecond: z.number().min(0.001).max(100_000).optional(),
  withColliders: z.boolean(),
  take: takeId,
};

/** What runs in the background. Jobs about meshes have a lane of their own and never wait for a simulation. */
export const jobRequests = {
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
      take: takeId,
    }),
    result: z.strictObject({ jobId }),
  },
  /** Writes cached frames to a file for other programs, in the axes and unit of a registered preset. */
  exportShot: {
    params: z.strictObject({ ...exported, path }),
    result: z.strictObject({ jobId }),
  },
  /** What `exportShot` would write, bytes, about: some frames are written to find out. Throws as it does. */
  exportSize: { params: z.strictObject(exported), result: z.strictObject({ bytes: z.number().min(0) }) },
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
} as const;
