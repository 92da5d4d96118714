import { MinimalResidual, type ResidualTarget } from '../../math/minimalResidual.ts';
import { projectVelocity } from '../ReferenceSolidOperators.ts';
import type { VelocityConstraints } from '../SolidOperators.ts';
import { OneRingMatrix } from './OneRingMatrix.ts';
import type { OneRings } from './OneRings.ts';
import type { PairConstraints } from './PairConstraints.ts';

/** Rounds q of the projections onto several constraints: each takes the rest down about threefold (Irving 2007, 4.4). */
const PROJECTION_ROUNDS = 4;
/** One-rings whose diagonal is below this share of the one without constraints have no way to change their volume. */
const FIXED_ROW = 1e-7;
/**
 * Least diagonal as a share of the one without constraints, or at rest: one-rings that contacts or crushing leave little room would take
 * enormous pressures for the little that they can do. Larger values let go of them sooner; those of a body pressed to a hundredth need 1e-4.
 */
const HINDERED_ROW = 1e-4;

/**
 * The Poisson equation of the pressures, B P M^-1 B^T p = rhs (Irving 2007, 4.2 and 4.4), symmetric positive semidefinite, by
 * MINRES on the system scaled to a unit diagonal. P projects velocities onto what contacts and held vertices allow:
 * (P_o P_1 .. P_n .. P_1 P_o)^q with the projections P_o of single vertices and P_i of pairs.
 */
export class PressureSolve {
  readonly minimalResidual: MinimalResidual;
  private readonly matrix: OneRingMatrix;
  private readonly inverseMasses: Float64Array;
  private readonly pairs: PairConstraints | undefined;
  private readonly constraints: VelocityConstraints;
  /** D^-1/2 of the diagonal D without constraints, 0 for rows left out; sqrt(kg)/m2. */
  private readonly scale: Float64Array;
  /** D, m4/kg, at rest, at the positions of the last `update`, and there with constraints. */
  private readonly restDiagonal: Float64Array;
  private readonly freeDiagonal: Float64Array;
  private readonly diagonal: Float64Array;
  private readonly scaled: Float64Array;
  private readonly unknown: Float64Array;
  private readonly pressures: Float64Array;
  private readonly velocities: Float64Array;

  constructor(
    rings: OneRings,
    restPositions: Float64Array,
    masses: Float64Array,
    constraints: VelocityConstraints,
    pairs: PairConstraints | undefined,
  ) {
    const count = rings.vertexCount;
    this.matrix = new OneRingMatrix(rings);
    this.inverseMasses = masses.map((mass) => (mass > 0 ? 1 / mass : 0));
    this.constraints = constraints;
    this.pairs = pairs;
    this.minimalResidual = new MinimalResidual(count);
    this.scale = new Float64Array(count);
    this.scaled = new Float64Array(count);
    this.unknown = new Float64Array(count);
    this.pressures = new Float64Array(count);
    this.velocities = new Float64Array(3 * count);
    this.restDiagonal = new Float64Array(count);
    this.freeDiagonal = new Float64Array(count);
    this.diagonal = new Float64Array(count);
    this.update(restPositions);
    this.restDiagonal.set(this.freeDiagonal);
  }

  /** Takes B at the positions, m. */
  update(positions: Float64Array): void {
    this.matrix.update(positions);
    this.matrix.diagonal(this.inverseMasses, undefined, this.freeDiagonal);
  }

  /** out = B^T p at the positions, which the solves do not see. */
  forcesAt(positions: Float64Array, p: Float64Array, out: Float64Array): void {
    this.matrix.updateForces(positions);
    this.matrix.forces(p, out);
  }

  /** Reads the constraints anew, which may change in place between solves. */
  constrain(): void {
    const { scale, diagonal, freeDiagonal, restDiagonal } = this;
    this.matrix.diagonal(this.inverseMasses, this.constraints, diagonal);
    for (let i = 0; i < scale.length; i++) {
      const free = Math.max(freeDiagonal[i], restDiagonal[i]);
      scale[i] = diagonal[i] > FIXED_ROW * free ? 1 / Math.sqrt(Math.max(diagonal[i], HINDERED_ROW * free)) : 0;
    }
  }

  /**
   * Improves the pressures p (times a time: Pa s) until the scaled residual is below `target.relative` times the scaled
   * right-hand side (m3/s), or `target.absolute` times the scaled `volumes` (m3), in 1/s.
   */
  solve(rhs: Float64Array, volumes: Float64Array, target: ResidualTarget, p: Float64Array): void {
    const { scale, scaled, unknown } = this;
    let square = 0;
    for (let i = 0; i < scale.length; i++) {
      scaled[i] = scale[i] * rhs[i];
      unknown[i] = scale[i] > 0 ? p[i] / scale[i] : 0;
      square += (scale[i] * volumes[i]) ** 2;
    }
    this.target.relative = target.relative;
    this.target.absolute = target.absolute * Math.sqrt(square);
    this.target.maxIterations = target.maxIterations;
    this.minimalResidual.solve(this, scaled, this.target, unknown);
    for (let i = 0; i < scale.length; i++) p[i] = scale[i] * unknown[i];
  }

  private readonly target: ResidualTarget = { relative: NaN, absolute: NaN, maxIterations: 0 };

  /** out = D^-1/2 B P M^-1 B^T D^-1/2 x. */
  multiply(x: Float64Array, out: Float64Array): void {
    const { scale, pressures, velocities } = this;
    for (let i = 0; i < scale.length; i++) pressures[i] = scale[i] * x[i];
    this.matrix.multiplyPushes(pressures, velocities);
    this.accelerate(velocities);
    this.matrix.multiplyRates(velocities, out);
    for (let i = 0; i < scale.length; i++) out[i] *= scale[i];
  }

  /** out = B^T p, N (times the time in p), before any projection. */
  forces(p: Float64Array, out: Float64Array): void {
    this.matrix.forces(p, out);
  }

  /** out = P M^-1 forces, m/s. */
  velocityChange(forces: Float64Array, out: Float64Array): void {
    out.set(forces);
    this.accelerate(out);
  }

  /** out = B v, m3/s. */
  rates(v: Float64Array, out: Float64Array): void {
    this.matrix.multiplyRates(v, out);
  }

  /** v = P M^-1 v. */
  private accelerate(v: Float64Array): void {
    const { inverseMasses, constraints, pairs } = this;
    for (let i = 0; i < inverseMasses.length; i++) {
      v[3 * i] *= inverseMasses[i];
      v[3 * i + 1] *= inverseMasses[i];
      v[3 * i + 2] *= inverseMasses[i];
    }
    projectVelocity(constraints, v);
    if (pairs === undefined || pairs.count === 0) return;
    for (let round = 0; round < PROJECTION_ROUNDS; round++) {
      pairs.sweep(inverseMasses, v);
      projectVelocity(constraints, v);
    }
  }
}
