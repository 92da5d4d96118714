import type { ColliderShape } from '../../collision/CollisionBody.ts';
import { DISTANCE } from '../../collision/distances.ts';
import type { KeyedCollider } from '../keyed/KeyedCollider.ts';

/** x_local = R^T (x - translation). */
export interface Frame {
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  readonly translation: Float64Array;
}

export const ORIGIN = [0, 0, 0];
/** Time of the first frame, s. */
const START = 0;

/**
 * Moves points with a collider from the first frame on: points = C(t) C(0)^-1 points at time t (s), with C the collider's pose. To be made
 * while the inputs stand at the first interval.
 */
export function carriedPoints(collider: KeyedCollider): (time: number, points: Float64Array) => void {
  const back = inverse(collider.poseAt(START));
  return (time, points) => {
    movePoints(points, ORIGIN, back, points);
    movePoints(points, ORIGIN, collider.poseAt(time), points);
  };
}

/** What has a shape, and a pose at times in s: a collider, or a rigid body where it begins. */
interface PlacedParent {
  readonly shape: ColliderShape;
  poseAt(time: number): Frame;
}

/** Distances of points from a collider or a rigid body at the first frame, m: negative inside. */
export function distancesFromShape(collider: PlacedParent, points: Float64Array): Float64Array {
  const local = new Float64Array(points.length);
  movePoints(points, ORIGIN, inverse(collider.poseAt(START)), local);
  const point = new Float64Array(3);
  const answer = new Float64Array(4);
  return Float64Array.from({ length: points.length / 3 }, (_, i) => {
    point.set(local.subarray(3 * i, 3 * i + 3));
    collider.shape.signedDistance(point, answer);
    return answer[DISTANCE];
  });
}

/** The motion that takes a pose back. */
export function inverse({ rotation: [x, y, z, w], translation }: Frame): Frame {
  const rotation = Float64Array.of(-x, -y, -z, w);
  const moved = new Float64Array(3);
  movePoints(translation, ORIGIN, { rotation, translation: new Float64Array(3) }, moved);
  return { rotation, translation: moved.map((value) => -value) };
}

/** out = R (x - pivot) + pivot + translation for every point. */
export function movePoints(
  points: Float64Array,
  pivot: readonly number[],
  pose: { readonly rotation: Float64Array; readonly translation: Float64Array },
  out: Float64Array,
): void {
  const qx = pose.rotation[0];
  const qy = pose.rotation[1];
  const qz = pose.rotation[2];
  const qw = pose.rotation[3];
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] - pivot[0];
    const y = points[i + 1] - pivot[1];
    const z = points[i + 2] - pivot[2];
    // x + 2 w (q x x) + 2 q x (q x x)
    const cx = qy * z - qz * y;
    const cy = qz * x - qx * z;
    const cz = qx * y - qy * x;
    out[i] = x + 2 * (qw * cx + qy * cz - qz * cy) + pivot[0] + pose.translation[0];
    out[i + 1] = y + 2 * (qw * cy + qz * cx - qx * cz) + pivot[1] + pose.translation[1];
    out[i + 2] = z + 2 * (qw * cz + qx * cy - qy * cx) + pivot[2] + pose.translation[2];
  }
}
