import { z } from 'zod';
import { sceneSchema } from '../../scene/Scene.ts';
import { jobStates } from './jobs.ts';
import { empty, etaSeconds, frameKey, frameNumber, jobId, path, quality, takeId } from './values.ts';

/** The shot as the host has it: defaults filled in, mesh files hashed as they are on the disk. */
const shotState = z.strictObject({
  scene: sceneSchema,
  /** Sentences. */
  warnings: z.array(z.string()),
  /**
   * Entities whose mesh file is not there: they keep their last known hash, and nothing can be simulated until they are located. `refusal`:
   * why a file may not or cannot be read, whether it is there or not.
   */
  missing: z.array(
    z.strictObject({
      entity: z.string(),
      path: z.string(),
      refusal: z.strictObject({ message: z.string(), remedy: z.string().optional() }).optional(),
    }),
  ),
});

/** A simulation that has not ended. */
export const runningSimulation = z.strictObject({
  jobId,
  quality,
  /** Take of the shot as it was simulated. */
  take: z.string().max(64),
  first: frameNumber,
  last: frameNumber,
  /** Wanted frames that are there. */
  framesDone: z.int().min(0),
  /** The checkpoint that it went on from; left out, it began at the first frame or has not begun. */
  resumedFrom: frameNumber.optional(),
  state: z.enum(jobStates),
  stage: z.string(),
  fraction: z.number().min(0).max(1),
  etaSeconds: etaSeconds.optional(),
});
export type RunningSimulation = z.output<typeof runningSimulation>;

/** The document of a connection, from opening to saving. */
export const shotRequests = {
  /**
   * Reads a shot and makes it that of the connection; the one before is closed. `recovered` holds the edits of a session that ended without
   * saving them: the journal's document, when it differs from the file.
   */
  openShot: {
    params: z.strictObject({ path }),
    result: shotState.extend({
      /** Absolute. */
      path: z.string(),
      cacheFolder: z.string(),
      /** Simulations of this shot that go on: it was open here before. */
      running: z.array(runningSimulation).default([]),
      recovered: z.strictObject({ scene: sceneSchema, savedSecondsAgo: z.number().min(0) }).optional(),
    }),
  },
  /** Makes a shot from a registered template and writes it; an existing file is never replaced. Open it next. */
  createShot: {
    params: z.strictObject({
      template: z.string().max(64),
      params: z.record(z.string(), z.json()).default({}),
      /** Path of the copy; left out, a new name in the workspace. */
      path: path.optional(),
      name: z.string().max(200).optional(),
      /** The artist's mesh, for templates that are about one. */
      mesh: z
        .strictObject({
          path,
          metresPerUnit: z.number().positive().max(1e9).default(1),
          upAxis: z.enum(['y', 'z']).default('y'),
        })
        .optional(),
    }),
    result: z.strictObject({ path: z.string(), warnings: z.array(z.string()) }),
  },
  /** Cancels the shot's jobs and answers when they have ended. */
  closeShot: { params: empty, result: empty },
  /**
   * The edited document. Jobs that were asked for before go on with theirs. The edit is journaled within a second; the shot's file
   * is not written.
   */
  applyScene: { params: z.strictObject({ scene: z.unknown() }), result: shotState },
  /**
   * Writes the document as applied to its file and forgets the journal. With `path`, the shot moves on under that name, with the frames
   * of its cache; `collect` copies the mesh files beside it and refers to the copies.
   */
  saveShot: {
    params: z.strictObject({
      path: path.optional(),
      replace: z.boolean().default(false),
      collect: z.boolean().default(false),
    }),
    result: shotState.extend({ path: z.string(), cacheFolder: z.string() }),
  },
  /** Forgets the journal of the open shot: the recovered edits are not wanted. */
  discardRecovery: { params: empty, result: empty },
  /** Why frames are stale: the first frame at which the shot left what was simulated, and the first input that differs there. */
  whyStale: {
    params: z.strictObject({ quality, frame: frameNumber, take: takeId }),
    result: z.strictObject({
      stale: z
        .strictObject({
          first: frameNumber,
          last: frameNumber,
          /** First input that differs; left out where the old inputs are no longer stored. */
          difference: z
            .strictObject({
              /** `entities.torus.material.density`. */
              path: z.string(),
              stored: z.json().optional(),
              wanted: z.json().optional(),
              /** Inputs that agree. */
              matching: z.int().min(0),
            })
            .optional(),
          storedKey: frameKey,
          wantedKey: frameKey,
          /** The checkpoint that a simulation from `first` would start at; left out, it starts at the first frame. */
          resumeFrom: frameNumber.optional(),
        })
        .optional(),
    }),
  },
} as const;
