import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { fallingWater } from './parts/fallingWater.ts';
import { newShot } from './parts/newShot.ts';
import { thinWallQuality } from './parts/thinWallQuality.ts';
import { plateSolid } from './parts/plateSolid.ts';
import { cellsAlong, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: cellsAlong(48, 64),
  stiffness: quantity({
    unit: 'Pa',
    label: 'stiffness of the platform',
    help: "Young's modulus of the platform. A softer platform sags deeper and holds more water.",
    min: 1e4,
    max: 1e8,
    default: 6e4,
  }),
  frames: frameCount(96, { min: 1, max: 10_000 }),
});

/** Edges of the platform, m, of 34 x 34 cells: 2450 nodes and 6936 tetrahedra. */
const EDGE = 0.9;
const CELLS = 34;
const HEIGHT = 0.55;

/** Holds one edge of the platform. */
function held(id: string, name: string, axis: 0 | 2, sign: -1 | 1): EntityInput {
  const min: [number, number, number] = [-1, 0, -1];
  const max: [number, number, number] = [1, 2, 1];
  min[axis] = (sign * EDGE) / 2 - 0.005;
  max[axis] = (sign * EDGE) / 2 + 0.005;
  return { kind: 'pin', id, name, target: 'platform', selection: { kind: 'box', min, max } };
}

/** Water falls onto a soft platform that is held at its edges, and comes to rest as a pool in the middle of the sag. */
const platformPool: TemplateDefinition<z.output<typeof params>> = {
  type: 'platform-pool',
  label: 'Pool on a soft platform',
  reference: 'Zarifi 2017, 6.1.4, figure 6.9',
  params,
  needsMesh: false,
  create({ cells, stiffness, frames }, request) {
    return {
      ...newShot(request, frames),
      quality: thinWallQuality,
      notes:
        'Look at: the water stretches the platform, is thrown up as it springs back, and comes to rest as a pool in the sag. ' +
        'Must hold: nothing flows through it, and the pool lies level.',
      entities: [
        ...fallingWater({ cellSize: 1 / cells, size: [0.34, 0.2, 0.34], at: [0, 0.8] }),
        plateSolid('platform', 'Platform', EDGE, CELLS, {
          material: { density: 500, youngsModulus: stiffness, poissonRatio: 0.3, dampingTime: 0.01 },
          transform: { position: [0, HEIGHT, 0] },
        }),
        held('left', 'Left edge', 0, -1),
        held('right', 'Right edge', 0, 1),
        held('back', 'Back edge', 2, -1),
        held('front', 'Front edge', 2, 1),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.95, 1.3, 1.55], target: [0, 0.42, 0] },
      ],
    };
  },
};

export default platformPool;
