import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { switched } from '../marks.ts';

/** Keeps the volume of a solid, locally: everywhere inside, not only as a whole. */
export const volumeConservation = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'keep volume',
      help: 'Squeezed flesh bulges elsewhere: every part keeps its volume, without the stiffness of a Poisson ratio near 0.5.',
    }),
    recoveryTime: quantity({
      unit: 's',
      label: 'recovery time',
      help: 'Lost volume comes back no faster than all of it in this time; 0 at once. Raise it where crushed parts burst back.',
      symbol: 'Delta tau',
      min: 0,
      max: 1000,
      softMax: 1,
      default: 0.1,
    }),
    tolerance: quantity({
      unit: '',
      label: 'volume tolerance',
      help: 'Residual at which a pressure solve stops, relative to the change of volume that it takes back.',
      min: 1e-10,
      max: 0.5,
      softMax: 0.1,
      default: 0.01,
    }),
    maxIterations: z.int().min(1).max(1_000_000).default(5000).meta({
      label: 'most pressure iterations',
      help: 'A pressure solve stops here; very flat bodies need thousands.',
    }),
  }),
);
