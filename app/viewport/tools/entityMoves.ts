import type { Quaternion } from 'three';
import { Euler, MathUtils, Vector3, type Object3D } from 'three';
import type { Draft } from 'immer';
import { evaluate } from '../../../src/scene/curves.ts';
import type { KeyableVector } from '../../../src/scene/keyable.ts';
import { isShaped, type Entity } from '../../../src/scene/Scene.ts';
import { withValueAt } from '../../document/keyEdits.ts';
import { EULER_ORDER } from '../engine/placements.ts';

type Triple = [number, number, number];

export type GizmoMode = 'move' | 'rotate' | 'scale';

/** Digits kept of what a drag gives, so that documents stay readable: micrometres and microradians. */
const DIGITS = 6;

/** What a gizmo can do with an entity; empty where it has no place. */
export function gizmoModes(entity: Entity): readonly GizmoMode[] {
  switch (entity.kind) {
    case 'solid':
    case 'cloth':
      return ['move', 'rotate', 'scale'];
    case 'collider':
    case 'region':
      return ['move', 'rotate'];
    case 'liquid':
      return ['move', 'scale'];
    case 'pin':
      return entity.selection.kind === 'sphere' || entity.selection.kind === 'box' ? ['move', 'scale'] : [];
    case 'camera':
      return ['move'];
    default:
      return [];
  }
}

/** Puts an object where the entity's gizmo belongs at a frame. */
export function placeGizmo(entity: Entity, frame: number, object: Object3D): void {
  object.quaternion.identity();
  object.scale.set(1, 1, 1);
  if (entity.kind === 'solid' || entity.kind === 'cloth') {
    object.position.set(...entity.transform.position);
    object.quaternion.setFromEuler(new Euler(...entity.transform.rotation, EULER_ORDER));
    object.scale.set(...entity.transform.scale);
  } else if (isShaped(entity)) {
    object.position.copy(vectorAt(entity.transform.position, frame));
    const { x, y, z } = vectorAt(entity.transform.rotation, frame);
    object.quaternion.setFromEuler(new Euler(x, y, z, EULER_ORDER));
  } else if (entity.kind === 'liquid') {
    object.position.set(...entity.domain.centre);
    object.scale.set(...entity.domain.size);
  } else if (entity.kind === 'pin') placePin(entity, object);
  else if (entity.kind === 'camera') object.position.copy(vectorAt(entity.position, frame));
}

function placePin({ selection }: Extract<Entity, { kind: 'pin' }>, object: Object3D): void {
  if (selection.kind === 'sphere') {
    object.position.set(...selection.centre);
    object.scale.setScalar(Math.max(selection.radius, 1e-6));
  } else if (selection.kind === 'box') {
    object.position
      .set(...selection.min)
      .add(new Vector3(...selection.max))
      .multiplyScalar(0.5);
    object.scale.set(...selection.max).sub(new Vector3(...selection.min));
  }
}

/** Writes the place of the gizmo into the entity: into the curves' keys at the frame where it is animated; with `autoKey`, keys are begun. */
export function applyGizmo(
  entity: Draft<Entity>,
  mode: GizmoMode,
  frame: number,
  object: Object3D,
  autoKey = false,
): void {
  if (entity.kind === 'solid' || entity.kind === 'cloth') {
    const { transform } = entity;
    if (mode === 'move') transform.position = rounded(object.position);
    else if (mode === 'rotate') transform.rotation = eulerNear(object.quaternion, transform.rotation);
    else transform.scale = rounded(object.scale).map((value) => Math.max(value, 1e-6)) as [number, number, number];
  } else if (isShaped(entity)) {
    const { transform } = entity;
    if (mode === 'move') setAt(transform.position, frame, rounded(object.position), autoKey);
    else if (mode === 'rotate') {
      const before = vectorAt(transform.rotation, frame).toArray();
      setAt(transform.rotation, frame, eulerNear(object.quaternion, before), autoKey);
    }
  } else if (entity.kind === 'liquid') {
    entity.domain.centre = rounded(object.position);
    if (mode === 'scale') entity.domain.size = rounded(object.scale).map((size) => Math.max(size, 1e-4)) as Triple;
  } else if (entity.kind === 'pin') applyPin(entity, mode, object);
  else if (entity.kind === 'camera') setAt(entity.position, frame, rounded(object.position), autoKey);
}

function applyPin(entity: Draft<Extract<Entity, { kind: 'pin' }>>, mode: GizmoMode, object: Object3D): void {
  const { selection } = entity;
  if (selection.kind === 'sphere') {
    if (mode === 'move') selection.centre = rounded(object.position);
    // Any handle changes the radius: by the axis that was pulled most.
    else selection.radius = pulledMost(object.scale, selection.radius);
  } else if (selection.kind === 'box') {
    const half = object.scale.clone().multiplyScalar(0.5);
    selection.min = rounded(object.position.clone().sub(half));
    selection.max = rounded(object.position.clone().add(half));
  }
}

function pulledMost({ x, y, z }: Vector3, before: number): number {
  const pulled = [x, y, z].reduce(
    (most, value) => (Math.abs(value - before) > Math.abs(most - before) ? value : most),
    before,
  );
  return round(Math.max(pulled, 0));
}

function vectorAt(vector: Readonly<KeyableVector>, frame: number): Vector3 {
  return new Vector3(...vector.map((curve) => evaluate(curve, frame)));
}

function setAt(
  vector: KeyableVector,
  frame: number,
  values: readonly [number, number, number],
  autoKey: boolean,
): void {
  for (let k = 0; k < 3; k++) {
    // Components that did not move get no key.
    if (Math.abs(evaluate(vector[k], frame) - values[k]) > 10 ** -DIGITS)
      vector[k] = withValueAt(vector[k], frame, values[k], autoKey);
  }
}

/** Euler angles of a rotation that are nearest to those before: keyed turns may pass a full circle. */
export function eulerNear(rotation: Quaternion, before: readonly number[]): [number, number, number] {
  const first = new Euler().setFromQuaternion(rotation, EULER_ORDER);
  // Every rotation has two sets of angles.
  const candidates = [
    [first.x, first.y, first.z],
    [first.x + Math.PI, Math.PI - first.y, first.z + Math.PI],
  ].map((angles) => angles.map((angle, k) => before[k] + wrapped(angle - before[k])));
  const distance = (angles: readonly number[]): number =>
    angles.reduce((sum, angle, k) => sum + Math.abs(angle - before[k]), 0);
  const [a, b] = candidates;
  return (distance(b) < distance(a) - 1e-9 ? b : a).map(round) as [number, number, number];
}

/** In [-pi, pi). */
function wrapped(angle: number): number {
  return MathUtils.euclideanModulo(angle + Math.PI, 2 * Math.PI) - Math.PI;
}

function rounded({ x, y, z }: Vector3): [number, number, number] {
  return [round(x), round(y), round(z)];
}

function round(value: number): number {
  return Number(value.toFixed(DIGITS));
}
