import type { LiquidPressureKernel } from '../../kernels/liquid/LiquidPressureKernel.ts';
import { ClosedRegions } from './ClosedRegions.ts';
import { KernelPressureSteps } from './KernelPressureSteps.ts';
import type { PressureCoupling } from './PressureCoupling.ts';
import type { PressureMatrix } from './PressureMatrix.ts';
import type { PressureSteps } from './PressureSteps.ts';
import { type PressurePreconditioner, ReferencePressureSteps } from './ReferencePressureSteps.ts';

export interface PressureSolveReport {
  iterations: number;
  /** Largest |b|, m/s. */
  size: number;
  /** Largest |b - A p| over the largest |b|, of the recurrence. */
  residual: number;
  converged: boolean;
  /** Largest mean of b over a region without surface: what its walls press into it, which no pressure can take away. */
  trapped: number;
}

/** Conjugate gradients for `PressureMatrix`, in f64. Allocates nothing in a solve. */
export class PressureSolver {
  private readonly matrix: PressureMatrix;
  private readonly steps: PressureSteps;
  private readonly regions: ClosedRegions;
  private readonly residual: Float64Array;
  private coupling: PressureCoupling | undefined;
  private readonly report: PressureSolveReport = { iterations: 0, size: 0, residual: 0, converged: true, trapped: 0 };

  /** Creates the solver; multigrid with the kernel of a grid like that of the matrix gives the same bytes. */
  constructor(
    matrix: PressureMatrix,
    preconditioner: PressurePreconditioner = 'multigrid',
    kernel?: LiquidPressureKernel,
  ) {
    this.matrix = matrix;
    this.steps =
      kernel !== undefined && preconditioner === 'multigrid'
        ? new KernelPressureSteps(matrix, kernel)
        : new ReferencePressureSteps(matrix, preconditioner);
    this.regions = new ClosedRegions(matrix);
    this.residual = new Float64Array(matrix.grid.size);
  }

  /** Takes the matrix as it stands, and what is added to it; the preconditioner knows nothing of that. */
  update(coupling?: PressureCoupling): void {
    this.coupling = coupling;
    this.steps.update(coupling);
    this.regions.update(coupling?.compliant);
  }

  /** Improves `x` until the largest |b - A x| is at most `tolerance` times the largest |b|. The report is valid until the next solve. */
  solve(b: Float64Array, x: Float64Array, tolerance: number, maxIterations: number): PressureSolveReport {
    const { matrix, steps, residual, report } = this;
    this.findResidual(b, x);
    report.trapped = this.regions.removeMeans(residual);
    const size = largest(b, matrix);
    const goal = tolerance * size;
    let left = largest(residual, matrix);
    let rho = 0;
    report.iterations = 0;
    steps.begin(residual, x);
    // Not smaller also where a number is not finite.
    while (!(left <= goal) && report.iterations < maxIterations) {
      const next = steps.precondition();
      const beta = rho === 0 ? 0 : next / rho;
      rho = next;
      const alpha = rho / steps.turn(beta);
      if (!Number.isFinite(alpha)) break;
      left = steps.step(alpha);
      report.iterations++;
    }
    steps.finish(x);
    this.regions.removeMeans(x);
    report.size = size;
    report.residual = size === 0 ? 0 : left / size;
    report.converged = left <= goal;
    return report;
  }

  /** residual = b - A x at the unknowns. */
  private findResidual(b: Float64Array, x: Float64Array): void {
    const { matrix, residual } = this;
    const { cells, unknowns } = matrix;
    for (let n = 0; n < unknowns; n++) residual[cells[n]] = 0;
    if (largest(x, matrix) !== 0) {
      matrix.multiply(x, residual);
      this.coupling?.addProduct(x, residual);
    }
    for (let n = 0; n < unknowns; n++) residual[cells[n]] = b[cells[n]] - residual[cells[n]];
  }
}

function largest(x: Float64Array, { cells, unknowns }: PressureMatrix): number {
  let most = 0;
  for (let n = 0; n < unknowns; n++) most = Math.max(most, Math.abs(x[cells[n]]));
  return most;
}
