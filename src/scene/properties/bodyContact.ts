import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { marked } from '../marks.ts';
import { referenceToContact } from './common.ts';

/** Contact counts where there is any. */
export function anyContact(value: unknown): unknown {
  const { others, self } = value as { readonly others: boolean; readonly self: boolean };
  return others || self ? value : undefined;
}

/** The switch for collisions with other bodies, of solids and cloth alike. */
export const bodyCollision = z.boolean().default(false).meta({
  label: 'body collision',
  help: 'Lets the body collide with all solids and cloth that have this turned on; it passes through the others. Bodies without it simulate faster.',
});
/** Help of the friction between bodies, of solids and cloth alike. */
export const bodyFrictionHelp =
  'Coulomb friction coefficient against other bodies and itself: 0 is ice, above 1 is rubber. Between two bodies the geometric mean of both applies; colliders have their own.';

/** Contact of a deformable body with others, and with itself. */
export const bodyContact = marked(
  z.strictObject({
    others: bodyCollision,
    self: z.boolean().default(false).meta({
      label: 'self-collision',
      help: 'Keeps folds and limbs of the solid from passing through each other. Its cost grows with the number of surface triangles.',
    }),
    friction: quantity({
      unit: '',
      label: 'body friction',
      help: bodyFrictionHelp,
      symbol: 'mu',
      min: 0,
      max: 10,
      softMax: 1.5,
      default: 0.3,
    }),
    thickness: quantity({
      unit: '%',
      label: 'contact thickness',
      help: 'Distance at which surfaces begin to repel each other, as a share of their mean edge length. Larger values are safer and leave wider gaps.',
      min: 0.1,
      max: 50,
      softMax: 30,
      default: 10,
    }),
  }),
  { counts: anyContact },
);
export type ContactSettings = z.output<typeof bodyContact>;

/** How two entities meet, where that does not follow from both. */
export const contactPair = z.strictObject({
  bodies: z.tuple([referenceToContact, referenceToContact]),
  /** Whether the two touch, or pass through each other. */
  enabled: z.boolean().default(true),
  /** Friction coefficient of the pair; left out, it follows from both. */
  friction: z.number().min(0).max(10).optional(),
});
