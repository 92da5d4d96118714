import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { switched } from '../marks.ts';

/** Eddies that keep the liquid turbulent where its cells would smooth it. */
export const liquidVortices = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'vortices',
      help: 'Small eddies go along with the liquid, turn and stretch with it, and keep it churning where cells of this size would smooth it.',
    }),
    source: z.enum(['obstacles', 'emitters', 'everywhere']).default('obstacles').meta({
      label: 'vortices from',
      help: 'Where eddies begin: beside colliders and coupled solids, in regions that pour, or all over.',
    }),
    rate: quantity({
      unit: '1/s',
      label: 'vortex rate',
      help: 'Eddies that begin per second.',
      min: 0,
      max: 10_000,
      softMax: 200,
      default: 40,
    }),
    spin: quantity({
      unit: '1/s',
      label: 'vortex spin',
      help: 'Vorticity in the middle of a new eddy: twice the speed at which it turns. No liquid is driven beyond it.',
      symbol: 'omega',
      min: 0,
      max: 1000,
      softMax: 100,
      default: 30,
    }),
    size: quantity({
      unit: 'm',
      label: 'vortex size',
      help: 'Radius of an eddy; less than a cell counts as a cell.',
      min: 1e-4,
      max: 100,
      softMin: 0.02,
      softMax: 0.5,
      default: 0.12,
    }),
    lifetime: quantity({
      unit: 's',
      label: 'vortex lifetime',
      help: 'After this long an eddy has lost all but 1/e of its spin.',
      min: 0.01,
      max: 1000,
      softMax: 10,
      default: 1.5,
    }),
    strength: quantity({
      unit: '1/s',
      label: 'vortex strength',
      help: 'How hard eddies drive the liquid until it turns as they do.',
      symbol: 'epsilon',
      min: 0,
      max: 1000,
      softMax: 40,
      default: 10,
    }),
  }),
);
