import type { Solid } from '../../kinds/solid.ts';
import type { EntityInput } from './EntityInput.ts';

/** Length and side of the section of beams that hang from a wall, m. */
export const BEAM = { length: 1, side: 0.1 } as const;
/** Height of their axis, m. */
const HEIGHT = 1.1;

export interface ClampedBeam {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  /** Distance of its axis from the plane z = 0, m. */
  readonly z: number;
  readonly elements: 'tets' | 'hexes';
  /** Elements along it and across. */
  readonly cells: readonly [number, number, number];
  readonly elementOrder?: Solid['elementOrder'];
  readonly model: string;
  /** Pa. */
  readonly youngsModulus: number;
  readonly poissonRatio: number;
}

/** A beam along x, swaying to rest under its weight, and the pin that clamps its left end. */
export function clampedBeam(beam: ClampedBeam): EntityInput[] {
  const { id, name, colour, z, elements, cells, elementOrder, model, youngsModulus, poissonRatio } = beam;
  const { length, side } = BEAM;
  return [
    {
      kind: 'solid',
      id,
      name,
      source: { kind: 'procedural', form: { shape: 'block', size: [length, side, side], cells: [...cells], elements } },
      elementOrder,
      material: { model, density: 1000, youngsModulus, poissonRatio, dampingTime: 0.01, massDamping: 3 },
      integration: 'implicit-second-order',
      transform: { position: [0, HEIGHT, z] },
      display: { colour },
    },
    {
      kind: 'pin',
      id: `${id}-wall`,
      name: `${name}, wall`,
      target: id,
      selection: {
        kind: 'box',
        min: [-length, HEIGHT - side, z - side],
        max: [-length / 2 + 1e-6, HEIGHT + side, z + side],
      },
    },
  ];
}
