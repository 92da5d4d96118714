import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { filledBox } from './parts/filledBox.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount, liquidTransport } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells along the tank: 50 gives about 50 000 particles, 100 eight times as many.',
    min: 8,
    max: 400,
    default: 50,
  }),
  transport: liquidTransport('affine'),
  frames: frameCount(96, { min: 1, max: 10_000 }),
});

/** m. */
const LENGTH = 2;
const HEIGHT = 1.2;
const DEPTH = 0.8;

/** A column of water falls over, runs around a post and up the other end. */
const damBreak: TemplateDefinition<z.output<typeof params>> = {
  type: 'dam-break',
  label: 'Breaking dam',
  reference: 'Martin and Moyce 1952; Zarifi 2017, 4',
  params,
  needsMesh: false,
  create({ cells, transport, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the front runs along the floor, parts around the post, climbs the far wall and falls back as a wave. ' +
        'Must hold: the volume of the water.',
      entities: [
        {
          ...waterBox([LENGTH, HEIGHT, DEPTH], LENGTH / cells),
          display: { tank: 'glass' },
          ...(transport !== 'affine' && { transport: { type: transport } }),
        },
        filledBox({ id: 'column', name: 'Column of water', size: [0.6, 0.8, DEPTH], at: [-LENGTH / 2 + 0.3] }),
        {
          kind: 'collider',
          id: 'post',
          name: 'Post',
          shape: { kind: 'registered', type: 'box', params: { sizeX: 0.16, sizeY: 0.6, sizeZ: 0.16 } },
          transform: { position: [0.35, 0.3, 0], rotation: [0, 0.4, 0] },
          display: { colour: '#c9a36a' },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1.6, 1.5, 2.6], target: [0, 0.35, 0] },
      ],
    };
  },
};

export default damBreak;
