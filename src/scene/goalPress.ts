import { evaluate } from './curves.ts';
import type { KeyedTransform } from './properties/common.ts';
import type { Keyable } from './keyable.ts';
import type { EntityOf, Obstacle } from './Kinds.ts';

/** Pose of a collider: m, and radians of Rz Ry Rx. */
export interface PressPose {
  readonly position: readonly number[];
  readonly rotation: readonly number[];
}

/** What presses a solid to its goal. */
export interface GoalPress {
  /** The collider that presses, with its poses on the way, and those that stand still, with one pose each. */
  readonly colliders: readonly { readonly id: string; readonly poses: readonly PressPose[] }[];
  /** Reach as a share of the solid's size. */
  readonly reach: number;
}

/** Steps that the way of a collider is divided into: one that passes through a body within one of them is missed. */
const STEPS = 32;

/**
 * The press of a solid whose goal is made by one: the named collider moves as keyed from the first frame to that of the goal, and all other enabled colliders of the
 * shot are obstacles that stay as at the first frame. Undefined for other solids.
 */
export function pressOf(
  solid: EntityOf<'solid'>,
  firstFrame: number,
  obstacles: readonly Obstacle[],
): GoalPress | undefined {
  const shape = solid.plasticity?.goal?.shape;
  if (shape?.kind !== 'pressed') return undefined;
  const colliders = obstacles
    .filter(({ id, enabled }) => enabled || id === shape.collider)
    .map(({ id, transform }) => {
      const last = id === shape.collider ? shape.frame : firstFrame;
      return { id, poses: posesTo(transform, firstFrame, last) };
    });
  return { colliders, reach: shape.reach };
}

/** Returns the poses of a collider from one frame to another; one where it does not move. */
function posesTo({ position, rotation }: KeyedTransform, from: number, to: number): PressPose[] {
  const poses = Array.from({ length: STEPS + 1 }, (_, k) => {
    const at = (curve: Keyable) => evaluate(curve, from + (k / STEPS) * (to - from));
    return { position: position.map(at), rotation: rotation.map(at) };
  });
  const text = poses.map((pose) => JSON.stringify(pose));
  return text.some((pose) => pose !== text[0]) ? poses : poses.slice(0, 1);
}
