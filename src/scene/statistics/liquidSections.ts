import { z } from 'zod';
import { count, statistic } from './statistic.ts';

/** What a liquid consists of, and how much of it came and went. */
const liquid = z.strictObject({
  /** Particles; left out of shallow water. */
  particles: count({ label: 'Particles', unit: '' }).optional(),
  /** Area under shallow water; left out of liquids in three dimensions. */
  wetArea: statistic({ label: 'Wet area', unit: 'm2' }).optional(),
  largestSpeed: statistic({ label: 'Largest speed', unit: 'm/s' }),
  /** Volume inside the surface as the last substep found it, over what it should have been, less 1; frames of older versions do not say. */
  volumeDrift: statistic({ label: 'Volume drift', unit: '', percent: true, noted: true }).optional(),
  /** m3 that regions put in and took out since the first frame; what left through open sides is not counted. */
  emitted: statistic({ label: 'Emitted', unit: 'm3' }),
  drained: statistic({ label: 'Drained', unit: 'm3' }),
  /** Vortex particles, where there may be some. */
  vortices: count({ label: 'Vortex particles', unit: '' }).optional(),
});

/** What the pressure solves of the interval left beyond what makes up for volume; frames of older versions do not say. */
const divergence = z.strictObject({
  /** 1/s, of a cell. */
  largest: statistic({ label: 'Largest divergence', unit: '1/s', noted: true }),
  /** 1/s, the root of the mean square over cells and substeps. */
  rms: statistic({ label: 'Root mean square divergence', unit: '1/s' }),
  /** Largest net flow of a cell over what the tolerance of its solve allows. */
  overTolerance: statistic({ label: 'Divergence over tolerance', unit: '', noted: true }),
});

/** Particles of spray and their part of the volume; left out where spray is not stored apart. */
const spray = z.strictObject({
  particles: count({ label: 'Spray particles', unit: '' }),
  volume: statistic({ label: 'Spray volume', unit: 'm3' }),
});

/** Sections of the statistics of a liquid. */
export const liquidSections = { liquid, divergence, spray };

declare module './statistic.ts' {
  interface StatisticsSections {
    liquid: z.output<typeof liquid>;
    divergence: z.output<typeof divergence>;
    spray: z.output<typeof spray>;
  }
}
