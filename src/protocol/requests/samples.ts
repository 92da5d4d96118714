import { z } from 'zod';
import { empty } from './values.ts';

const template = z.string().min(1).max(100);

/** How far the draft frames of a sample are made. */
export const sampleState = z.strictObject({
  template,
  /** Frames of the shot. */
  frames: z.int().min(1),
  /** Number of frames that are cached, from the first on. */
  cached: z.int().min(0),
  /** Wall-clock time of making frames on this machine, s, and how many were made in it. */
  seconds: z.number().min(0),
  made: z.int().min(0),
  /** Its frames are being made. */
  working: z.boolean(),
});
export type SampleState = z.output<typeof sampleState>;

/** Sample shots. */
export const sampleRequests = {
  /** Lists the samples of which any frames are cached. */
  sampleStates: { params: empty, result: z.strictObject({ samples: z.array(sampleState) }) },
  /**
   * Makes frames of samples in the background, those looked at first; with none it stops. It stops by itself when a sample is opened or a
   * simulation is asked for. Told by `sampleChanged`.
   */
  prepareSamples: { params: z.strictObject({ order: z.array(template).max(200) }), result: empty },
  /** The sample as a shot of the workspace, with the frames that are there. */
  openSample: {
    params: z.strictObject({ template, name: z.string().max(200) }),
    result: z.strictObject({ path: z.string() }),
  },
} as const;
