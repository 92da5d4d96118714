import { z } from 'zod';

/** How far the frames of a sample are made; a note beside them. */
export const shelvedSample = z.strictObject({
  /** Frames of the shot. */
  frames: z.int().min(1),
  /** Those that are there, from the first on. */
  cached: z.int().min(0),
  /** Wall-clock time of making frames on this machine, s, and how many were made in it. */
  seconds: z.number().min(0),
  made: z.int().min(0),
});
export type ShelvedSample = z.output<typeof shelvedSample>;
