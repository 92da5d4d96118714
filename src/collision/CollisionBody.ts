import type { z } from 'zod';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';

/**
 * A solid shape in its own frame, as a signed distance in metres: negative inside, positive outside. Near the surface it is
 * a true distance; further away it may be a lower bound of the same sign.
 *
 * Points (x, y, z) and results (nx, ny, nz, d) are passed in arrays, which must differ: contact calls these methods of many
 * different shapes for every vertex in every substep, and numbers that are passed to or returned from such megamorphic calls
 * are allocated on the heap.
 */
export interface ColliderShape {
  /** Writes the signed distance of `point` to out[DISTANCE]; leaves the rest of `out` unchanged. */
  signedDistance(point: Float64Array, out: Float64Array): void;
  /** Writes the unit direction of steepest ascent at `point` (outward), then the signed distance. */
  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void;
  /**
   * Bounding box, min xyz and max xyz, infinite where unbounded: all points with signed distance <= m are inside the box expanded
   * by m.
   */
  readonly bounds: Float64Array;
  /** Whether signed distances may change by more than the way gone, as sampled ones do, and those whose sign comes from a surface that may cross itself. */
  readonly uneven?: boolean;
  /** The segment that a ball or a capsule lies around; left out for other shapes. */
  readonly core?: RoundCore;
  /** Returns triangles for display and export, in the shape's frame; unbounded shapes return a large finite piece. */
  display(): { readonly positions: Float64Array; readonly triangles: Uint32Array };
}

/** All points within `radius` (m) of the segment from -`halfLength` to `halfLength` (m) along y: a ball where that is 0. */
export interface RoundCore {
  readonly radius: number;
  readonly halfLength: number;
}

/** Pose of a collider at one time: x_world = rotation * x_local + translation; velocities in world axes. */
export interface ColliderPose {
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  readonly translation: Float64Array;
  /** Linear velocity of the frame's origin, m/s. */
  readonly linearVelocity: Float64Array;
  /** Angular velocity, rad/s. */
  readonly angularVelocity: Float64Array;
}

/** Registered by adding a file to `shapes/` that default-exports one. */
export interface ColliderShapeDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  create(params: Params): ColliderShape;
}

export const colliderShapes = new Registry<ColliderShapeDefinition>(
  'collider shape',
  defaultExports<ColliderShapeDefinition>(import.meta.glob('./shapes/*.ts', { eager: true })),
);
