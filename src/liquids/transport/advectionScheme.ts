import { z } from 'zod';

const schemes = z.enum(['maccormack', 'semi-lagrangian']);

/** How velocities on faces are advected by themselves. */
export type AdvectionScheme = z.output<typeof schemes>;

/** The choice between them. */
export function advectionParam(value: AdvectionScheme) {
  const help =
    'How velocities are carried along: MacCormack is of the second order and keeps eddies, semi-Lagrangian of the first, calmer and faster.';
  return schemes.default(value).meta({ label: 'advection', help });
}
