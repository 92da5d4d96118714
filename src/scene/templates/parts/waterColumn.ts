import type { EntityInput } from './EntityInput.ts';
import { filledBox } from './filledBox.ts';
import { waterBox } from './waterBox.ts';

/** A column of water at the left wall of a box on the ground. Lengths in m. */
export interface WaterColumn {
  readonly cellSize: number;
  /** Size of the box: width, height and depth. */
  readonly size: readonly [number, number, number];
  /** Width of the column. */
  readonly width: number;
  /** Height of the column. */
  readonly height: number;
  /** Id of the liquid, `water` where left out. */
  readonly id?: string;
  /** Position of the middle of its box along x. */
  readonly x?: number;
}

/** The liquid and the region that fills it. */
export function waterColumn({ cellSize, size, width, height, id = 'water', x = 0 }: WaterColumn): EntityInput[] {
  const [length, , depth] = size;
  return [
    { ...waterBox(size, cellSize), id, domain: { centre: [x, size[1] / 2, 0], size: [...size] } },
    filledBox({
      id: `${id}-column`,
      name: 'Column of water',
      liquid: id,
      size: [width, height, depth],
      at: [x + (width - length) / 2],
    }),
  ];
}
