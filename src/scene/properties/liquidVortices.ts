import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { switched } from '../marks.ts';

/** Eddies that keep the liquid turbulent where its cells would smooth it. */
export const liquidVortices = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'vortex particles',
      help: 'Adds small vortices that move with the liquid, turn and stretch with it, and restore turbulence that its cells smooth out.',
    }),
    source: z.enum(['obstacles', 'emitters', 'everywhere']).default('obstacles').meta({
      label: 'vortex source',
      help: 'Where new vortices start: beside colliders and coupled solids, in emitters, or everywhere.',
    }),
    rate: quantity({
      unit: '1/s',
      label: 'vortex rate',
      help: 'Number of new vortices per second.',
      min: 0,
      max: 10_000,
      softMax: 200,
      default: 40,
    }),
    spin: quantity({
      unit: '1/s',
      label: 'vorticity',
      help: 'Vorticity at the centre of a new vortex, twice its angular velocity. The liquid is not driven beyond it.',
      symbol: 'omega',
      min: 0,
      max: 1000,
      softMax: 100,
      default: 30,
    }),
    size: quantity({
      unit: 'm',
      label: 'vortex radius',
      help: 'Radius of a vortex. The smallest that acts is the cell size.',
      min: 1e-4,
      max: 100,
      softMin: 0.02,
      softMax: 0.5,
      default: 0.12,
    }),
    lifetime: quantity({
      unit: 's',
      label: 'vortex lifetime',
      help: 'Time in which the vorticity of a vortex decays to 1/e. Longer lifetimes keep the liquid turbulent for longer.',
      min: 0.01,
      max: 1000,
      softMax: 10,
      default: 1.5,
    }),
    strength: quantity({
      unit: '1/s',
      label: 'vortex strength',
      help: 'How hard vortices drive the liquid to rotate as they do. Larger values act sooner.',
      symbol: 'epsilon',
      min: 0,
      max: 1000,
      softMax: 40,
      default: 10,
    }),
  }),
);
