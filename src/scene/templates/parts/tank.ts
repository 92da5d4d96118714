import type { EntityInput } from './EntityInput.ts';
import { filledBox } from './filledBox.ts';
import { waterBox } from './waterBox.ts';

/** A tank of water on the ground, its middle over the origin. Lengths in m. */
export interface Tank {
  /** Width, height and depth. */
  readonly size: readonly [number, number, number];
  /** Height of the water's surface. */
  readonly level: number;
  readonly cellSize: number;
}

/** The liquid and the region that fills it. */
export function tank({ size, level, cellSize }: Tank): EntityInput[] {
  const [width, , depth] = size;
  return [
    { ...waterBox(size, cellSize), display: { tank: 'glass' } },
    filledBox({ id: 'pool', name: 'Pool', size: [width, level, depth], at: [0] }),
  ];
}
