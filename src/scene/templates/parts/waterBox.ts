import type { LiquidInput } from './EntityInput.ts';

/** Water in a box that stands on the ground, its middle over the origin. `size`: width, height and depth, m; `cellSize`: m. */
export function waterBox(size: readonly [number, number, number], cellSize: number): LiquidInput {
  return {
    kind: 'liquid',
    id: 'water',
    name: 'Water',
    domain: { centre: [0, size[1] / 2, 0], size: [...size] },
    cellSize,
  };
}
