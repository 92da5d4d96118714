import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { marked } from '../marks.ts';
import { referenceToBody } from './common.ts';

/** Contact counts where there is any. */
export function anyContact(value: unknown): unknown {
  const { others, self } = value as { readonly others: boolean; readonly self: boolean };
  return others || self ? value : undefined;
}

/** Contact of a deformable body with others, and with itself. */
export const bodyContact = marked(
  z.strictObject({
    others: z.boolean().default(false).meta({
      label: 'touches other bodies',
      help: 'Collides with every other body that has this on. Bodies that have it off pass through each other, and are faster.',
    }),
    self: z.boolean().default(false).meta({
      label: 'touches itself',
      help: 'Folds and limbs stop at each other instead of passing through. Costs time for every surface triangle.',
    }),
    friction: quantity({
      unit: '',
      label: 'body friction',
      help: 'Against bodies and itself; of two bodies, the geometric mean counts. 0 is ice, above 1 is rubber.',
      symbol: 'mu',
      min: 0,
      max: 10,
      softMax: 1.5,
      default: 0.3,
    }),
    thickness: quantity({
      unit: '%',
      label: 'contact thickness',
      help: 'Surfaces begin to push each other away at this share of their mean edge. Larger is safer and leaves wider gaps.',
      min: 0.1,
      max: 50,
      softMax: 30,
      default: 10,
    }),
  }),
  { counts: anyContact },
);
export type ContactSettings = z.output<typeof bodyContact>;

/** An exception for two bodies. */
export const contactPair = z.strictObject({
  bodies: z.tuple([referenceToBody, referenceToBody]),
  /** Whether the two touch, or pass through each other. */
  enabled: z.boolean().default(true),
  /** Friction coefficient of the pair; left out, it follows from the two bodies. */
  friction: z.number().min(0).max(10).optional(),
});
