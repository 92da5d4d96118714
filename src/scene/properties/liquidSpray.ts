import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { switched } from '../marks.ts';

/** Liquid that flies apart from the rest. */
export const liquidSpray = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'spray',
      help: 'Drops that leave the body of the liquid are spray: drawn and exported as points of their own, and no part of its skin. Those that a level set would lose fly on, and join it again where they land.',
    }),
    distance: quantity({
      unit: 'cells',
      label: 'spray distance',
      help: 'From the body of the liquid to what counts as spray: less makes more of it, and of thinner sheets.',
      min: 0.5,
      max: 2,
      default: 1,
    }),
  }),
);
