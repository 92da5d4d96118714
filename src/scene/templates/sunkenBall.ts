import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { ballSolid } from './parts/ballSolid.ts';
import { newShot } from './parts/newShot.ts';
import { tank } from './parts/tank.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells across the tank. Twice as many take about sixteen times as long.',
    min: 12,
    max: 200,
    default: 36,
  }),
  density: quantity({
    unit: 'kg/m3',
    label: 'density of the ball',
    help: 'Density of the ball: 250 leaps out of the water, 1000 drifts, 2000 sinks.',
    min: 20,
    max: 1e4,
    default: 250,
  }),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** m. */
const WIDTH = 0.7;
const LEVEL = 0.55;
const RADIUS = 0.11;

/** A ball that is let go under water rises, drifts or sinks by its density. */
const sunkenBall: TemplateDefinition<z.output<typeof params>> = {
  type: 'sunken-ball',
  label: 'Ball under water',
  reference: 'Zarifi 2017, figure 6.3',
  params,
  needsMesh: false,
  create({ cells, density, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: a light ball shoots up, breaks the surface and bobs; one as dense as water drifts; a heavy one sinks to the floor and stays. ' +
        'Must hold: what floats displaces its weight.',
      entities: [
        ...tank({ size: [WIDTH, 1, WIDTH], level: LEVEL, cellSize: WIDTH / cells }),
        ballSolid(RADIUS, 12, {
          material: { density, youngsModulus: 5e4, poissonRatio: 0.4, dampingTime: 0.005 },
          liquids: 'coupled',
          transform: { position: [0, 0.2, 0] },
          display: { colour: '#d8956a' },
        }),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.75, 1.1, 1.45], target: [0, 0.4, 0] },
      ],
    };
  },
};

export default sunkenBall;
