import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clampedBeam } from './parts/clampedBeam.ts';
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

/** Distance between the beams, m. */
const APART = 0.5;
/** What both beams have: hexahedra of this size leave 4 % of bending stiffness too much. */
const BEAMS = { elements: 'hexes', cells: [32, 4, 4], poissonRatio: 0 } as const;

/** Two beams of the same stiffness bend under their weight: the linear one swells, the corotational one keeps its volume. */
const corotationalBeam: TemplateDefinition<z.output<typeof params>> = {
  type: 'corotational-beam',
  label: 'Linear and corotational beam',
  reference: 'Zarifi 2017, figure 3.4',
  params,
  needsMesh: false,
  create({ stiffness: youngsModulus, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: both beams hang from a wall; the ochre one has the linear model without rotation, and its free end grows thick. ' +
        'Must hold: the linear beam gains the volume 9/14 theta^2 that its slope theta at the end says; the corotational one keeps its own within 1 %.',
      entities: [
        ...clampedBeam({
          ...BEAMS,
          id: 'linear',
          name: 'Linear beam',
          colour: '#d3ab5b',
          z: -APART / 2,
          model: 'linear',
          youngsModulus,
        }),
        ...clampedBeam({
          ...BEAMS,
          id: 'corotational',
          name: 'Corotational beam',
          colour: '#7f9fc4',
          z: APART / 2,
          model: 'rotated-linear',
          youngsModulus,
        }),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.5, 1.3, 2.6], target: [0, 0.8, 0] },
      ],
    };
  },
};

export default corotationalBeam;
