import { z } from 'zod';

/** What PLY sequences of surfaces and of particles can be told. */
export const plyParams = z.strictObject({
  velocities: z
    .boolean()
    .default(true)
    .meta({ label: 'Velocities', help: 'Writes velocities per second as vx, vy, vz, where the shot has them.' }),
});
