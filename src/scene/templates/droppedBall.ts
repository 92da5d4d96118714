import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { ballSolid } from './parts/ballSolid.ts';
import { newShot } from './parts/newShot.ts';
import { tank } from './parts/tank.ts';
import { cellsAlong, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: cellsAlong(32, 100),
  density: quantity({
    unit: 'kg/m3',
    label: 'density of the ball',
    help: 'Density of the ball: 250 shoots out of the water and floats, 1000 drifts, is compressed by the depth and sinks, 2500 sinks at once.',
    min: 20,
    max: 1e4,
    default: 250,
  }),
  height: quantity({
    unit: 'm',
    label: 'height',
    help: 'Initial height of the lowest point of the ball over the water. Below 0 it is released under water.',
    min: -0.4,
    max: 0.25,
    default: 0.15,
  }),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** m. */
const LEVEL = 0.5;
const RADIUS = 0.12;
/** Edge length as a percentage of the diagonal of its box: about 480 nodes and 2000 tetrahedra, as in table 6.1. */
const EDGE_PERCENT = 8.5;

/** A ball falls into a pool: light, as dense as water, or heavy. */
const droppedBall: TemplateDefinition<z.output<typeof params>> = {
  type: 'dropped-ball',
  label: 'Ball dropped into a pool',
  reference: 'Zarifi 2017, 6.1.2, figure 6.3',
  params,
  needsMesh: false,
  create({ cells, density, height, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: a light ball shoots out of the water and floats; one as dense as water drifts and finally sinks, since the depth compresses it; a heavy one sinks at once. ' +
        'Must hold: what floats displaces its weight.',
      entities: [
        ...tank({ size: [1, 1, 1], level: LEVEL, cellSize: 1 / cells }),
        ballSolid(RADIUS, EDGE_PERCENT, {
          material: { density, youngsModulus: 5e4, poissonRatio: 0.3, dampingTime: 0.005 },
          liquids: 'coupled',
          transform: { position: [0, LEVEL + height + RADIUS, 0] },
          display: { colour: '#24566f', surface: 'rubber' },
        }),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1, 1.15, 1.75], target: [0, 0.42, 0] },
      ],
    };
  },
};

export default droppedBall;
