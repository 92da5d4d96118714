import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { switched } from '../marks.ts';
import { volumeConservation } from './volumeConservation.ts';

/** How a shell is bent and stretched for good. */
export const shellPlasticity = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'keeps dents',
      help: 'Bends and shears beyond the yield strains stay for good; else it always springs back.',
    }),
    bendYield: quantity({
      unit: '',
      label: 'bend yield strain',
      help: 'Strain at its faces above which bends stay. Small dents easily; 0.2 % is soft metal.',
      symbol: 'epsilon_y',
      min: 0,
      max: 10,
      softMax: 0.05,
      default: 0.004,
    }),
    stretchYield: quantity({
      unit: '',
      label: 'stretch yield strain',
      help: 'Shear of the surface, as logarithmic strain, above which it stays sheared.',
      symbol: 'y_a',
      min: 0,
      max: 10,
      softMax: 0.2,
      default: 0.05,
    }),
    sheetThickness: quantity({
      unit: 'm',
      label: 'sheet thickness',
      help: 'Of the material: a thick sheet yields at wider bends.',
      symbol: 't',
      min: 1e-6,
      max: 1,
      softMax: 0.02,
      default: 0.004,
    }),
  }),
);
export type ShellPlasticity = z.output<typeof shellPlasticity>;

/** Keeps the area of a shell everywhere, or the volume that a closed one encloses. */
export const shellConservation = switched(
  volumeConservation.extend({
    enabled: z.boolean().default(false).meta({
      label: 'keep size',
      help: 'Keeps the area of every part of the surface, or what a closed surface holds inside, whatever pulls and presses.',
    }),
    keeps: z.enum(['area', 'enclosed']).default('area').meta({
      label: 'keeps',
      help: 'Area: drawn out one way, every part narrows the other way, as rubber or skin of even thickness. Enclosed: a balloon that loses nothing of its filling; it must be closed.',
    }),
  }),
);
