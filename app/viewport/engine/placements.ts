import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import { evaluate } from '../../../src/scene/curves.ts';
import { eulerQuaternion } from '../../../src/scene/poses.ts';
import {
  isBody,
  isShaped,
  type BodyEntity,
  type Entity,
  type Scene,
  type ShapedEntity,
} from '../../../src/scene/Scene.ts';

type Collider = Extract<Entity, { kind: 'collider' }>;
type Pin = Extract<Entity, { kind: 'pin' }>;

/** Euler angles about x, then y, then z in world axes, as documents have them: R = Rz Ry Rx. */
export const EULER_ORDER = 'ZYX';
const scratch = new Float64Array(4);

/** Where a solid or a cloth starts. */
export function solidMatrix({ transform }: Pick<BodyEntity, 'transform'>, out = new Matrix4()): Matrix4 {
  const { position, rotation, scale } = transform;
  const turn = new Quaternion().setFromEuler(new Euler(rotation[0], rotation[1], rotation[2], EULER_ORDER));
  return out.compose(new Vector3(...position), turn, new Vector3(...scale));
}

/** Pose of a keyed transform at a frame. */
export function keyedMatrix(transform: Collider['transform'], frame: number, out = new Matrix4()): Matrix4 {
  const [x, y, z] = transform.position.map((curve) => evaluate(curve, frame));
  const [a, b, c] = transform.rotation.map((curve) => evaluate(curve, frame));
  eulerQuaternion(a, b, c, scratch);
  return out.compose(new Vector3(x, y, z), new Quaternion(...scratch), new Vector3(1, 1, 1));
}

/** Motion of a pin's vertices from where they stand at the first frame: R (x - pivot) + pivot + position. */
export function pinMatrix({ motion, pivot }: Pin, frame: number): Matrix4 {
  const away = new Matrix4().makeTranslation(-pivot[0], -pivot[1], -pivot[2]);
  const back = new Matrix4().makeTranslation(pivot[0], pivot[1], pivot[2]);
  const pose = keyedMatrix(motion, frame);
  const translation = new Vector3().setFromMatrixPosition(pose);
  const turn = pose.clone().setPosition(0, 0, 0);
  return new Matrix4().makeTranslation(translation).multiply(back).multiply(turn).multiply(away);
}

/** The solid or the cloth of this id. */
export function bodyOf(scene: Pick<Scene, 'entities'> | undefined, id: string): BodyEntity | undefined {
  const found = scene?.entities.find((entity) => entity.id === id);
  return found !== undefined && isBody(found) ? found : undefined;
}

/** The collider or the region of this id. */
export function shapedOf(scene: Pick<Scene, 'entities'> | undefined, id: string): ShapedEntity | undefined {
  const found = scene?.entities.find((entity) => entity.id === id);
  return found !== undefined && isShaped(found) ? found : undefined;
}

export function entityOf<K extends Entity['kind']>(
  scene: Pick<Scene, 'entities'> | undefined,
  id: string,
  kind: K,
): Extract<Entity, { kind: K }> | undefined {
  const found = scene?.entities.find((entity) => entity.id === id);
  return found?.kind === kind ? (found as Extract<Entity, { kind: K }>) : undefined;
}
