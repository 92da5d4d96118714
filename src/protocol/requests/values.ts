import { z } from 'zod';
import { isFrameKey } from '../../frames/keys.ts';
import { qualityNames } from '../../scene/Scene.ts';

/** Values that many messages carry. */
export const jobId = z.string().min(1).max(64);
export const frameNumber = z.int().min(-1_000_000).max(10_000_000);
export const frameKey = z.string().refine(isFrameKey, { message: 'not a frame key' });
export const quality = z.enum(qualityNames);
export const path = z.string().min(1).max(4096);
export const empty = z.strictObject({});
export const bytes = z.instanceof(Uint8Array);
/** Id of a take of the open shot; left out, the one that is worked on. */
export const takeId = z.string().min(1).max(64).optional();

/** Seconds that a job may still take. */
export const etaSeconds = z.strictObject({ low: z.number().min(0), high: z.number().min(0) });

/** Most frames that are told of at once. */
const mostFrames = 100_000;
export const frames = z
  .strictObject({ quality, first: frameNumber, last: frameNumber, take: takeId })
  .refine(({ first, last }) => last >= first, { message: 'last is before first', path: ['last'] })
  .refine(({ first, last }) => last - first < mostFrames, {
    message: `more than ${mostFrames} frames`,
    path: ['last'],
  });
