import { z } from 'zod';
import { lameParameters, type ConstitutiveModelDefinition } from '../ConstitutiveModel.ts';
import { modelKernel } from '../modelKernel.ts';
import { separableModel, type StretchFunction } from '../separableModel.ts';
import { traceStrain } from '../traceStrain.ts';

/**
 * Linear elasticity in the rotated frame (Irving 2007, 2.6):
 *
 *     W = mu sum (s_i - 1)^2 + lambda/2 (tr(s - 1))^2,      P_i = 2 mu (s_i - 1) + lambda tr(s - 1)     [Pa]
 *
 * The stress is linear in s everywhere, so inversion needs no extrapolation. It resists the trace of the strain, not the change of volume.
 */
const params = z.strictObject({});

const rotatedLinear: ConstitutiveModelDefinition<z.infer<typeof params>> = {
  type: 'rotated-linear',
  label: 'Rotated linear',
  reference: 'Irving 2007, section 2.6',
  params,
  create(elastic) {
    const { mu, lambda } = lameParameters(elastic);
    const g: StretchFunction = {
      value(s, out) {
        for (let i = 0; i < 3; i++) out[i] = mu * (s[i] - 1) * (s[i] - 1);
      },
      first(s, out) {
        for (let i = 0; i < 3; i++) out[i] = 2 * mu * (s[i] - 1);
      },
      second(_s, out) {
        for (let i = 0; i < 3; i++) out[i] = 2 * mu;
      },
    };
    return {
      mu,
      lambda,
      hasConstantStiffness: true,
      ...separableModel(g, traceStrain, lambda),
      kernel: modelKernel('rotatedLinear', { mu, lambda }),
    };
  },
};

export default rotatedLinear;
