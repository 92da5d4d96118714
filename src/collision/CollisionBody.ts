import type { z } from 'zod';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';

/**
 * A solid shape in its own frame, as a signed distance: negative inside, positive outside, metres. Near the surface it is
 * a true distance; further away it may be a lower bound of the same sign.
 */
export interface ColliderShape {
  signedDistance(x: number, y: number, z: number): number;
  /** out = unit outward direction of steepest ascent; returns the signed distance. */
  signedDistanceAndNormal(x: number, y: number, z: number, out: Float64Array): number;
  /** Box that holds all points with signedDistance <= margin: min xyz, max xyz; infinite where unbounded. */
  bounds(margin: number, out: Float64Array): void;
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
