import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { FlowState, type YieldLaw, type YieldLawDefinition } from '../YieldLaw.ts';

const params = z.strictObject({
  yieldStrain: quantity({
    unit: '',
    label: 'yield strain',
    help: 'Strain that springs back: the yield stress over twice the shear modulus. Putty has next to none, clay a little.',
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
    help: 'How long it takes to give way: 0 at once, as metal; longer springs back from quick hits and creeps under load.',
    symbol: 'tau',
    min: 0,
    max: 1000,
    softMax: 0.5,
    default: 0.01,
  }),
  hardening: quantity({
    unit: '',
    label: 'hardening',
    help: 'How much the yield strain grows per strain that has flowed: kneaded metal and clay stiffen.',
    symbol: 'h',
    min: 0,
    max: 100,
    softMax: 1,
    default: 0.02,
  }),
});

/**
 * Viscoplastic flow with hardening (Wojtan and Turk 2008, after Bargteil et al. 2007), solved exactly over the substep, so that the result does
 * not depend on its length: with e = |dev l|,
 *
 *     D = max(0, e - e_Y - h alpha) / (1 + h) (1 - exp(-(1 + h) dt / tau)),   dev l *= 1 - D/e,   alpha += D
 *
 * As printed a share nu of the excess flows per step. Here tau = 1/nu is a time; e_Y = P_Y / (2 mu); h = K / (2 mu). tau = h = 0 is the law of
 * logarithmic strain.
 */
const rate: YieldLawDefinition<z.infer<typeof params>> = {
  type: 'rate',
  label: 'Rate and hardening',
  reference: 'Wojtan and Turk 2008; Bargteil et al. 2007',
  params,
  create: ({ yieldStrain, flowTime, hardening }) => new RateLaw(yieldStrain, flowTime, hardening),
};

class RateLaw implements YieldLaw {
  readonly yieldStrain: number;
  readonly deviatoric = true;
  private readonly flowTime: number;
  readonly hardening: number;
  /** Flow of a substep per excess of strain. */
  private share = 0;

  constructor(yieldStrain: number, flowTime: number, hardening: number) {
    this.yieldStrain = yieldStrain;
    this.flowTime = flowTime;
    this.hardening = hardening;
  }

  beginStep(dt: number): void {
    const rateOfDecay = 1 + this.hardening;
    this.share = (this.flowTime === 0 ? 1 : -Math.expm1((-rateOfDecay * dt) / this.flowTime)) / rateOfDecay;
  }

  project(strain: Float64Array, state: Float64Array): void {
    const mean = (strain[0] + strain[1] + strain[2]) / 3;
    const d0 = strain[0] - mean;
    const d1 = strain[1] - mean;
    const d2 = strain[2] - mean;
    const norm = Math.sqrt(d0 * d0 + d1 * d1 + d2 * d2);
    const excess = norm - this.yieldStrain * state[FlowState.yieldFactor] - this.hardening * state[FlowState.hardening];
    if (!(excess > 0)) return;
    const flow = excess * this.share;
    state[FlowState.hardening] += flow;
    const scale = 1 - flow / norm;
    strain[0] = mean + scale * d0;
    strain[1] = mean + scale * d1;
    strain[2] = mean + scale * d2;
  }
}

export default rate;
