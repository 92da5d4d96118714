import { z } from 'zod';
import { compressionThreshold } from '../compressionThreshold.ts';
import { lameParameters, type ConstitutiveModelDefinition } from '../ConstitutiveModel.ts';
import { extrapolateLinearly } from '../linearExtrapolation.ts';
import { modelKernel } from '../modelKernel.ts';
import { separableModel, type StretchFunction } from '../separableModel.ts';

/** Green strain of one stretch, e(s) = (s^2 - 1) / 2. */
const greenStrain: StretchFunction = {
  value(s, out) {
    for (let i = 0; i < 3; i++) out[i] = 0.5 * (s[i] * s[i] - 1);
  },
  first: (s, out) => void out.set(s),
  second: (_s, out) => void out.fill(1),
};

/**
 * St. Venant-Kirchhoff, with e_i = (s_i^2 - 1)/2:
 *
 *     W = mu sum e_i^2 + lambda/2 (sum e_i)^2,      P_i = s_i (2 mu e_i + lambda sum e_k)     [Pa]
 *
 * Unmodified it weakens below s = 1/sqrt(3) and pushes inverted elements further into inversion (Irving 2007, figure 2.3a); below the
 * threshold it is extrapolated linearly.
 */
const params = z.strictObject({ threshold: compressionThreshold() });

const stVenantKirchhoff: ConstitutiveModelDefinition<z.infer<typeof params>> = {
  type: 'st-venant-kirchhoff',
  label: 'St. Venant-Kirchhoff',
  reference: 'Irving 2007, sections 2.6 and 2.14, figure 2.3',
  params,
  create(elastic, { threshold }) {
    const { mu, lambda } = lameParameters(elastic);
    const g: StretchFunction = {
      value(s, out) {
        for (let i = 0; i < 3; i++) out[i] = 0.25 * mu * (s[i] * s[i] - 1) * (s[i] * s[i] - 1);
      },
      first(s, out) {
        for (let i = 0; i < 3; i++) out[i] = mu * s[i] * (s[i] * s[i] - 1);
      },
      second(s, out) {
        for (let i = 0; i < 3; i++) out[i] = mu * (3 * s[i] * s[i] - 1);
      },
    };
    const extended = extrapolateLinearly(g, greenStrain, mu, lambda, threshold);
    const kernel = modelKernel('stVenantKirchhoff', { mu, lambda, threshold, slope: extended.slope });
    return { mu, lambda, ...separableModel(extended.g, extended.l, lambda), kernel };
  },
};

export default stVenantKirchhoff;
