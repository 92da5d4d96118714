import { z } from 'zod';
import { keyable } from '../keyable.ts';
import { marked } from '../marks.ts';
import { closedShape } from '../properties/closedShape.ts';
import { displayOfSurface, entityCommon, keyedTransform } from '../properties/common.ts';

/** A body that moves as keyed and pushes solids: they never push it. */
export const collider = z.strictObject({
  kind: z.literal('collider'),
  ...entityCommon,
  display: displayOfSurface('#c8ccd4', 'plaster'),
  shape: marked(closedShape, { geometry: 'shape' }),
  transform: keyedTransform,
  friction: keyable({
    unit: '',
    label: 'friction',
    help: 'Coulomb coefficient: largest ratio of friction to contact pressure.',
    symbol: 'mu',
    min: 0,
    max: 100,
    softMax: 1,
    default: 0.5,
  }),
});
export type Collider = z.output<typeof collider>;
