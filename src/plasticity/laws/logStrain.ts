import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { RadialLaw } from '../RadialLaw.ts';
import type { YieldLawDefinition } from '../YieldLaw.ts';

const params = z.strictObject({
  yieldStrain: quantity({
    unit: '',
    label: 'yield strain',
    help: 'Largest elastic strain (norm of the logarithmic strain), beyond which deformation is permanent. Larger values spring back more.',
    symbol: 'gamma',
    min: 1e-5,
    max: 2,
    softMin: 0.01,
    softMax: 0.3,
    default: 0.05,
  }),
  compressible: z.boolean().default(false).meta({
    label: 'compressible',
    help: 'Makes compression permanent too, as in foam and snow. Turned off, only the shape yields, and the volume recovers.',
  }),
});

/**
 * Instantaneous flow to |log F_e| <= gamma (Irving 2007, 2.7): d = l - tr(l)/3, and where |d| > gamma the elastic part becomes tr(l)/3 + d gamma/|d|. As
 * printed, the norm is that of l itself, which compacts a compressed body permanently: that is the `compressible` switch.
 */
const logStrain: YieldLawDefinition<z.infer<typeof params>> = {
  type: 'log-strain',
  label: 'Logarithmic strain',
  reference: 'Irving 2007, sections 2.6.3 and 2.7',
  params,
  create: ({ yieldStrain, compressible }) =>
    new RadialLaw({ yieldStrain, flowTime: 0, hardening: 0, deviatoric: !compressible }),
};

export default logStrain;
