import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { switched } from '../marks.ts';
import { volumeConservation } from './volumeConservation.ts';

/** How a shell bends and stretches plastically. */
export const shellPlasticity = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'plasticity',
      help: 'Makes bending and shear beyond the yield strains permanent. Turned off, the shell always springs back.',
    }),
    bendYield: quantity({
      unit: '',
      label: 'bend yield strain',
      help: 'Strain at the faces of the sheet above which bending is permanent. Small values dent easily; 0.2 % is soft metal.',
      symbol: 'epsilon_y',
      min: 0,
      max: 10,
      softMax: 0.05,
      default: 0.004,
    }),
    stretchYield: quantity({
      unit: '',
      label: 'stretch yield strain',
      help: 'Logarithmic shear strain of the surface above which shear is permanent.',
      symbol: 'y_a',
      min: 0,
      max: 10,
      softMax: 0.2,
      default: 0.05,
    }),
    sheetThickness: quantity({
      unit: 'm',
      label: 'sheet thickness',
      help: 'Thickness of the material. A thicker sheet yields at wider bends.',
      symbol: 't',
      min: 1e-6,
      max: 1,
      softMax: 0.02,
      default: 0.004,
    }),
  }),
);
export type ShellPlasticity = z.output<typeof shellPlasticity>;

/** Conserves the area of a shell everywhere, or the volume that a closed one encloses. */
export const shellConservation = switched(
  volumeConservation.extend({
    enabled: z.boolean().default(false).meta({
      label: 'conservation',
      help: 'Conserves the area of every part of the surface, or the volume that a closed surface encloses, under any load.',
    }),
    keeps: z.enum(['area', 'enclosed']).default('area').meta({
      label: 'conserved quantity',
      help: 'Area: every part that is stretched one way narrows the other way, as rubber of constant thickness. Enclosed: a closed surface keeps the volume inside it, as a balloon does.',
    }),
  }),
);
