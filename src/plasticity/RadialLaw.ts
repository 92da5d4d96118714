import { FlowState, type YieldLaw } from './YieldLaw.ts';

export interface RadialLawInput {
  readonly yieldStrain: number;
  /** Flow time tau, s; 0 flows at once. */
  readonly flowTime: number;
  /** Hardening h. */
  readonly hardening: number;
  readonly deviatoric: boolean;
}

/**
 * Flow along the strain itself, integrated exactly over the substep so that the result does not depend on its length. With d = l - tr(l)/3 (or d = l where
 * flow compacts) and e = |d|,
 *
 *     D = max(0, e - e_Y - h alpha) / (1 + h) (1 - exp(-(1 + h) dt / tau)),   d *= 1 - D/e,   alpha += D
 *
 * For tau = h = 0, d ends at the yield strain.
 */
export class RadialLaw implements YieldLaw {
  readonly yieldStrain: number;
  readonly hardening: number;
  readonly deviatoric: boolean;
  /** D over the excess strain, for the substep of the last `beginStep`. */
  share = 0;
  private readonly flowTime: number;

  constructor({ yieldStrain, flowTime, hardening, deviatoric }: RadialLawInput) {
    this.yieldStrain = yieldStrain;
    this.flowTime = flowTime;
    this.hardening = hardening;
    this.deviatoric = deviatoric;
  }

  beginStep(dt: number): void {
    const decay = 1 + this.hardening;
    this.share = (this.flowTime === 0 ? 1 : -Math.expm1((-decay * dt) / this.flowTime)) / decay;
  }

  project(strain: Float64Array, state: Float64Array): void {
    const mean = this.deviatoric ? (strain[0] + strain[1] + strain[2]) / 3 : 0;
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
