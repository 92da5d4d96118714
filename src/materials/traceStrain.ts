import type { StretchFunction } from './separableModel.ts';

/** Strain s - 1 of one stretch; its sum over the three stretches is tr(F - I) in the diagonal frame, which a linear pressure resists. */
export const traceStrain: StretchFunction = {
  value(s, out) {
    for (let i = 0; i < 3; i++) out[i] = s[i] - 1;
  },
  first: (_s, out) => void out.fill(1),
  second: (_s, out) => void out.fill(0),
};
