import { assert } from '../base/errors.ts';
import type { ElasticConstants } from './ConstitutiveModel.ts';
import { lameParameters } from './ConstitutiveModel.ts';

/** Coefficients of the rotated damping stress P = beta (Fdot + Fdot^T) + alpha tr(Fdot), Pa s (Irving 2007, 2.6.2). */
export interface DampingCoefficients {
  readonly beta: number;
  readonly alpha: number;
}

/**
 * Damping proportional to stiffness from one number that an artist can judge: beta = mu tau, alpha = lambda tau, with the
 * damping time tau in seconds. Stress then answers to strain plus tau times strain rate: a mode of angular frequency omega
 * has the damping ratio omega tau / 2, so wobbles quicker than about pi tau die within one swing.
 */
export function dampingFromTime(elastic: ElasticConstants, dampingTime: number): DampingCoefficients {
  assert(dampingTime >= 0 && Number.isFinite(dampingTime), 'damping time is not negative', { dampingTime });
  const { mu, lambda } = lameParameters(elastic);
  return { beta: mu * dampingTime, alpha: lambda * dampingTime };
}

/** Damping ratio of a mode of `frequency` (Hz): 1 is critical. */
export function dampingRatio(dampingTime: number, frequency: number): number {
  return Math.PI * frequency * dampingTime;
}

/** The damping time (s) that gives a mode of `frequency` (Hz) this damping ratio. */
export function dampingTimeForRatio(ratio: number, frequency: number): number {
  return ratio / (Math.PI * frequency);
}
