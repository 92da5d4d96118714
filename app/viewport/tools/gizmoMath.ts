import { Euler, MathUtils, Vector3, type Quaternion } from 'three';
import { evaluate } from '../../../src/scene/curves.ts';
import type { KeyableVector } from '../../../src/scene/keyable.ts';
import type { Entity } from '../../../src/scene/Scene.ts';
import { withValueAt } from '../../document/keyEdits.ts';
import type { KindGizmo } from '../../entities/ViewportKind.ts';
import { EULER_ORDER } from '../engine/placements.ts';

export type Triple = [number, number, number];

/** Digits kept of what a drag gives, so that documents stay readable: micrometres and microradians. */
const DIGITS = 6;

type Placed = Extract<Entity, { transform: { scale: unknown } }>;
type Keyed = Exclude<Extract<Entity, { transform: unknown }>, Placed>;

/** Handles of what starts at a place of its own. */
export const placementGizmo: KindGizmo<Placed['kind']> = {
  modes: () => ['move', 'rotate', 'scale'],
  place({ transform }, _frame, object) {
    object.position.set(...transform.position);
    object.quaternion.setFromEuler(new Euler(...transform.rotation, EULER_ORDER));
    object.scale.set(...transform.scale);
  },
  apply({ transform }, mode, _frame, object) {
    if (mode === 'move') transform.position = rounded(object.position);
    else if (mode === 'rotate') transform.rotation = eulerNear(object.quaternion, transform.rotation);
    else transform.scale = rounded(object.scale).map((value) => Math.max(value, 1e-6)) as Triple;
  },
};

/** Handles of what moves as it is keyed. */
export const keyedGizmo: KindGizmo<Keyed['kind']> = {
  modes: () => ['move', 'rotate'],
  place({ transform }, frame, object) {
    object.position.copy(vectorAt(transform.position, frame));
    const { x, y, z } = vectorAt(transform.rotation, frame);
    object.quaternion.setFromEuler(new Euler(x, y, z, EULER_ORDER));
  },
  apply({ transform }, mode, frame, object, autoKey) {
    if (mode === 'move') setAt(transform.position, frame, rounded(object.position), autoKey);
    else if (mode === 'rotate') {
      const before = vectorAt(transform.rotation, frame).toArray();
      setAt(transform.rotation, frame, eulerNear(object.quaternion, before), autoKey);
    }
  },
};

export function vectorAt(vector: Readonly<KeyableVector>, frame: number): Vector3 {
  return new Vector3(...vector.map((curve) => evaluate(curve, frame)));
}

export function setAt(
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
export function eulerNear(rotation: Quaternion, before: readonly number[]): Triple {
  const first = new Euler().setFromQuaternion(rotation, EULER_ORDER);
  // Every rotation has two sets of angles.
  const candidates = [
    [first.x, first.y, first.z],
    [first.x + Math.PI, Math.PI - first.y, first.z + Math.PI],
  ].map((angles) => angles.map((angle, k) => before[k] + wrapped(angle - before[k])));
  const distance = (angles: readonly number[]): number =>
    angles.reduce((sum, angle, k) => sum + Math.abs(angle - before[k]), 0);
  const [a, b] = candidates;
  return (distance(b) < distance(a) - 1e-9 ? b : a).map(round) as Triple;
}

/** Returns the angle in [-pi, pi), rad. */
function wrapped(angle: number): number {
  return MathUtils.euclideanModulo(angle + Math.PI, 2 * Math.PI) - Math.PI;
}

export function rounded({ x, y, z }: Vector3): Triple {
  return [round(x), round(y), round(z)];
}

export function round(value: number): number {
  return Number(value.toFixed(DIGITS));
}
