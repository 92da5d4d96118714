import { assert } from '../base/errors.ts';
import type { ElasticConstants } from './ConstitutiveModel.ts';
import { lameParameters } from './ConstitutiveModel.ts';

/** Coefficients of the rotated damping stress P = beta (Fdot + Fdot^T) + alpha tr(Fdot), Pa s (Irving 2007, 2.6.2). */
export interface DampingCoefficients {
  readonly beta: number;
  readonly alpha: number;
}

/**
 * Stiffness-proportional damping from one parameter that an artist can judge: beta = mu tau, alpha = lambda tau, with the
 * damping time tau in seconds. The stress is then that of the strain plus tau times the strain rate: a mode of angular frequency omega
 * has the damping ratio omega tau / 2, so oscillations with a period below about pi tau decay within one swing.
 */
export function dampingFromTime(elastic: ElasticConstants, dampingTime: number): DampingCoefficients {
  assert(dampingTime >= 0 && Number.isFinite(dampingTime), 'damping time must be finite and at least 0', {
    dampingTime,
  });
  const { mu, lambda } = lameParameters(elastic);
  return { beta: mu * dampingTime, alpha: lambda * dampingTime };
}
