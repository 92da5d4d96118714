import { z } from 'zod';
import { statistic } from './statistic.ts';

/** Mass and motion of a rigid body. */
const rigidBody = z.strictObject({
  mass: statistic({ label: 'Mass', unit: 'kg' }),
  speed: statistic({ label: 'Speed', unit: 'm/s', noted: true }),
  /** rad/s. */
  spin: statistic({ label: 'Angular speed', unit: 'rad/s' }),
  /** m, at the end of the frame. */
  overlap: statistic({ label: 'Deepest overlap', unit: 'm', noted: true }),
});

/** Sections of the statistics of a rigid body. */
export const rigidBodySections = { rigidBody };

declare module './statistic.ts' {
  interface StatisticsSections {
    rigidBody: z.output<typeof rigidBody>;
  }
}
