import { projectVelocity } from '../projectVelocity.ts';
import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { PairConstraints } from './PairConstraints.ts';

/** Rounds q of the projections onto several constraints: each takes the rest down about threefold (Irving 2007, 4.4). */
const PROJECTION_ROUNDS = 4;

/**
 * What impulses do to velocities: P M^-1. P projects velocities onto what contacts and constrained vertices allow, (P_o P_1 .. P_n .. P_1 P_o)^q
 * with the projections P_o of single vertices and P_i of pairs.
 */
export class VelocityChange {
  /** 1/kg; 0 for vertices without mass. */
  readonly inverseMasses: Float64Array;
  private readonly pairs: PairConstraints | undefined;

  constructor(masses: Float64Array, pairs: PairConstraints | undefined) {
    this.inverseMasses = masses.map((mass) => (mass > 0 ? 1 / mass : 0));
    this.pairs = pairs;
  }

  /** v = P M^-1 v: impulses (N s) become velocities (m/s). */
  accelerate(constraints: VelocityConstraints, v: Float64Array): void {
    const { inverseMasses, pairs } = this;
    this.divideByMass(v);
    projectVelocity(constraints, v);
    if (pairs === undefined || pairs.count === 0) return;
    for (let round = 0; round < PROJECTION_ROUNDS; round++) {
      pairs.sweep(inverseMasses, v);
      projectVelocity(constraints, v);
    }
  }
  /** Divides by the masses, as a function of its own: code that V8 compiles within a loop is deoptimised behind it, each time, where what follows has not run yet. */
  private divideByMass(v: Float64Array): void {
    const { inverseMasses } = this;
    for (let i = 0; i < inverseMasses.length; i++) {
      v[3 * i] *= inverseMasses[i];
      v[3 * i + 1] *= inverseMasses[i];
      v[3 * i + 2] *= inverseMasses[i];
    }
  }
}
