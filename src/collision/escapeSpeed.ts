import { findBox } from './findBox.ts';

/** A vertex that begins a substep inside a collider is led out of it by at most this many diagonals of the body per second. */
const ESCAPE = 1;

/** How fast what is inside a collider is led out of it, m/s, for a body that begins at `positions`, m. */
export function escapeSpeed(positions: Float64Array): number {
  const box = new Float64Array(6);
  findBox(positions, box);
  return ESCAPE * Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}
