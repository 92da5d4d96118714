import type { ColliderShape } from '../../src/collision/CollisionBody.ts';
import { DISTANCE } from '../../src/collision/distances.ts';

/** Signed distance of a shape at a point, m. */
export function distanceAt(shape: ColliderShape, point: ArrayLike<number>): number {
  const answer = new Float64Array(4).fill(NaN);
  shape.signedDistance(Float64Array.from(point), answer);
  return answer[DISTANCE];
}

/** Returns the distance of `distanceAt`; `normal` receives the unit outward normal. */
export function surfaceAt(shape: ColliderShape, point: ArrayLike<number>, normal: Float64Array): number {
  const answer = new Float64Array(4).fill(NaN);
  shape.signedDistanceAndNormal(Float64Array.from(point), answer);
  normal.set(answer.subarray(0, DISTANCE));
  return answer[DISTANCE];
}

/** A shape that shows nothing, from its distance, normal and bounds (min xyz, max xyz; unbounded when absent). */
export function shapeFrom(
  distance: (x: number, y: number, z: number) => number,
  normal: (x: number, y: number, z: number) => readonly number[],
  bounds: readonly number[] = [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity],
): ColliderShape {
  return {
    signedDistance(point, out) {
      out[DISTANCE] = distance(point[0], point[1], point[2]);
    },
    signedDistanceAndNormal(point, out) {
      out.set(normal(point[0], point[1], point[2]));
      out[DISTANCE] = distance(point[0], point[1], point[2]);
    },
    bounds: Float64Array.from(bounds),
    display: () => ({ positions: new Float64Array(), triangles: new Uint32Array() }),
  };
}
