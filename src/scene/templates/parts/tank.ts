import type { EntityInput, RegionInput } from './EntityInput.ts';
import { waterBox } from './waterBox.ts';

/** A tank of water on the ground, its middle over the origin. Lengths in m. */
export interface Tank {
  /** Width, height and depth. */
  readonly size: readonly [number, number, number];
  /** Of the water. */
  readonly level: number;
  readonly cellSize: number;
}

/** The liquid and the region that fills it. */
export function tank({ size, level, cellSize }: Tank): EntityInput[] {
  const [sizeX, , sizeZ] = size;
  const pool: RegionInput = {
    kind: 'region',
    id: 'pool',
    name: 'Pool',
    liquid: 'water',
    role: { kind: 'fill' },
    shape: { kind: 'registered', type: 'box', params: { sizeX, sizeY: level, sizeZ } },
    transform: { position: [0, level / 2, 0] },
  };
  return [waterBox(size, cellSize), pool];
}
