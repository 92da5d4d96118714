import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells across the box. Twice as many take about sixteen times as long.',
    min: 16,
    max: 200,
    default: 32,
  }),
  edge: clothEdge(0.016),
  stiffness: quantity({
    unit: 'N/m',
    label: 'stretch stiffness',
    help: 'Resistance of the bag to stretching. Softer bags draw out to a drop.',
    min: 500,
    max: 1e5,
    default: 5000,
  }),
  frames: frameCount(72, { min: 2, max: 10_000 }),
});

/** m. */
const RADIUS = 0.12;
const HEIGHT = 0.28;
const BOX = [0.5, 0.48, 0.4] as const;
/** What the water keeps off the cloth at first, m: chords between the vertices of the bag lie inside of its sphere. */
const GAP = 0.003;
/** Radius of the pinned part around the top of the bag, m. */
const HELD = 0.06;
/** m/s. */
const SWING = 0.5;

/** A bag of cloth that is full of water swings on its neck. */
const waterBag: TemplateDefinition<z.output<typeof params>> = {
  type: 'water-bag',
  label: 'Water in a cloth bag',
  reference: 'Robinson-Mosher et al. 2008',
  params,
  needsMesh: false,
  create({ cells, edge, stiffness, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the bag draws out under the weight of its water, swings and comes to rest as a drop. ' +
        'Must hold: no water gets through the cloth, and the bag holds as much as at first.',
      entities: [
        waterBox(BOX, BOX[0] / cells),
        {
          kind: 'region',
          id: 'fill',
          name: 'Filling',
          liquid: 'water',
          role: { kind: 'fill', velocity: [SWING, 0, 0] },
          shape: { kind: 'registered', type: 'sphere', params: { radius: RADIUS - GAP } },
          transform: { position: [0, HEIGHT, 0] },
        },
        {
          kind: 'cloth',
          id: 'bag',
          name: 'Bag',
          display: { colour: '#d9a05b', surface: 'jelly' },
          source: { kind: 'procedural', form: { shape: 'ball', radius: RADIUS, edge } },
          fabric: { areaDensity: 0.3, membraneStiffness: stiffness, dampingTime: 0.01, thickness: 0.002 },
          liquids: 'coupled',
          transform: { position: [0, HEIGHT, 0] },
          velocity: [SWING, 0, 0],
        },
        {
          kind: 'pin',
          id: 'neck',
          name: 'Neck',
          target: 'bag',
          selection: { kind: 'sphere', centre: [0, HEIGHT + RADIUS, 0], radius: HELD },
          hold: { kind: 'hard' },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.35, 0.36, 0.75], target: [0, 0.24, 0] },
      ],
    };
  },
};

export default waterBag;
