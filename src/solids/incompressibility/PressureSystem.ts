import type { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import type { ResidualTarget } from '../../math/minimalResidual.ts';
import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { OneRings } from './OneRings.ts';
import type { PairConstraints } from './PairConstraints.ts';

/** What a pressure system is made from. */
export interface PressureInput {
  readonly rings: OneRings;
  /** kg. */
  readonly masses: Float64Array;
  /** Rest volumes of the one-rings, m3. */
  readonly restVolumes: Float64Array;
  /** Contacts between vertices, which only the reference knows. */
  readonly pairs?: PairConstraints;
}

/** Valid until the next solve, which writes into the same object. */
export interface PressureReport {
  readonly iterations: number;
  readonly converged: boolean;
}

/**
 * The one-rings' volumes V, their gradients B and the Poisson equation of the pressures,
 *
 *   (B P M^-1 B^T + S) p = rhs   (Irving 2007, 4.2 and 4.4),
 *
 * with the projections P of contacts and constrained vertices. S smooths the pressures: on a patch of vertices that stick to something, pressures
 * that alternate from vertex to vertex push nothing, so that without S the solve answers with enormous ones. With a quarter b_ti of
 * dV_t/dx_i, S_ij = sigma sum over tetrahedra t of b_ti . b_tj / m_t, m_t the mean mass of the corners: sigma times the energy of grad p.
 * Its rows add up to zero, so that S moves volume between neighbours and takes none from the whole body.
 */
export interface PressureSystem {
  /** out = volumes of the one-rings at the positions (m), m3; inverted tetrahedra count negative. */
  volumesAt(positions: Float64Array, out: Float64Array): void;
  /** Takes B at the positions, m. */
  update(positions: Float64Array): void;
  /** out = B v, m3/s. */
  rates(v: Float64Array, out: Float64Array): void;
  /** out = B^T p, N (times the time in p), before any projection. */
  forces(p: Float64Array, out: Float64Array): void;
  /**
   * Solves for p (Pa s) from 0 until the residual, scaled to a unit diagonal, is below `target.relative` times the scaled right-hand
   * side (m3/s), or `target.absolute` (1/s) times the scaled rest volumes: at once, or at the latest when the `queue` has run. Nothing else may be asked of the system
   * until then.
   */
  begin(rhs: Float64Array, constraints: VelocityConstraints, target: ResidualTarget, queue?: KernelQueue): void;
  /** The p that was solved for, and B^T p as by `forces`. */
  take(p: Float64Array, force: Float64Array): PressureReport;
  dispose(): void;
}

/** sigma. Smaller values let go of patches that stick later, larger ones leave more of the single one-rings' errors to the next step. */
const SMOOTHING = 0.03;

/** sigma / m_t of each cell, 1/kg. */
export function smoothingWeights({ cells, cornerCount }: OneRings, masses: Float64Array): Float64Array {
  const weights = new Float64Array(cells.length / cornerCount);
  for (let cell = 0; cell < weights.length; cell++) {
    let sum = 0;
    const first = cornerCount * cell;
    for (let corner = first; corner < first + cornerCount; corner++) sum += masses[cells[corner]];
    weights[cell] = sum > 0 ? (cornerCount * SMOOTHING) / sum : 0;
  }
  return weights;
}
