import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { switched } from '../marks.ts';

/** Liquid that flies apart from the rest. */
export const liquidSpray = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'spray',
      help: 'Draws and exports drops that leave the body of the liquid as separate points instead of parts of its surface mesh. With the particle level set, drops that it would lose fly on and merge with the liquid where they land.',
    }),
    distance: quantity({
      unit: 'cells',
      label: 'spray distance',
      help: 'Distance from the body of the liquid at which drops become spray. Smaller values give more spray, from thinner sheets too.',
      min: 0.5,
      max: 2,
      default: 1,
    }),
  }),
);
