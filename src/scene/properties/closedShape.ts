import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { marked } from '../marks.ts';
import { fileReference, fileUnits, registeredChoice } from './common.ts';

const registeredShape = marked(z.strictObject({ kind: z.literal('registered'), ...registeredChoice }), {
  definition: { of: 'colliderShapes', by: 'type' },
});
const fileShape = z.strictObject({
  kind: z.literal('file'),
  ...fileReference.shape,
  ...fileUnits,
  /** Factor on the file's size, after the unit. */
  scale: quantity({ unit: '', label: 'scale', help: 'Scale factor of the mesh.', min: 1e-6, max: 1e6, default: 1 }),
});
/** A closed mesh, as documents refer to it. */
export type MeshShape = z.output<typeof fileShape>;

/** A closed shape: a registered one, or the inside of a mesh. */
export const closedShape = z.discriminatedUnion('kind', [registeredShape, fileShape]);
