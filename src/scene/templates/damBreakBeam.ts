import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { SolidInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { waterColumn } from './parts/waterColumn.ts';
import { cellsAlong, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: cellsAlong(40, 100),
  depth: quantity({
    unit: 'm',
    label: 'depth',
    help: 'Depth of the box; 1 is that of the figure.',
    min: 0.2,
    max: 2,
    default: 0.5,
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

/** Size along and up the box, m. */
const SIZE = [1, 1] as const;
const BEAM = [0.1, 0.8, 0.1] as const;
/** Position of the beam along the box, m from its middle. */
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
  create({ cells, depth, stiffness, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the beam, pinned at its top, is bent by the wave, swings back and follows the water that sloshes to and fro. ' +
        'Must hold: the volume of the water.',
      entities: [
        ...waterColumn({ cellSize: SIZE[0] / cells, size: [...SIZE, depth], width: 0.36, height: 0.7 }),
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
