import { Matrix4, Quaternion, Vector3 } from 'three';
import { evaluate } from '../../../src/scene/curves.ts';
import type { KeyableVector } from '../../../src/scene/keyable.ts';
import { eulerQuaternion } from '../../../src/scene/poses.ts';
import type { Entity, Scene } from '../../../src/scene/Scene.ts';

/** Euler angles about x, then y, then z in world axes, as documents have them: R = Rz Ry Rx. */
export const EULER_ORDER = 'ZYX';
const scratch = new Float64Array(4);

interface Transform {
  readonly position: Readonly<KeyableVector>;
  readonly rotation: Readonly<KeyableVector>;
  readonly scale?: readonly [number, number, number];
}

/** Pose of a transform at a frame. */
export function transformMatrix({ position, rotation, scale = UNIT }: Transform, frame: number): Matrix4 {
  const [x, y, z] = position.map((curve) => evaluate(curve, frame));
  const [a, b, c] = rotation.map((curve) => evaluate(curve, frame));
  eulerQuaternion(a, b, c, scratch);
  return new Matrix4().compose(new Vector3(x, y, z), new Quaternion(...scratch), new Vector3(...scale));
}

const UNIT = [1, 1, 1] as const;

/** Returns the placement of an entity at a frame by its own transform; undefined where it has none. */
export function placementOf(entity: Entity, frame: number): Matrix4 | undefined {
  return 'transform' in entity ? transformMatrix(entity.transform, frame) : undefined;
}

/** Motion of vertices from where they stand at the first frame, about a pivot: R (x - pivot) + pivot + position. */
export function pivotedMatrix(
  { motion, pivot }: { readonly motion: Transform; readonly pivot: readonly [number, number, number] },
  frame: number,
): Matrix4 {
  const away = new Matrix4().makeTranslation(-pivot[0], -pivot[1], -pivot[2]);
  const back = new Matrix4().makeTranslation(pivot[0], pivot[1], pivot[2]);
  const pose = transformMatrix(motion, frame);
  const translation = new Vector3().setFromMatrixPosition(pose);
  const turn = pose.clone().setPosition(0, 0, 0);
  return new Matrix4().makeTranslation(translation).multiply(back).multiply(turn).multiply(away);
}

/** The entity of this id. */
export function entityOf(scene: Pick<Scene, 'entities'> | undefined, id: string | undefined): Entity | undefined {
  return scene?.entities.find((entity) => entity.id === id);
}
