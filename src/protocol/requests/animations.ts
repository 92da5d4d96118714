import { z } from 'zod';
import { bytes, path } from './values.ts';

/** A mesh of a file of animated geometry, in the file's unit and axes. */
const animatedObject = z.strictObject({
  name: z.string(),
  vertices: z.int().min(0),
  triangles: z.int().min(0),
  topology: z.enum(['constant', 'changing']),
  /** Velocities are those of the file, or differences of samples. */
  velocities: z.enum(['file', 'samples']),
  samples: z.int().min(1),
  /** Times of the first and the last sample, s. */
  firstTime: z.number(),
  lastTime: z.number(),
  /** Min xyz, max xyz of the samples that were looked at; left out where they are empty. */
  bounds: z.array(z.number()).length(6).optional(),
  /** The first sample has no holes. */
  closed: z.boolean(),
});

/** What a file of animated geometry holds. */
export const animationReport = z.strictObject({
  /** The file as documents refer to it: of a sequence, the first one. */
  path: z.string(),
  format: z.string(),
  application: z.string().optional(),
  /** Frames per second; left out where the samples follow no rate. */
  framesPerSecond: z.number().positive().optional(),
  /** Metres per unit: of the file where that is `known`, else what its size speaks for, as `sentence` says. */
  unit: z.strictObject({ metres: z.number().positive(), known: z.boolean(), sentence: z.string().optional() }),
  upAxis: z.enum(['y', 'z']),
  knowsAxis: z.boolean(),
  /** Names of the animations of the file, where it may hold several. */
  clips: z.array(z.string()),
  /** The meshes. */
  objects: z.array(animatedObject).min(1),
  /** What was passed over, assumed or looks wrong, as sentences. */
  doubts: z.array(z.string()),
});
export type AnimationReport = z.output<typeof animationReport>;

/** Which animation of a file is meant, and how its frames are counted. */
const reading = {
  path,
  /** Name of a mesh of the file. */
  object: z.string().min(1).max(4096).optional(),
  framesPerSecond: z.number().min(1e-3).max(1e4).optional(),
  clip: z.string().min(1).max(1000).optional(),
};

export const animationRequests = {
  /**
   * What a file of animated geometry holds, and one of its meshes (by default that with the most triangles) at up to `most` times spread evenly over its samples, fewer where
   * it is large: for a player. Positions are float32, xyz per vertex, one time after the other, in the file's unit and axes; triangles are uint32, those of all times, or one time after the other
   * where they change (`counts`). Little-endian.
   */
  readAnimation: {
    params: z.strictObject({ ...reading, most: z.int().min(1).max(240).default(48) }),
    result: z.strictObject({
      report: animationReport,
      object: z.string(),
      times: z.array(z.number()).min(1),
      /** Vertices and triangles at each time, where the triangles change. */
      counts: z.array(z.strictObject({ vertices: z.int().min(0), triangles: z.int().min(0) })).optional(),
      triangles: bytes,
      positions: bytes,
    }),
  },
  /** How the document of the open shot refers to a mesh of a file. */
  referAnimation: {
    params: z.strictObject({ ...reading, object: z.string().min(1).max(4096) }),
    result: z.strictObject({ path: z.string(), sha256: z.string() }),
  },
} as const;
