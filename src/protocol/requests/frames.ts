import { z } from 'zod';
import { frameStats } from '../../frames/FrameStats.ts';
import { sliceAxes, sliceFields } from '../../frames/sliceCells.ts';
import { simulationFailure } from '../failure.ts';
import { bytes, frameKey, frameNumber, frames, jobId, quality, takeId } from './values.ts';

/** One entity at a stored frame: that of the shot as it is now, or that of `key`. */
const entityAtFrame = z.strictObject({
  quality,
  frame: frameNumber,
  key: frameKey.optional(),
  take: takeId,
  entity: z.string().max(64),
});

/** What was simulated. */
export const frameRequests = {
  /** Lists frames by name of key, without reading: `stale` frames were made from an earlier state of the shot and can be shown by their `storedKey`. */
  frameStates: {
    params: frames,
    result: z.strictObject({
      states: z.array(
        z.strictObject({
          frame: frameNumber,
          state: z.enum(['missing', 'cached', 'stale']),
          key: frameKey,
          storedKey: frameKey.optional(),
          /** A simulation can go on from here (that of the stored key where it is stale). */
          checkpoint: z.boolean(),
          /** A simulation of the shot as it is now broke down here. */
          failure: simulationFailure.optional(),
        }),
      ),
      /**
       * Simulations of the open shot that have not ended, at any quality, and the first frame at which the document as it is now left what they
       * simulate; left out where it did not.
       */
      runs: z.array(z.strictObject({ jobId, differsFrom: frameNumber.optional() })).default([]),
    }),
  },
  /**
   * The bytes of a stored frame (see `decodeFrame`): that of the shot as it is now, or that of `key`. What follows from stored frames is added as far as it
   * was made: a partial frame has more of it when it is asked for again.
   */
  frame: {
    params: z.strictObject({ quality, frame: frameNumber, key: frameKey.optional(), take: takeId }),
    result: z.strictObject({ frame: frameNumber, key: frameKey, bytes, isPartial: z.literal(true).optional() }),
  },
  /** The bytes of a frame (see `decodeFrame`) that holds what moves as prescribed alone, simulated or not; it is not stored. */
  prescribedFrame: {
    params: z.strictObject({ quality, frame: frameNumber, take: takeId }),
    result: z.strictObject({ bytes }),
  },
  /** What the graphs show, of the frames that are stored; `seconds` where the frame was simulated by this host. */
  frameStats: {
    params: frames,
    result: z.strictObject({
      stats: z.array(
        z.strictObject({ frame: frameNumber, key: frameKey, seconds: z.number().min(0).optional(), stats: frameStats }),
      ),
    }),
  },
  /** Rest shapes, surfaces and how they ride on the volumes (see `decodeStatics`); solids are filled where that was not done before. */
  statics: { params: z.strictObject({ quality, take: takeId }), result: z.strictObject({ bytes }) },
  /**
   * The values of an attribute that statics declare `onRequest`: a number per element of a mesh at a stored frame, as little-endian float32. What follows from
   * the shot beside the frame, as stress does from the material, follows from the shot as it is now.
   */
  attribute: {
    params: entityAtFrame.extend({
      name: z.string().max(256),
    }),
    result: z.strictObject({ unit: z.string(), bytes }),
  },
  /** Unit directions of a solid's fibres at rest in world axes, xyz per element, little-endian float32; empty without fibres. */
  fibres: {
    params: z.strictObject({ quality, take: takeId, entity: z.string().max(64) }),
    result: z.strictObject({ bytes }),
  },
  /** The surface of a liquid at a stored frame (see `decodeLiquidSurface`), made as the shot says now; it is made where that was not done before. */
  liquidSurface: {
    params: entityAtFrame,
    result: z.strictObject({ bytes }),
  },
  /**
   * One layer of a liquid's cells at a stored frame, found anew from it: distances to the surface in m, pressure in Pa, speed in m/s, divergence in 1/s, or
   * kinds of cells. `position`: m along the axis. `kinds`: a byte per cell (see `cellKinds`), `values`: little-endian float32 per cell, the first of
   * the other two axes fastest. `range`: least and greatest number in all of the liquid's cells.
   */
  liquidSlice: {
    params: entityAtFrame.extend({
      field: z.enum(sliceFields),
      axis: z.enum(sliceAxes),
      position: z.number(),
    }),
    result: z.strictObject({
      /** Key of the frame from which it was computed. */
      key: frameKey,
      counts: z.tuple([z.int(), z.int()]),
      /** Edge of a cell and low corner of the whole box, m. */
      cellSize: z.number(),
      origin: z.tuple([z.number(), z.number(), z.number()]),
      range: z.tuple([z.number(), z.number()]),
      /** Ids of the solids that move with the liquid and count as solid. */
      bodies: z.array(z.string().max(64)),
      kinds: bytes,
      values: bytes,
    }),
  },
  /** Disk use of the open shot's cache, bytes. */
  cacheUse: {
    params: z.strictObject({}),
    result: z.strictObject({
      frames: z.number(),
      checkpoints: z.number(),
      checkpointCount: z.int(),
      /** Most bytes of checkpoints. */
      checkpointBudget: z.number(),
      total: z.number(),
      quota: z.number().optional(),
    }),
  },
} as const;
