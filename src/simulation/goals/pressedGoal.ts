import { CoreError } from '../../base/errors.ts';
import type { ColliderShape } from '../../collision/CollisionBody.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { stepBox } from '../../plasticity/GoalShape.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { obstaclesOf } from '../../scene/capabilities.ts';
import { pressOf, type PressPose } from '../../scene/goalPress.ts';
import { createPose, eulerQuaternion } from '../../scene/poses.ts';
import type { Scene } from '../../scene/Scene.ts';
import { inverse, movePoints, ORIGIN, type Frame } from '../attachment/rigidPoints.ts';
import { StaticPress } from './StaticPress.ts';

/**
 * Returns the positions of the vertices of a solid's volume, in the volume's frame (m), in a goal that colliders press it to; undefined for other goals. They are those at rest where no collider
 * reaches it.
 */
export function pressedGoal(
  solid: Solid,
  scene: Scene,
  volume: VolumeMesh,
  shapeOf: (collider: string) => ColliderShape,
): Float64Array | undefined {
  const press = pressOf(solid, scene.range.first, obstaclesOf(scene.entities));
  if (press === undefined) return undefined;
  const own = volume.mesh.positions;
  const placed = frameOf(solid.transform);
  const size = 2 * Math.max(...stepBox(own).half);
  const pressers = press.colliders.map(({ id, poses }) => {
    return { shape: shapeOf(id), poses: poses.map((pose) => ({ ...createPose(), ...frameOf(pose) })) };
  });
  const body = new StaticPress(volume, moved(own, placed), pressers, { reach: press.reach * size, size });
  return body.press() ? moved(body.positions, inverse(placed)) : own.slice();
}

/** The error of a solid whose goal is the imprint of a disabled collider. */
export function noPresser(solid: string, collider: string): never {
  throw new CoreError('document-invalid', `its goal is the imprint of '${collider}', which is disabled`, {
    place: `solid '${solid}'`,
    remedy: 'Enable the collider, or choose another goal.',
  });
}

function frameOf({ position, rotation }: PressPose): Frame {
  const quaternion = new Float64Array(4);
  eulerQuaternion(rotation[0], rotation[1], rotation[2], quaternion);
  return { rotation: quaternion, translation: Float64Array.from(position) };
}

function moved(points: Float64Array, frame: Frame): Float64Array {
  const out = new Float64Array(points.length);
  movePoints(points, ORIGIN, frame, out);
  return out;
}
