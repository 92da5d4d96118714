import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { biphasicSpline, splineEnergy } from '../biphasicSpline.ts';
import { lameParameters, type ConstitutiveModelDefinition } from '../ConstitutiveModel.ts';
import { modelKernel } from '../modelKernel.ts';
import { separableModel } from '../separableModel.ts';
import { traceStrain } from '../traceStrain.ts';

/**
 * Biphasic cubic spline of stress over stretch plus a linear pressure: soft at small deformation and stiffer beyond, like most
 * tissue (Irving 2007, 2.6, the model of the Buddha in figures 2.9 and 2.10):
 *
 *     P_i = p(s_i) + lambda sum (s_k - 1)     [Pa],     p'(1) = 2 mu
 */
const params = z.strictObject({
  compressionThreshold: quantity({
    unit: '',
    label: 'Compression threshold',
    help: 'Principal stretch below which the material has its full compressed stiffness.',
    min: 0.05,
    max: 0.95,
    default: 0.6,
  }),
  compressionStiffening: quantity({
    unit: '',
    label: 'Compression stiffening',
    help: 'Ratio of the stiffness beyond the compression threshold to that at rest; 1 keeps the stress linear.',
    min: 0.1,
    max: 100,
    softMin: 1,
    softMax: 10,
    default: 3,
  }),
  stretchThreshold: quantity({
    unit: '',
    label: 'Stretch threshold',
    help: 'Principal stretch above which the material has its full stretched stiffness.',
    min: 1.05,
    max: 10,
    softMax: 3,
    default: 1.5,
  }),
  stretchStiffening: quantity({
    unit: '',
    label: 'Stretch stiffening',
    help: 'Ratio of the stiffness beyond the stretch threshold to that at rest; 1 keeps the stress linear.',
    min: 0.1,
    max: 100,
    softMin: 1,
    softMax: 10,
    default: 3,
  }),
});

const cubicSpline: ConstitutiveModelDefinition<z.infer<typeof params>> = {
  type: 'cubic-spline',
  label: 'Cubic spline',
  reference: 'Irving 2007, section 2.6',
  params,
  create(elastic, { compressionThreshold, compressionStiffening, stretchThreshold, stretchStiffening }) {
    const { mu, lambda } = lameParameters(elastic);
    const restSlope = 2 * mu;
    const spline = biphasicSpline({
      restSlope,
      compressionThreshold,
      compressionSlope: compressionStiffening * restSlope,
      stretchThreshold,
      stretchSlope: stretchStiffening * restSlope,
    });
    const kernel = modelKernel('cubicSpline', { lambda, ...spline });
    return { mu, lambda, ...separableModel(splineEnergy(spline), traceStrain, lambda), kernel };
  },
};

export default cubicSpline;
