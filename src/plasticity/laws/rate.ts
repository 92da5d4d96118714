import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { RadialLaw } from '../RadialLaw.ts';
import type { YieldLawDefinition } from '../YieldLaw.ts';

const params = z.strictObject({
  yieldStrain: quantity({
    unit: '',
    label: 'yield strain',
    help: 'Largest elastic strain: the yield stress over twice the shear modulus. Almost 0 for putty, small for clay.',
    symbol: 'e_Y',
    min: 1e-5,
    max: 2,
    softMin: 0.001,
    softMax: 0.1,
    default: 0.015,
  }),
  flowTime: quantity({
    unit: 's',
    label: 'flow time',
    help: 'Time constant of plastic flow. 0 flows at once, as metal does; larger values spring back from quick impacts and creep under load.',
    symbol: 'tau',
    min: 0,
    max: 1000,
    softMax: 0.5,
    default: 0.01,
  }),
  hardening: quantity({
    unit: '',
    label: 'hardening',
    help: 'Growth of the yield strain per accumulated plastic strain, as in worked metal and clay.',
    symbol: 'h',
    min: 0,
    max: 100,
    softMax: 1,
    default: 0.02,
  }),
});

/**
 * Viscoplastic flow with hardening (Wojtan and Turk 2008, after Bargteil et al. 2007), integrated exactly over the substep (`RadialLaw`). As printed, a
 * share nu of the excess strain flows per step; here tau = 1/nu is a time, e_Y = P_Y / (2 mu) and h = K / (2 mu). tau = h = 0 gives the law of
 * logarithmic strain.
 */
const rate: YieldLawDefinition<z.infer<typeof params>> = {
  type: 'rate',
  label: 'Rate and hardening',
  reference: 'Wojtan and Turk 2008; Bargteil et al. 2007',
  params,
  create: (values) => new RadialLaw({ ...values, deviatoric: true }),
};

export default rate;
