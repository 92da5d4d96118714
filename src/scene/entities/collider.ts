import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { keyable } from '../keyable.ts';
import { marked } from '../marks.ts';
import {
  displayOfSurface,
  entityCommon,
  fileReference,
  fileUnits,
  keyedTransform,
  registeredChoice,
} from './common.ts';

const registeredShape = z.strictObject({ kind: z.literal('registered'), ...registeredChoice });
const fileShape = z.strictObject({
  kind: z.literal('file'),
  ...fileReference.shape,
  ...fileUnits,
  /** Factor on the file's size, after the unit. */
  scale: quantity({ unit: '', label: 'scale', help: 'Factor on the size.', min: 1e-6, max: 1e6, default: 1 }),
});
/** A closed shape: a registered one, or the inside of a mesh. */
export const colliderShape = z.discriminatedUnion('kind', [registeredShape, fileShape]);

/** A body that moves as keyed and pushes solids: they never push it. */
export const collider = z.strictObject({
  kind: z.literal('collider'),
  ...entityCommon,
  display: displayOfSurface('#c8ccd4', 'plaster'),
  shape: marked(colliderShape, { geometry: 'shape' }),
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
