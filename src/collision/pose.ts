import { assert } from '../base/errors.ts';
import {
  normalizeQuaternion,
  rotateByQuaternion,
  turnBetween,
  turnQuaternion,
  unrotateByQuaternion,
} from '../math/quaternion.ts';
import type { ColliderPose } from './CollisionBody.ts';

/** Where a rigid collider is at any time, with velocities. Times in seconds. */
export interface PoseCurve {
  evaluate(time: number, out: ColliderPose): void;
}

/** A pose to pass through: translation in metres, rotation as a unit quaternion (x, y, z, w). */
export interface PoseKey {
  readonly time: number;
  readonly translation: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
}

/** At rest at the origin. */
export function createColliderPose(): ColliderPose {
  return {
    rotation: Float64Array.of(0, 0, 0, 1),
    translation: new Float64Array(3),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
}

/** A pose that never changes. */
export function staticPose(translation: ArrayLike<number>, rotation: ArrayLike<number>): PoseCurve {
  return keyedPose([{ time: 0, translation, rotation }]);
}

/**
 * Through the keys with constant velocity and constant angular velocity (slerp, the shorter way) between neighbours, and at
 * rest before the first key and after the last. Velocities are continuous from the right, so over a step that lies between
 * two keys they carry the pose exactly from start to end. Keys ascend in time; turn by less than half a circle
 * between neighbours.
 */
export function keyedPose(keys: readonly PoseKey[]): PoseCurve {
  assert(keys.length > 0, 'a pose curve has a key');
  const segments = keys.map((key, i) => poseSegment(key, keys[i + 1]));
  return {
    evaluate(time, out) {
      let index = 0;
      while (index + 1 < segments.length && time >= segments[index + 1].time) index++;
      const { time: start, translation, rotation, velocity, turnRate, length } = segments[index];
      const elapsed = Math.max(0, time - start);
      const moves = time >= start && length > 0;
      for (let k = 0; k < 3; k++) {
        out.translation[k] = translation[k] + elapsed * velocity[k];
        out.linearVelocity[k] = moves ? velocity[k] : 0;
        out.angularVelocity[k] = moves ? turnRate[k] : 0;
      }
      turnQuaternion(rotation, elapsed * turnRate[0], elapsed * turnRate[1], elapsed * turnRate[2], out.rotation);
    },
  };
}

interface PoseSegment {
  readonly time: number;
  readonly length: number;
  readonly translation: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly turnRate: Float64Array;
}

function poseSegment(key: PoseKey, next: PoseKey | undefined): PoseSegment {
  const translation = Float64Array.from(key.translation);
  const rotation = unitQuaternion(key.rotation);
  const velocity = new Float64Array(3);
  const turnRate = new Float64Array(3);
  const length = next === undefined ? 0 : next.time - key.time;
  if (next !== undefined) {
    assert(length > 0, 'the keys of a pose curve ascend in time', { time: key.time, next: next.time });
    turnBetween(rotation, unitQuaternion(next.rotation), turnRate);
    for (let k = 0; k < 3; k++) {
      velocity[k] = (next.translation[k] - translation[k]) / length;
      turnRate[k] /= length;
    }
  }
  return { time: key.time, length, translation, rotation, velocity, turnRate };
}

function unitQuaternion(values: ArrayLike<number>): Float64Array {
  const q = Float64Array.from(values);
  normalizeQuaternion(q, q);
  return q;
}

/**
 * Replaces the velocities of `end` by those that lead from `start` to `end` in `duration` seconds at constant rates: the mean
 * velocity of the origin and the turn vector between the rotations over the time. A collider that contact sees moving over
 * a step so pushes exactly as far as it goes, whatever its curve does in between. Turns of less than half a circle per step.
 */
export function setFiniteMotion(start: ColliderPose, end: ColliderPose, duration: number): void {
  turnBetween(start.rotation, end.rotation, end.angularVelocity);
  for (let k = 0; k < 3; k++) {
    end.linearVelocity[k] = (end.translation[k] - start.translation[k]) / duration;
    end.angularVelocity[k] /= duration;
  }
}

/** out = R x_local + translation. */
export function worldFromLocal(pose: ColliderPose, local: Float64Array, out: Float64Array): void {
  rotateByQuaternion(pose.rotation, local, out);
  for (let k = 0; k < 3; k++) out[k] += pose.translation[k];
}

/** out = R^T (x_world - translation). */
export function localFromWorld(pose: ColliderPose, world: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 3; k++) out[k] = world[k] - pose.translation[k];
  unrotateByQuaternion(pose.rotation, out, out);
}

/** out = v + omega x (x_world - translation): velocity (m/s) of the collider's material at a world point. */
export function velocityAt(pose: ColliderPose, world: Float64Array, out: Float64Array): void {
  const { translation: t, linearVelocity: v, angularVelocity: w } = pose;
  const x = world[0] - t[0];
  const y = world[1] - t[1];
  const z = world[2] - t[2];
  out[0] = v[0] + w[1] * z - w[2] * y;
  out[1] = v[1] + w[2] * x - w[0] * z;
  out[2] = v[2] + w[0] * y - w[1] * x;
}
