import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { opticalDepths } from '../kinds/liquid.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { RegionInput } from './parts/EntityInput.ts';
import { filledBox } from './parts/filledBox.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells along the pool. Twice as many take about sixteen times as long.',
    min: 24,
    max: 400,
    default: 60,
  }),
  depth: quantity({
    unit: 'm',
    label: 'depth',
    help: 'Depth of the water. Twice the depth takes hardly longer with an optical depth, and twice as long in full detail.',
    min: 1,
    max: 20,
    default: 3.2,
  }),
  opticalDepth: z
    .enum(opticalDepths)
    .default('1/4')
    .meta({ label: 'optical depth', help: 'Share of the depth that is simulated in full detail.' }),
  frames: frameCount(48, { min: 1, max: 10_000 }),
});

/** Length and width of the pool, and height of its sides above the water, m. */
const LENGTH = 6;
const WIDTH = 4;
const FREEBOARD = 1.6;
/** Radius of a ball of water, m, and its speed at the first frame, m/s. */
const BALL = { radius: 0.32, speed: 5 };
/** Places of the balls along and across the pool, and the height of their centres above the water, m. */
const BALLS: readonly (readonly [x: number, z: number, above: number])[] = [
  [-1.8, 0.4, 0.7],
  [0.2, -0.6, 0.9],
  [1.8, 0.6, 1.1],
];

/** Three balls of water fall into a deep pool, of which only the upper part has cells. */
const deepPool: TemplateDefinition<z.output<typeof params>> = {
  type: 'deep-pool',
  label: 'Deep pool',
  reference: 'Irving 2007, fig. 5.5',
  params,
  needsMesh: false,
  create({ cells, depth, opticalDepth, frames }, request) {
    const height = depth + FREEBOARD;
    return {
      ...newShot(request, frames),
      notes:
        'Look at: three craters open and close into jets, and waves run to the walls and back. Set the optical depth to full to compare. ' +
        'Must hold: the volume of the water, and its motion but for a few percent in full detail.',
      entities: [
        {
          ...waterBox([LENGTH, height, WIDTH], LENGTH / cells),
          opticalDepth,
          display: { colour: '#3f8fb0', turbidity: 3, tank: 'glass' },
        },
        filledBox({ id: 'pool', name: 'Pool', size: [LENGTH, depth, WIDTH], at: [0] }),
        ...BALLS.map((place, number) => ball(place, number, depth)),
        {
          kind: 'camera',
          id: 'camera',
          name: 'Camera',
          position: [7.4, depth + 3.4, 8],
          target: [0, depth - 1.2, 0],
        },
      ],
    };
  },
};

function ball([x, z, above]: (typeof BALLS)[number], number: number, depth: number): RegionInput {
  return {
    kind: 'region',
    id: `ball-${number + 1}`,
    name: `Ball ${number + 1}`,
    liquid: 'water',
    role: { kind: 'fill', velocity: [0, -BALL.speed, 0] },
    shape: { kind: 'registered', type: 'sphere', params: { radius: BALL.radius } },
    transform: { position: [x, depth + above, z] },
  };
}

export default deepPool;
