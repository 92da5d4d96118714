import type { RegionInput } from './EntityInput.ts';

/** A box that is full of a liquid when the shot begins. Lengths in m. */
export interface FilledBox {
  readonly id: string;
  readonly name: string;
  readonly size: readonly [number, number, number];
  /** Position of its middle: x and the height; it stands on the ground unless told otherwise. */
  readonly at: readonly [x: number, y?: number];
  /** Id of the liquid that fills it. */
  readonly liquid?: string;
}

export function filledBox({ id, name, size, at, liquid = 'water' }: FilledBox): RegionInput {
  const [sizeX, sizeY, sizeZ] = size;
  const [x, y = sizeY / 2] = at;
  return {
    kind: 'region',
    id,
    name,
    liquid,
    role: { kind: 'fill' },
    shape: { kind: 'registered', type: 'box', params: { sizeX, sizeY, sizeZ } },
    transform: { position: [x, y, 0] },
  };
}
