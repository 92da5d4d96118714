import { MinimalResidual, type ResidualTarget } from '../../math/minimalResidual.ts';
import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import { OneRingMatrix, ringVolumes } from './OneRingMatrix.ts';
import { smoothingWeights, type PressureInput, type PressureReport, type PressureSystem } from './PressureSystem.ts';
import { VelocityChange } from './VelocityChange.ts';

/** One-rings whose diagonal is below this share of the one without constraints have no way to change their volume. */
const FIXED_ROW = 1e-6;

/** `PressureSystem` in float64 on one thread, with contacts between vertices. */
export class ReferencePressures implements PressureSystem {
  private readonly input: PressureInput;
  private readonly matrix: OneRingMatrix;
  private readonly change: VelocityChange;
  private readonly minimalResidual: MinimalResidual;
  private constraints: VelocityConstraints | undefined;
  /** D^-1/2 of the diagonal D, 0 for rows left out; sqrt(kg)/m2. */
  private readonly scale: Float64Array;
  private readonly freeDiagonal: Float64Array;
  private readonly diagonal: Float64Array;
  private readonly scaled: Float64Array;
  private readonly unknown: Float64Array;
  private readonly pressures: Float64Array;
  private readonly velocities: Float64Array;
  private readonly smoothed: Float64Array;
  private readonly target: ResidualTarget = { relative: NaN, absolute: NaN, maxIterations: 0 };
  private readonly report = { iterations: 0, converged: true };

  constructor(input: PressureInput) {
    const { rings, masses, pairs } = input;
    const count = rings.vertexCount;
    const scalars = () => new Float64Array(count);
    this.input = input;
    this.matrix = new OneRingMatrix(rings, smoothingWeights(rings, masses));
    this.change = new VelocityChange(masses, pairs);
    this.minimalResidual = new MinimalResidual(count);
    this.scale = scalars();
    this.scaled = scalars();
    this.unknown = scalars();
    this.pressures = scalars();
    this.smoothed = scalars();
    this.freeDiagonal = scalars();
    this.diagonal = scalars();
    this.velocities = new Float64Array(3 * count);
  }

  volumesAt(positions: Float64Array, out: Float64Array): void {
    ringVolumes(this.input.rings, positions, out);
  }

  update(positions: Float64Array): void {
    this.matrix.update(positions);
  }

  rates(v: Float64Array, out: Float64Array): void {
    this.matrix.multiplyRates(v, out);
  }

  forces(p: Float64Array, out: Float64Array): void {
    this.matrix.forces(p, out);
  }

  begin(rhs: Float64Array, constraints: VelocityConstraints, target: ResidualTarget): void {
    const { scale, scaled, unknown, report, minimalResidual } = this;
    const { restVolumes } = this.input;
    this.constraints = constraints;
    this.findScale();
    let square = 0;
    for (let i = 0; i < scale.length; i++) {
      scaled[i] = scale[i] * rhs[i];
      square += (scale[i] * restVolumes[i]) ** 2;
    }
    unknown.fill(0);
    this.target.relative = target.relative;
    this.target.absolute = target.absolute * Math.sqrt(square);
    this.target.maxIterations = target.maxIterations;
    minimalResidual.solve(this, scaled, this.target, unknown);
    report.iterations = minimalResidual.iterations;
    report.converged = minimalResidual.iterations < target.maxIterations;
  }

  take(p: Float64Array, force: Float64Array): PressureReport {
    const { scale, unknown, report } = this;
    for (let i = 0; i < scale.length; i++) p[i] = scale[i] * unknown[i];
    this.forces(p, force);
    return report;
  }

  private findScale(): void {
    const { scale, diagonal, freeDiagonal, matrix, change } = this;
    matrix.diagonal(change.inverseMasses, undefined, freeDiagonal);
    matrix.diagonal(change.inverseMasses, this.constraints, diagonal);
    for (let i = 0; i < scale.length; i++) {
      scale[i] = diagonal[i] > FIXED_ROW * freeDiagonal[i] ? 1 / Math.sqrt(diagonal[i]) : 0;
    }
  }

  /** out = D^-1/2 (B P M^-1 B^T + S) D^-1/2 x. */
  multiply(x: Float64Array, out: Float64Array): void {
    const { scale, pressures, velocities, smoothed, matrix } = this;
    for (let i = 0; i < scale.length; i++) pressures[i] = scale[i] * x[i];
    matrix.multiplyPushes(pressures, velocities);
    this.change.accelerate(this.constraints!, velocities);
    matrix.multiplyRates(velocities, out);
    matrix.smooth(pressures, smoothed);
    for (let i = 0; i < scale.length; i++) out[i] = scale[i] * (out[i] + smoothed[i]);
  }

  dispose(): void {
    // Holds nothing but arrays.
  }
}
