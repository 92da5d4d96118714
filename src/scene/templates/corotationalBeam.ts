import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  stiffness: quantity({
    unit: 'Pa',
    label: "Young's modulus",
    help: 'Stiffness of both beams: the softer they are, the further they turn and the more the linear one swells.',
    min: 5e5,
    max: 1e9,
    softMax: 1e7,
    default: 2.2e6,
  }),
  frames: frameCount(96, { min: 3, max: 10_000 }),
});

/** Length and side of the beams, m. */
export const BEAM = { length: 1, side: 0.1 } as const;
const HEIGHT = 1.1;
/** Distance between the beams, m. */
const APART = 0.5;
/** Cells across bending: hexahedra of this size leave 4 % of bending stiffness too much. */
const CELLS = [32, 4, 4] as const;

/** A beam, and the pin that clamps its left end. */
function clampedBeam(
  id: string,
  name: string,
  model: string,
  z: number,
  stiffness: number,
  colour: string,
): EntityInput[] {
  const { length, side } = BEAM;
  return [
    {
      kind: 'solid',
      id,
      name,
      source: {
        kind: 'procedural',
        form: { shape: 'block', size: [length, side, side], cells: [...CELLS], elements: 'hexes' },
      },
      material: {
        model,
        density: 1000,
        youngsModulus: stiffness,
        poissonRatio: 0,
        dampingTime: 0.01,
        massDamping: 3,
      },
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

/** Two beams of the same stiffness bend under their weight: the linear one swells, the corotational one keeps its volume. */
const corotationalBeam: TemplateDefinition<z.output<typeof params>> = {
  type: 'corotational-beam',
  label: 'Linear and corotational beam',
  reference: 'Zarifi 2017, figure 3.4',
  params,
  needsMesh: false,
  create({ stiffness, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: both beams hang from a wall; the ochre one has the linear model without rotation, and its free end grows thick. ' +
        'Must hold: the linear beam gains the volume 9/14 theta^2 that its slope theta at the end says; the corotational one keeps its own within 1 %.',
      entities: [
        ...clampedBeam('linear', 'Linear beam', 'linear', -APART / 2, stiffness, '#d3ab5b'),
        ...clampedBeam('corotational', 'Corotational beam', 'rotated-linear', APART / 2, stiffness, '#7f9fc4'),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.5, 1.3, 2.6], target: [0, 0.8, 0] },
      ],
    };
  },
};

export default corotationalBeam;
