import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { RegionInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells along the box of 48 cm. Half as many take about a twelfth of the time, and the thread no longer breaks evenly.',
    min: 40,
    max: 400,
    default: 120,
  }),
  surfaceTension: quantity({
    unit: 'N/m',
    label: 'surface tension',
    help: 'Surface tension of the water. Twice as much breaks the thread 1.4 times sooner; with 0 it stays as it is, and the balls burst as they meet.',
    symbol: 'sigma',
    min: 0,
    max: 10,
    softMax: 1,
    default: 0.072,
  }),
  frames: frameCount(84, { min: 1, max: 10_000 }, ': the thread is in beads by frame 60'),
});

/** m: width, height and depth of the box. */
const BOX = [0.48, 0.24, 0.14] as const;
/** A thread from side to side, m; beads 9 radii apart grow the fastest (Rayleigh 1878). */
const THREAD = { radius: 0.012, height: 0.19 };
/** Balls that make the thread a little thicker at uneven places, so that it is the thread that chooses its beads, m. */
const SWELLINGS = { radius: 0.016, at: [-0.2, -0.07, 0.02, 0.165] } as const;
/** Balls that meet, m and m/s: how far each starts from the middle, and how far beside each other they pass. */
const BALL = { radius: 0.03, from: 0.075, offset: 0.02, height: 0.085, speed: 0.06 };

/** A ball that comes from a side, -1 or 1. */
function ball(side: -1 | 1): RegionInput {
  const { radius, from, offset, height, speed } = BALL;
  return {
    kind: 'region',
    id: side < 0 ? 'left-ball' : 'right-ball',
    name: side < 0 ? 'Left ball' : 'Right ball',
    liquid: 'water',
    role: { kind: 'fill', velocity: [-side * speed, 0, 0] },
    shape: { kind: 'registered', type: 'sphere', params: { radius } },
    transform: { position: [side * from, height + (side * offset) / 2, 0] },
  };
}

function swelling(x: number, n: number): RegionInput {
  return {
    kind: 'region',
    id: `swelling-${n + 1}`,
    name: `Swelling ${n + 1}`,
    liquid: 'water',
    role: { kind: 'fill' },
    shape: { kind: 'registered', type: 'sphere', params: { radius: SWELLINGS.radius } },
    transform: { position: [x, THREAD.height, 0] },
  };
}

/** Water without weight: a thread breaks into beads, and two balls meet, join and wobble. */
const weightlessWater: TemplateDefinition<z.output<typeof params>> = {
  type: 'weightless-water',
  label: 'Water without weight',
  reference: 'Rayleigh 1878, 1879',
  params,
  needsMesh: false,
  create({ cells, surfaceTension, frames }, request) {
    return {
      ...newShot(request, frames),
      physics: { gravity: [0, 0, 0] },
      notes:
        'Look at: the thread swells and pinches until it is a row of beads; the balls join to one that turns and wobbles. ' +
        'Must hold: one bead to about nine radii of the thread, no water lost, the middle of the balls where it was.',
      entities: [
        {
          ...waterBox(BOX, BOX[0] / cells),
          domain: {
            centre: [0, BOX[1] / 2, 0],
            size: [...BOX],
            walls: { left: true, right: true, bottom: true, top: true, back: true, front: true },
          },
          surfaceTension,
          display: { tank: 'edges', turbidity: 20, colour: '#7cc0ee' },
        },
        {
          kind: 'region',
          id: 'thread',
          name: 'Thread',
          liquid: 'water',
          role: { kind: 'fill' },
          shape: { kind: 'registered', type: 'cylinder', params: { radius: THREAD.radius, height: 2 * BOX[0] } },
          transform: { position: [0, THREAD.height, 0], rotation: [0, 0, Math.PI / 2] },
        },
        ...SWELLINGS.at.map(swelling),
        ball(-1),
        ball(1),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0, 0.14, 0.62], target: [0, 0.13, 0] },
      ],
    };
  },
};

export default weightlessWater;
