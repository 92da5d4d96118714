import { z } from 'zod';

const schemes = z.enum(['maccormack', 'semi-lagrangian']);

/** How velocities on faces are advected by themselves. */
export type AdvectionScheme = z.output<typeof schemes>;

/** The choice between them. */
export function advectionParam(value: AdvectionScheme) {
  const help =
    'Advection scheme of the velocities. MacCormack is second-order and keeps vortices; semi-Lagrangian is first-order, calmer and faster.';
  return schemes.default(value).meta({ label: 'velocity advection', help });
}
