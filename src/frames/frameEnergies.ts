import { z } from 'zod';

/** J. */
export const energies = z.strictObject({
  kinetic: z.number(),
  elastic: z.number(),
  /** -m g.x summed, zero at the origin. */
  gravity: z.number(),
});
