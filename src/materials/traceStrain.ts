import type { StretchFunction } from './separableModel.ts';

/** Strain s - 1 of one stretch; summed over the stretches it is tr(F - I) in the diagonal frame, a linear pressure's measure. */
export const traceStrain: StretchFunction = { value: (s) => s - 1, first: () => 1, second: () => 0 };
