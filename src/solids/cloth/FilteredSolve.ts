import { projectVelocity } from '../projectVelocity.ts';
import { Constraint, type VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { SolveReport, VelocitySolve } from '../SolidOperators.ts';
import { ScaledBlocks } from './ScaledBlocks.ts';
import type { SymmetricBlocks } from './SymmetricBlocks.ts';

/** A residual that falls below this share of itself when the common motion is taken out is rounding. */
const ROUNDING = 1e-10;

/**
 * Solves (M + h S) dv = P rhs with dv = P dv by conjugate gradients, preconditioned by symmetric Gauss-Seidel in Eisenstat's form (1981: one
 * pass down and one up take the place of the product with the matrix and of the preconditioner) on `ScaledBlocks`. Vectors are float64. Where
 * nothing is constrained the common velocity, which S does not feel, is solved for exactly: what falls freely stays as it is. Allocates nothing.
 */
export class FilteredSolve {
  private readonly blocks: ScaledBlocks;
  private readonly masses: Float64Array;
  private readonly solution: Float64Array;
  private readonly residual: Float64Array;
  private readonly direction: Float64Array;
  private readonly upper: Float64Array;
  private readonly image: Float64Array;
  private readonly sums = new Float64Array(1);
  private readonly common = new Float64Array(3);
  private readonly report: { -readonly [Key in keyof SolveReport]: SolveReport[Key] } = {
    iterations: 0,
    relativeResidual: NaN,
    converged: true,
  };

  constructor(matrix: SymmetricBlocks, masses: Float64Array) {
    const vectors = () => new Float64Array(3 * masses.length);
    this.blocks = new ScaledBlocks(matrix, masses);
    this.masses = masses;
    this.solution = vectors();
    this.residual = vectors();
    this.direction = vectors();
    this.upper = vectors();
    this.image = vectors();
  }

  /** dv, m/s, from `rhs`, N s. The report is valid until the next solve. */
  solve(solve: VelocitySolve, rhs: Float64Array, constraints: VelocityConstraints, dv: Float64Array): SolveReport {
    const { residual, direction, solution, sums, report } = this;
    this.blocks.factor(solve.h, constraints);
    const moves = this.prepareResidual(rhs, constraints);
    this.blocks.sweepDown(residual);
    direction.set(residual);
    solution.fill(0);
    this.squareOf(residual);
    const initial = moves ? sums[0] : 0;
    let rho = sums[0];
    const target = solve.tolerance * solve.tolerance * initial;
    let iterations = 0;
    while (moves && rho > target && iterations < solve.maxIterations) {
      this.applyMatrix();
      this.advance(rho / sums[0]);
      this.turn(sums[0] / rho);
      rho = sums[0];
      iterations++;
    }
    this.blocks.scaleOut(solution);
    dv.set(solution);
    projectVelocity(constraints, dv);
    for (let k = 0; k < dv.length; k++) dv[k] += this.common[k % 3];
    report.iterations = iterations;
    report.relativeResidual = initial > 0 ? Math.sqrt(rho / initial) : 0;
    report.converged = !moves || rho <= target;
    return report;
  }

  /** Says that the matrix has new numbers. */
  renew(): void {
    this.blocks.renew();
  }

  /** residual = G P (rhs - M common); false where that is nothing but rounding. */
  private prepareResidual(rhs: Float64Array, constraints: VelocityConstraints): boolean {
    const { residual, common, sums, masses } = this;
    residual.set(rhs);
    projectVelocity(constraints, residual);
    this.findCommon(rhs, constraints.kinds);
    this.blocks.scaleIn(residual);
    this.squareOf(residual);
    const whole = sums[0];
    if (common[0] === 0 && common[1] === 0 && common[2] === 0) return whole > 0;
    for (let k = 0; k < residual.length; k++) residual[k] = rhs[k] - masses[Math.floor(k / 3)] * common[k % 3];
    this.blocks.scaleIn(residual);
    this.squareOf(residual);
    return sums[0] > ROUNDING * ROUNDING * whole;
  }

  /** common = the velocity that all vertices share, m/s: sum rhs / sum m; 0 where any vertex is constrained. */
  private findCommon(rhs: Float64Array, kinds: Uint8Array): void {
    const { common, masses } = this;
    common.fill(0);
    let mass = 0;
    for (let v = 0; v < kinds.length; v++) {
      if (kinds[v] !== Constraint.free) {
        common.fill(0);
        return;
      }
      mass += masses[v];
      for (let axis = 0; axis < 3; axis++) common[axis] += rhs[3 * v + axis];
    }
    for (let axis = 0; axis < 3; axis++) common[axis] /= mass;
  }

  /** One step along the direction, whose image is image + upper; sums[0] = residual . residual. */
  private advance(alpha: number): void {
    const { solution, residual, upper, image, sums } = this;
    let sum = 0;
    for (let k = 0; k < solution.length; k++) {
      solution[k] += alpha * upper[k];
      const left = residual[k] - alpha * (image[k] + upper[k]);
      residual[k] = left;
      sum += left * left;
    }
    sums[0] = sum;
  }

  private turn(beta: number): void {
    const { direction, residual } = this;
    for (let k = 0; k < direction.length; k++) direction[k] = residual[k] + beta * direction[k];
  }

  private squareOf(x: Float64Array): void {
    let sum = 0;
    for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
    this.sums[0] = sum;
  }

  /** upper = (I + L^T)^-1 direction and image = (I + L)^-1 (direction - upper); sums[0] = direction . (image + upper). */
  private applyMatrix(): void {
    const { blocks, upper, image, direction, sums } = this;
    upper.set(direction);
    blocks.sweepUp(upper);
    for (let k = 0; k < image.length; k++) image[k] = direction[k] - upper[k];
    blocks.sweepDown(image);
    let sum = 0;
    for (let k = 0; k < image.length; k += 3) {
      const x = direction[k] * (image[k] + upper[k]);
      const y = direction[k + 1] * (image[k + 1] + upper[k + 1]);
      const z = direction[k + 2] * (image[k + 2] + upper[k + 2]);
      sum += x + y + z;
    }
    sums[0] = sum;
  }
}
