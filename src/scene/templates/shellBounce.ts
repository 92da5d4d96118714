import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { newShot } from './parts/newShot.ts';
import { thinWallQuality } from './parts/thinWallQuality.ts';
import { cellsAlong, frameCount } from './parts/templateParams.ts';
import { waterInShell } from './parts/waterInShell.ts';

const params = z.strictObject({
  cells: cellsAlong(40, 100),
  offset: quantity({
    unit: 'm',
    label: 'offset',
    help: 'Offset of the water from the middle of the shell to the right, the direction in which it bounces.',
    min: -0.05,
    max: 0.05,
    default: 0.05,
  }),
  frames: frameCount(36, { min: 1, max: 10_000 }),
});

/** A soft shell with water on one side of its cavity falls to the floor and bounces off to the heavier side. */
const shellBounce: TemplateDefinition<z.output<typeof params>> = {
  type: 'shell-bounce',
  label: 'Bouncing shell with water inside',
  reference: 'Zarifi 2017, 6.1.5, figure 6.5',
  params,
  needsMesh: false,
  create({ cells, offset, frames }, request) {
    return {
      ...newShot(request, frames),
      quality: thinWallQuality,
      notes:
        'Look at: the shell lands, is dented, turns and bounces to the side that the water was on. ' +
        'Must hold: no water leaves the shell.',
      entities: [
        ...waterInShell({
          cellSize: 1 / cells,
          position: [0, 0.42, 0],
          density: 250,
          stiffness: 1e5,
          waterRadius: 0.085,
          offset: [offset, 0, 0],
          velocity: [0, 0, 0],
        }),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.5, 0.75, 1.6], target: [0, 0.3, 0] },
      ],
    };
  },
};

export default shellBounce;
