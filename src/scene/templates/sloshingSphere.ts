import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { newShot } from './parts/newShot.ts';
import { thinWallQuality } from './parts/thinWallQuality.ts';
import { cellsAlong, frameCount } from './parts/templateParams.ts';
import { waterInShell } from './parts/waterInShell.ts';

const params = z.strictObject({
  cells: cellsAlong(40, 100),
  speed: quantity({
    unit: 'm/s',
    label: 'water speed',
    help: 'Initial velocity of the water to the right. It carries the shell along, which bounces off the wall.',
    min: 0,
    max: 20,
    default: 4,
  }),
  frames: frameCount(36, { min: 1, max: 10_000 }),
});

/** Water that is shot through the cavity of a thick shell carries it into the wall. */
const sloshingSphere: TemplateDefinition<z.output<typeof params>> = {
  type: 'sloshing-sphere',
  label: 'Water that throws its shell',
  reference: 'Zarifi 2017, 6.1.5, figure 6.6',
  params,
  needsMesh: false,
  create({ cells, speed, frames }, request) {
    return {
      ...newShot(request, frames),
      quality: thinWallQuality,
      notes:
        'Look at: the water hits the inside of the shell, which bulges, flies to the right wall and bounces off it. ' +
        'Must hold: no water leaves the shell, and both together move with the momentum that the water had.',
      entities: [
        ...waterInShell({
          cellSize: 1 / cells,
          position: [-0.14, 0.5, 0],
          density: 500,
          stiffness: 1e5,
          waterRadius: 0.12,
          offset: [0, 0, 0],
          velocity: [speed, 0, 0],
        }),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.5, 0.85, 1.7], target: [0, 0.4, 0] },
      ],
    };
  },
};

export default sloshingSphere;
