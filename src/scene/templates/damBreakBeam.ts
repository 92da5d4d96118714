import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { SolidInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Along the box of 1 m; 100 is the size of the figure, half of it costs about a sixteenth.',
    min: 16,
    max: 200,
    default: 40,
  }),
  stiffness: quantity({
    unit: 'Pa',
    label: 'stiffness of the beam',
    help: "Young's modulus: at 20 000 the wave carries the beam along, at 1 000 000 it hardly moves.",
    min: 1e3,
    max: 1e9,
    default: 1e5,
  }),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** m, along each axis of the box. */
const SIZE = [1, 1, 0.5] as const;
const BEAM = [0.1, 0.8, 0.1] as const;
/** Where the beam hangs, m. */
const PLACE = 0.05;

function beam(stiffness: number): SolidInput {
  return {
    kind: 'solid',
    id: 'beam',
    name: 'Beam',
    source: {
      kind: 'procedural',
      form: { shape: 'block', size: [...BEAM], cells: [4, 28, 4], elements: 'tets' },
    },
    material: { density: 500, youngsModulus: stiffness, poissonRatio: 0.3, dampingTime: 0.002 },
    liquids: 'coupled',
    transform: { position: [PLACE, SIZE[1] - BEAM[1] / 2, 0] },
    display: { colour: '#d3ab5b' },
  };
}

/** A column of water breaks against a beam that hangs into its way. */
const damBreakBeam: TemplateDefinition<z.output<typeof params>> = {
  type: 'dam-break-beam',
  label: 'Breaking dam and a beam',
  reference: 'Zarifi 2017, figure 6.1',
  params,
  needsMesh: false,
  create({ cells, stiffness, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the beam, held at its top, is bent by the wave, swings back and follows the water that sloshes to and fro. ' +
        'Must hold: the volume of the water.',
      entities: [
        waterBox(SIZE, SIZE[0] / cells),
        {
          kind: 'region',
          id: 'column',
          name: 'Column of water',
          liquid: 'water',
          role: { kind: 'fill' },
          shape: { kind: 'registered', type: 'box', params: { sizeX: 0.36, sizeY: 0.7, sizeZ: SIZE[2] } },
          transform: { position: [-SIZE[0] / 2 + 0.18, 0.35, 0] },
        },
        beam(stiffness),
        {
          kind: 'pin',
          id: 'hanger',
          name: 'Hanger',
          target: 'beam',
          selection: { kind: 'box', min: [PLACE - 0.2, SIZE[1] - 0.01, -0.2], max: [PLACE + 0.2, SIZE[1] + 0.1, 0.2] },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.55, 0.95, 1.85], target: [0, 0.45, 0] },
      ],
    };
  },
};

export default damBreakBeam;
