import { findBox } from './findBox.ts';

/** Speed at which vertices that start a substep inside a collider leave it, in diagonals of the body per second. */
const ESCAPE = 1;

/** Returns the escape speed of a body that starts at `positions` (m), m/s: the speed at which its vertices inside a collider leave it. */
export function escapeSpeed(positions: Float64Array): number {
  const box = new Float64Array(6);
  findBox(positions, box);
  return ESCAPE * Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}
