import type { z } from 'zod';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';

/**
 * A solid shape in its own frame, as a signed distance: negative inside, positive outside, metres. Near the surface it is
 * a true distance; further away it may be a lower bound of the same sign.
 *
 * Points (x, y, z) come in and answers (nx, ny, nz, d) go out through arrays, which may not be the same one: contact asks many
 * different shapes for every vertex in every substep, and numbers that are passed to or returned from such calls
 * would be allocated one by one.
 */
export interface ColliderShape {
  /** out[DISTANCE] = signed distance of `point`; the rest of `out` is left alone. */
  signedDistance(point: Float64Array, out: Float64Array): void;
  /** out = unit outward direction of steepest ascent at `point`, then the signed distance. */
  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void;
  /**
   * Box of the solid, min xyz and max xyz, infinite where unbounded: all points with signed distance <= m lie in it when it is
   * grown by m.
   */
  readonly bounds: Float64Array;
  /** Triangles for display and export, in the shape's frame; unbounded shapes give a large finite piece. */
  display(): { readonly positions: Float64Array; readonly triangles: Uint32Array };
}

/** Pose of a collider at one time: x_world = rotation * x_local + translation; velocities in world axes. */
export interface ColliderPose {
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  readonly translation: Float64Array;
  /** m/s, of the frame's origin. */
  readonly linearVelocity: Float64Array;
  /** rad/s. */
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
