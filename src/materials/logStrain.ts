import type { StretchFunction } from './separableModel.ts';

/** Logarithmic strain log s of one stretch; its sum over the three stretches is log J. */
export const logStrain: StretchFunction = {
  value(s, out) {
    for (let i = 0; i < 3; i++) out[i] = Math.log(s[i]);
  },
  first(s, out) {
    for (let i = 0; i < 3; i++) out[i] = 1 / s[i];
  },
  second(s, out) {
    for (let i = 0; i < 3; i++) out[i] = -1 / (s[i] * s[i]);
  },
};
