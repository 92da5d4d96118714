import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { compressionThreshold } from '../compressionThreshold.ts';
import { lameParameters, type ConstitutiveModelDefinition } from '../ConstitutiveModel.ts';
import { extrapolateLinearly } from '../linearExtrapolation.ts';
import { logStrain } from '../logStrain.ts';
import { modelKernel } from '../modelKernel.ts';
import { muscleFibre } from '../muscleFibre.ts';
import { separableModel, type StretchFunction } from '../separableModel.ts';

/**
 * Skeletal muscle: transversely isotropic and quasi-incompressible (Teran et al. 2005, section 4; Irving 2007, 2.6.1). The matrix is a
 * Mooney-Rivlin solid with a pressure in the logarithm of the volume, in the separable form in which the second invariant is that of C^-1, with
 * mu = 2 (A + B), B = share (A + B) and J = s_0 s_1 s_2:
 *
 *     W   = sum (A (s_i^2 - 1) + B (s_i^-2 - 1) - 2 (A - B) log s_i) + lambda/2 (log J)^2      [J/m3]
 *     P_i = 2 A s_i - 2 B s_i^-3 - 2 (A - B) / s_i + lambda log(J) / s_i                       [Pa]
 *
 * extrapolated linearly below the compression threshold. For J = 1 the sum equals A (I1 - 3) + B (I2 - 3). The fibres add the tension of `muscleFibre`.
 */
const params = z.strictObject({
  threshold: compressionThreshold(),
  secondInvariant: quantity({
    unit: '',
    label: 'Second invariant',
    help: 'Share of the second invariant (areas) in the Mooney-Rivlin matrix; 0 is neo-Hookean, higher stiffens under compression.',
    symbol: 'B / (A + B)',
    min: 0,
    max: 1,
    default: 0.25,
  }),
  peakStress: quantity({
    unit: 'Pa',
    label: 'Peak fibre stress',
    help: 'Peak tension of fully active fibres, per undeformed area. About 300 kPa in vivo; 6 shear moduli shorten a free muscle by about a third.',
    symbol: 'sigma_max',
    min: 0,
    max: 1e8,
    softMax: 3e5,
    default: 1e5,
  }),
  optimalStretch: quantity({
    unit: '',
    label: 'Optimal stretch',
    help: 'Fibre stretch of peak active tension, beyond which passive tension sets in; 1 is the rest shape.',
    symbol: 'lambda_0',
    min: 0.7,
    max: 2,
    softMax: 1.5,
    default: 1,
  }),
  passiveScale: quantity({
    unit: '',
    label: 'Passive tension',
    help: 'Scale of the passive tension of stretched fibres, as a fraction of the peak stress; 0 leaves only the matrix.',
    symbol: 'p',
    min: 0,
    max: 10,
    softMax: 0.5,
    default: 0.05,
  }),
  passiveRate: quantity({
    unit: '',
    label: 'Passive rate',
    help: 'Exponential rate at which passive tension grows with stretch; higher is soft at first, then abrupt.',
    symbol: 'r',
    min: 0.1,
    max: 20,
    default: 6.6,
  }),
  passiveLimit: quantity({
    unit: '',
    label: 'Passive limit',
    help: 'Stretch, relative to the optimal one, above which passive tension grows linearly; lower means less stiffness and fewer substeps.',
    min: 1.01,
    max: 2,
    default: 1.4,
  }),
  descendingLimb: quantity({
    unit: '',
    label: 'Descending limb',
    help: 'How much active fibres weaken beyond the optimal stretch: 1 as measured, which destabilises uneven muscles; 0 not at all.',
    min: 0,
    max: 1,
    default: 0,
  }),
});

const muscle: ConstitutiveModelDefinition<z.infer<typeof params>> = {
  type: 'muscle',
  label: 'Muscle',
  reference: 'Teran et al. 2005, section 4; Irving 2007, section 2.6.1',
  params,
  hasFibres: true,
  create(elastic, { threshold, secondInvariant, ...fibre }) {
    const { mu, lambda } = lameParameters(elastic);
    const b = 0.5 * mu * secondInvariant;
    const a = 0.5 * mu - b;
    const extended = extrapolateLinearly(mooneyRivlin(a, b), logStrain, mu, lambda, threshold);
    const kernel = modelKernel('mooneyRivlin', { a, b, lambda, threshold, slope: extended.slope });
    return { mu, lambda, ...separableModel(extended.g, extended.l, lambda), kernel, fibre: muscleFibre(fibre) };
  },
};

/** g(s) = A (s^2 - 1) + B (s^-2 - 1) - 2 (A - B) log s; A and B in Pa. */
function mooneyRivlin(a: number, b: number): StretchFunction {
  return {
    value(s, out) {
      for (let i = 0; i < 3; i++) {
        const square = s[i] * s[i];
        out[i] = a * (square - 1) + b * (1 / square - 1) - 2 * (a - b) * Math.log(s[i]);
      }
    },
    first(s, out) {
      for (let i = 0; i < 3; i++) out[i] = 2 * (a * s[i] - b / (s[i] * s[i] * s[i]) - (a - b) / s[i]);
    },
    second(s, out) {
      for (let i = 0; i < 3; i++) {
        const square = s[i] * s[i];
        out[i] = 2 * (a + (3 * b) / (square * square) + (a - b) / square);
      }
    },
  };
}

export default muscle;
