import { ClosedRegions } from './ClosedRegions.ts';
import { IncompleteCholesky } from './IncompleteCholesky.ts';
import { Multigrid } from './Multigrid.ts';
import type { PressureCoupling } from './PressureCoupling.ts';
import type { PressureMatrix } from './PressureMatrix.ts';

/** How residuals are made small before a direction is taken. */
export type PressurePreconditioner = 'multigrid' | 'incomplete-cholesky';

export interface PressureSolveReport {
  iterations: number;
  /** Largest |b - A p| over the largest |b|, of the recurrence. */
  residual: number;
  converged: boolean;
  /** Largest mean of b over a region without surface: what its walls press into it, which no pressure can take away. */
  trapped: number;
}

/** Conjugate gradients for `PressureMatrix`, in f64. Allocates nothing in a solve. */
export class PressureSolver {
  private readonly matrix: PressureMatrix;
  private readonly preconditioner: Multigrid | IncompleteCholesky;
  private readonly regions: ClosedRegions;
  private readonly residual: Float64Array;
  private readonly scaled: Float64Array;
  private readonly direction: Float64Array;
  private readonly image: Float64Array;
  private coupling: PressureCoupling | undefined;
  private readonly report: PressureSolveReport = { iterations: 0, residual: 0, converged: true, trapped: 0 };

  constructor(matrix: PressureMatrix, preconditioner: PressurePreconditioner = 'multigrid') {
    const vector = () => new Float64Array(matrix.grid.size);
    this.matrix = matrix;
    this.preconditioner = preconditioner === 'multigrid' ? new Multigrid(matrix) : new IncompleteCholesky(matrix);
    this.regions = new ClosedRegions(matrix);
    this.residual = vector();
    this.scaled = vector();
    this.direction = vector();
    this.image = vector();
  }

  /** Takes the matrix as it stands, and what is added to it; the preconditioner knows nothing of that. */
  update(coupling?: PressureCoupling): void {
    this.coupling = coupling;
    this.preconditioner.update();
    this.regions.update(coupling?.yielding);
  }

  /** Improves `x` until the largest |b - A x| is at most `tolerance` times the largest |b|. The report is valid until the next solve. */
  solve(b: Float64Array, x: Float64Array, tolerance: number, maxIterations: number): PressureSolveReport {
    const { matrix, residual, scaled, direction, image, report } = this;
    const { cells, unknowns } = matrix;
    // What is no unknown stays 0 in all of them.
    for (const vector of [residual, direction, image]) vector.fill(0);
    this.multiply(x, image);
    for (let n = 0; n < unknowns; n++) residual[cells[n]] = b[cells[n]] - image[cells[n]];
    report.trapped = this.regions.removeMeans(residual);
    const size = largest(b, matrix);
    const goal = tolerance * size;
    let left = largest(residual, matrix);
    let rho = 0;
    report.iterations = 0;
    // Not smaller also where a number is not finite.
    while (!(left <= goal) && report.iterations < maxIterations) {
      this.preconditioner.apply(residual, scaled);
      const next = dot(residual, scaled, matrix);
      const beta = rho === 0 ? 0 : next / rho;
      rho = next;
      for (let n = 0; n < unknowns; n++) direction[cells[n]] = scaled[cells[n]] + beta * direction[cells[n]];
      this.multiply(direction, image);
      const alpha = rho / dot(direction, image, matrix);
      if (!Number.isFinite(alpha)) break;
      for (let n = 0; n < unknowns; n++) {
        const c = cells[n];
        x[c] += alpha * direction[c];
        residual[c] -= alpha * image[c];
      }
      left = largest(residual, matrix);
      report.iterations++;
    }
    this.regions.removeMeans(x);
    report.residual = size === 0 ? 0 : left / size;
    report.converged = left <= goal;
    return report;
  }

  private multiply(x: Float64Array, out: Float64Array): void {
    this.matrix.multiply(x, out);
    this.coupling?.addProduct(x, out);
  }
}

function dot(a: Float64Array, b: Float64Array, { cells, unknowns }: PressureMatrix): number {
  let sum = 0;
  for (let n = 0; n < unknowns; n++) sum += a[cells[n]] * b[cells[n]];
  return sum;
}

function largest(x: Float64Array, { cells, unknowns }: PressureMatrix): number {
  let most = 0;
  for (let n = 0; n < unknowns; n++) most = Math.max(most, Math.abs(x[cells[n]]));
  return most;
}
