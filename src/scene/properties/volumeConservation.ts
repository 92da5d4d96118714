import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { switched } from '../marks.ts';

/** Keeps the volume of a solid, locally: everywhere inside, not only as a whole. */
export const volumeConservation = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'volume conservation',
      help: 'Conserves the volume around every vertex, so that a compressed solid bulges, without the stiffness of a Poisson ratio near 0.5.',
    }),
    recoveryTime: quantity({
      unit: 's',
      label: 'recovery time',
      help: 'Shortest time in which a loss is restored; 0 restores it at once. Increase it where crushed parts burst open.',
      symbol: 'Delta tau',
      min: 0,
      max: 1000,
      softMax: 1,
      default: 0.1,
    }),
    tolerance: quantity({
      unit: '',
      label: 'pressure tolerance',
      help: 'Residual at which a pressure solve stops, relative to the change that it removes. Smaller values conserve better and take longer.',
      min: 1e-10,
      max: 0.5,
      softMax: 0.1,
      default: 0.01,
    }),
    maxIterations: z.int().min(1).max(1_000_000).default(5000).meta({
      label: 'pressure iterations',
      help: 'Largest number of iterations of one pressure solve. Very flat bodies need thousands.',
    }),
  }),
);
