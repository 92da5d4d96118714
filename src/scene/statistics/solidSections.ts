import { z } from 'zod';
import { volumeConservationSection } from './bodySections.ts';
import { count, statistic } from './statistic.ts';

/** Stretch of the drawn surface, of solids whose elements leave it behind somewhere (see `DrawnStretch`). */
const surfaceStretch = z.strictObject({
  /** Longest edge over its length at rest. */
  largest: statistic({ label: 'Largest stretch of the drawn surface', unit: '' }),
  /** Stretch of an edge over that of the elements that carry its ends, where that is largest. */
  relative: statistic({ label: 'Largest stretch over that of the elements', unit: '' }),
  /** Share of the edges that are stretched too far. */
  share: statistic({ label: 'Drawn edges stretched too far', unit: '', percent: true }),
});

/** What integrating the solid implicitly spares; only of solids that were integrated implicitly. */
const integration = z.strictObject({
  /** Substeps a frame that the semi-implicit scheme would have needed. */
  explicitSubsteps: count({ label: 'Semi-implicit substeps', unit: '' }),
});

/** Work and accuracy of the solve for the frame's equilibrium; only of quasistatic solids. */
const equilibrium = z.strictObject({
  newtonIterations: count({ label: 'Newton iterations', unit: '' }),
  /** Norm of the forces that are out of balance, over that which shears the solid by its own size. */
  residual: statistic({ label: 'Residual of equilibrium', unit: '' }),
});

/** Pieces and cracks; only of solids that tear. */
const fracture = z.strictObject({
  pieces: count({ label: 'Pieces', unit: '', noted: true }),
  /** Share of the volume that the smallest piece has. */
  smallestPiece: statistic({ label: 'Smallest piece', unit: '', percent: true }),
  cracks: count({ label: 'Cracks', unit: '' }),
  cutElements: count({ label: 'Cut elements', unit: '' }),
});

/** Plastic strain; only of plastic solids. */
const plasticity = z.strictObject({
  /** |log F_p|. */
  largestStrain: statistic({ label: 'Largest plastic strain', unit: '' }),
  /** Mean of |log F_p|, weighted by volume. */
  meanStrain: statistic({ label: 'Mean plastic strain', unit: '' }),
  /** Quadrature points at the stretch limit. */
  pointsAtLimit: count({ label: 'Points at the stretch limit', unit: '' }),
  /** Mean of |log F_p,goal - log F_p| by volume, of solids with a goal. */
  goalDistance: statistic({ label: 'Distance to the plastic goal', unit: '' }).optional(),
});

/** Sections of the statistics of a solid; each is left out where the solid has no such thing. */
export const solidSections = {
  volumeConservation: volumeConservationSection,
  plasticity,
  fracture,
  integration,
  equilibrium,
  surfaceStretch,
};

declare module './statistic.ts' {
  interface StatisticsSections {
    plasticity: z.output<typeof plasticity>;
    fracture: z.output<typeof fracture>;
    integration: z.output<typeof integration>;
    equilibrium: z.output<typeof equilibrium>;
    surfaceStretch: z.output<typeof surfaceStretch>;
  }
}
