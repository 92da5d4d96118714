import { z } from 'zod';
import { statistic } from './statistic.ts';

/** Errors of volume as shares of the rest volume; only of bodies that conserve it. */
export const volumeConservationSection = z.strictObject({
  /** Change of the whole volume, negative where some is lost. */
  volumeError: statistic({ label: 'Volume error', unit: '', percent: true }),
  /** Largest change of one one-ring, of either sign. */
  worstRing: statistic({ label: 'Worst one-ring volume error', unit: '', percent: true }),
});

declare module './statistic.ts' {
  interface StatisticsSections {
    volumeConservation: z.output<typeof volumeConservationSection>;
  }
}
