import { Vector3, type Matrix4 } from 'three';

/** Points (xyz each) that were placed by a matrix, in the frame that they were placed from. */
export function ownFrame(points: Float32Array, placement: Matrix4): Float32Array {
  const back = placement.clone().invert();
  const out = new Float32Array(points.length);
  const point = new Vector3();
  for (let at = 0; at < points.length; at += 3) point.fromArray(points, at).applyMatrix4(back).toArray(out, at);
  return out;
}
