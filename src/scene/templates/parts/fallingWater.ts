import type { EntityInput } from './EntityInput.ts';
import { filledBox } from './filledBox.ts';
import { waterBox } from './waterBox.ts';

/** Water that hangs in a box of 1 m on the ground and falls from the first frame on. Lengths in m. */
export interface FallingWater {
  readonly cellSize: number;
  readonly size: readonly [number, number, number];
  /** Position of its middle: x, and the height. */
  readonly at: readonly [number, number];
}

/** The liquid and the region that fills it. */
export function fallingWater({ cellSize, size, at }: FallingWater): EntityInput[] {
  return [waterBox([1, 1, 1], cellSize), filledBox({ id: 'block', name: 'Block of water', size, at })];
}
