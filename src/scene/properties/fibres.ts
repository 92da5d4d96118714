import { z } from 'zod';
import { keyable, vector } from '../keyable.ts';
import { marked } from '../marks.ts';
import { paintedField } from '../paintedField.ts';
import { fileReference, referenceTo } from './common.ts';

/** Direction of the fibres of a solid. */
const direction = z.discriminatedUnion('kind', [
  /** The direction is the same everywhere, in the solid's own frame; it turns and scales with the solid. */
  z.strictObject({
    kind: z.literal('constant'),
    axis: vector(
      { unit: '', label: 'axis', help: "Direction of the fibres in the solid's own axes; its length does not matter." },
      [0, 1, 0],
    ),
  }),
  /** The direction leads from the vertices that one pin of the solid constrains to those of another, along the gradient of a potential between them. */
  marked(z.strictObject({ kind: z.literal('attachments'), from: referenceTo('pin'), to: referenceTo('pin') }), {
    rule: (value) => {
      const { from, to } = value as { readonly from: string; readonly to: string };
      if (from !== to) return undefined;
      return {
        path: ['to'],
        message: 'the fibres begin and end at the same pin',
        remedy: 'Choose two pins of the solid.',
      };
    },
  }),
  /** Strokes along the fibres on the surface, extended inside; their values say whether they paint (1) or erase (0). */
  z.strictObject({ kind: z.literal('painted'), field: paintedField(0, 'painted fibres').prefault({}) }),
  /** A file of directions, per element or at points. */
  z.strictObject({ kind: z.literal('file'), ...fileReference.shape }),
]);

/** What a material with fibres needs to know of a solid. */
export const fibres = z.strictObject({
  direction: direction.prefault({ kind: 'constant' }),
  activation: keyable({
    unit: '',
    label: 'activation',
    help: 'Active contraction of the fibres: 0 is relaxed, 1 is fully tensed.',
    symbol: 'alpha',
    min: 0,
    max: 1,
    default: 0,
  }),
});
export type Fibres = z.output<typeof fibres>;
