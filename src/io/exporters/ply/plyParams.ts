import { z } from 'zod';

/** What PLY sequences of surfaces and of particles can be told. */
export const plyParams = z.strictObject({
  velocities: z
    .boolean()
    .default(true)
    .meta({ label: 'Velocities', help: 'Writes velocities per second as vx, vy, vz, if the shot has them.' }),
  fields: z.boolean().default(true).meta({
    label: 'Fields',
    help: 'Writes fields of vertices and particles, such as plastic strain; 0 for objects without them.',
  }),
});
