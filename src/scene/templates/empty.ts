import { z } from 'zod';
import { wholeNumber } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';

const params = z.strictObject({
  frames: wholeNumber({ unit: '', label: 'frames', help: 'Length of the shot.', min: 2, max: 100_000, default: 120 }),
});

/** A floor and a camera to build a shot on. */
const empty: TemplateDefinition<z.output<typeof params>> = {
  type: 'empty',
  label: 'Empty shot',
  reference: 'none: a floor, gravity and a camera',
  params,
  needsMesh: false,
  create: ({ frames }, request) => ({
    ...newShot(request, frames),
    entities: [floor(), { kind: 'camera', id: 'camera', name: 'Camera', position: [3, 2, 4], target: [0, 0.5, 0] }],
  }),
};

export default empty;
