import { z } from 'zod';
import { count, statistic } from './statistic.ts';

/** What a joint carries. */
const joint = z.strictObject({
  /** N, the largest mean over 1/240 s in the frame. */
  force: statistic({ label: 'Joint force', unit: 'N', noted: true }),
  /** N m. */
  torque: statistic({ label: 'Joint torque', unit: 'N m' }),
  /** m, the largest of the frame. */
  gap: statistic({ label: 'Joint gap', unit: 'm', noted: true }),
  /** 1 once it is broken. */
  broken: count({ label: 'Broken', unit: '' }),
  /** rad: the angle of a hinge, the swing of a ball joint. */
  angle: statistic({ label: 'Joint angle', unit: 'rad' }).optional(),
  /** m, of a slider. */
  displacement: statistic({ label: 'Joint displacement', unit: 'm' }).optional(),
});

/** Sections of the statistics of a joint. */
export const jointSections = { joint };

declare module './statistic.ts' {
  interface StatisticsSections {
    joint: z.output<typeof joint>;
  }
}
