import { z } from 'zod';
import { compressionThreshold } from '../compressionThreshold.ts';
import { lameParameters, type ConstitutiveModelDefinition } from '../ConstitutiveModel.ts';
import { extrapolateLinearly } from '../linearExtrapolation.ts';
import { logStrain } from '../logStrain.ts';
import { modelKernel } from '../modelKernel.ts';
import { separableModel, type StretchFunction } from '../separableModel.ts';

/**
 * Neo-Hookean (Irving 2007, 2.14), with J = s_0 s_1 s_2:
 *
 *     W = sum (mu/2 (s_i^2 - 1) - mu log s_i) + lambda/2 (log J)^2,      P_i = mu (s_i - 1/s_i) + lambda log(J) / s_i     [Pa]
 *
 * Unmodified it is singular at s = 0 (figure 2.3b); below the threshold it is extrapolated linearly (figure 2.3d).
 */
const params = z.strictObject({ threshold: compressionThreshold() });

const neoHookean: ConstitutiveModelDefinition<z.infer<typeof params>> = {
  type: 'neo-hookean',
  label: 'Neo-Hookean',
  reference: 'Irving 2007, sections 2.6 and 2.14, figure 2.3',
  params,
  create(elastic, { threshold }) {
    const { mu, lambda } = lameParameters(elastic);
    const g: StretchFunction = {
      value(s, out) {
        for (let i = 0; i < 3; i++) out[i] = mu * (0.5 * (s[i] * s[i] - 1) - Math.log(s[i]));
      },
      first(s, out) {
        for (let i = 0; i < 3; i++) out[i] = mu * (s[i] - 1 / s[i]);
      },
      second(s, out) {
        for (let i = 0; i < 3; i++) out[i] = mu * (1 + 1 / (s[i] * s[i]));
      },
    };
    const extended = extrapolateLinearly(g, logStrain, mu, lambda, threshold);
    const kernel = modelKernel('neoHookean', { mu, lambda, threshold, slope: extended.slope });
    return { mu, lambda, ...separableModel(extended.g, extended.l, lambda), kernel };
  },
};

export default neoHookean;
