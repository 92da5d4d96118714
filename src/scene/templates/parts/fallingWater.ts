import type { EntityInput } from './EntityInput.ts';
import { waterBox } from './waterBox.ts';

/** Water that hangs in a box of 1 m on the ground and falls from the first frame on. Lengths in m. */
export interface FallingWater {
  readonly cellSize: number;
  readonly size: readonly [number, number, number];
  /** Of its middle: x, and the height. */
  readonly at: readonly [number, number];
}

/** The liquid and the region that fills it. */
export function fallingWater({ cellSize, size, at }: FallingWater): EntityInput[] {
  const [sizeX, sizeY, sizeZ] = size;
  return [
    waterBox([1, 1, 1], cellSize),
    {
      kind: 'region',
      id: 'block',
      name: 'Block of water',
      liquid: 'water',
      role: { kind: 'fill' },
      shape: { kind: 'registered', type: 'box', params: { sizeX, sizeY, sizeZ } },
      transform: { position: [at[0], at[1], 0] },
    },
  ];
}
