import type { EntityInput } from './EntityInput.ts';
import { spindle, type Spindle, type SpindleTissue } from './spindle.ts';

/** Bones of an arm: radius, and length of upper arm and forearm from the elbow, m. */
export const ARM_BONES = { radius: 0.015, upper: 0.29, fore: 0.24 } as const;
export const BONE_COLOUR = '#e6e0d2';

/** What flexes an elbow; heights over it. */
export const biceps: Spindle = {
  id: 'biceps',
  name: 'Biceps',
  at: [0, 0.041],
  high: 0.27,
  low: -0.05,
  thickness: 0.048,
  colour: '#b5545a',
};
export const brachialis: Spindle = {
  id: 'brachialis',
  name: 'Brachialis',
  at: [0.043, 0.022],
  high: 0.16,
  low: -0.05,
  thickness: 0.034,
  colour: '#a4484f',
};

/** A muscle between the bones `humerus` and `forearm` of an arm whose elbow is at a height, m. */
export function armMuscle(muscle: Spindle, height: number, tissue: SpindleTissue): EntityInput[] {
  return spindle(muscle, tissue, { height, upper: 'humerus', lower: 'forearm' });
}
