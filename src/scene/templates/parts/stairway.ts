import type { ColliderInput } from './EntityInput.ts';

const STEPS = 6;
/** Height of each step, m. */
const RISE = 0.18;
/** Depth of each step, m. */
const TREAD = 0.3;

/** Six rough steps that come down along -x. */
export const stairway: ColliderInput = {
  kind: 'collider',
  id: 'stairs',
  name: 'Stairs',
  shape: { kind: 'registered', type: 'stairs', params: { steps: STEPS, rise: RISE, tread: TREAD, width: 1.6 } },
  friction: 0.5,
};

/** A place over the top step, m above it. */
export function aboveTopStep(height: number): [number, number, number] {
  return [(STEPS - 0.4) * TREAD, STEPS * RISE + height, 0];
}
