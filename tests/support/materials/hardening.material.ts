import { z } from 'zod';
import { quantity } from '../../../src/base/quantities.ts';
import { lameParameters, type ConstitutiveModelDefinition } from '../../../src/materials/ConstitutiveModel.ts';
import { modelKernel } from '../../../src/materials/modelKernel.ts';
import { separableModel, type StretchFunction } from '../../../src/materials/separableModel.ts';
import { traceStrain } from '../../../src/materials/traceStrain.ts';

/**
 * A material that exists for tests alone, of two files, this one and its kernel: the rotated linear model with a strain energy of fourth order, so that it hardens.
 *
 *     W = sum (mu e_i^2 + q/4 e_i^4) + lambda/2 (sum e_k)^2,  e_i = s_i - 1,  q = hardening mu      [J/m3]
 *     P_i = 2 mu e_i + q e_i^3 + lambda sum e_k                                                     [Pa]
 */
const params = z.strictObject({
  hardening: quantity({
    unit: '',
    label: 'Hardening',
    help: 'Stiffness of fourth order, in shear moduli; 0 is the rotated linear model.',
    symbol: 'q / mu',
    min: 0,
    max: 10,
    default: 2,
  }),
});

const hardening: ConstitutiveModelDefinition<z.infer<typeof params>> = {
  type: 'hardening',
  label: 'Hardening',
  reference: 'Made up for tests',
  params,
  create(elastic, given) {
    const { mu, lambda } = lameParameters(elastic);
    const quartic = given.hardening * mu;
    const g: StretchFunction = {
      value(s, out) {
        for (let i = 0; i < 3; i++) out[i] = mu * (s[i] - 1) ** 2 + 0.25 * quartic * (s[i] - 1) ** 4;
      },
      first(s, out) {
        for (let i = 0; i < 3; i++) out[i] = 2 * mu * (s[i] - 1) + quartic * (s[i] - 1) ** 3;
      },
      second(s, out) {
        for (let i = 0; i < 3; i++) out[i] = 2 * mu + 3 * quartic * (s[i] - 1) ** 2;
      },
    };
    const kernel = modelKernel('hardening', { mu, lambda, quartic });
    return { mu, lambda, ...separableModel(g, traceStrain, lambda), kernel };
  },
};

export default hardening;
