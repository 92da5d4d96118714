import { IncompleteCholesky } from './IncompleteCholesky.ts';
import { Multigrid } from './Multigrid.ts';
import type { PressureCoupling } from './PressureCoupling.ts';
import type { PressureMatrix } from './PressureMatrix.ts';
import type { PressureSteps } from './PressureSteps.ts';

/** An approximate inverse of a pressure matrix, symmetric and definite. */
export interface ApproximateInverse {
  /** Takes the matrix as it stands. */
  update(): void;
  /** z = B r. */
  apply(r: Float64Array, z: Float64Array): void;
}

/** How residuals are made small before a direction is taken: by one of these, or by what a function makes of the matrix. */
export type PressurePreconditioner =
  | 'multigrid'
  | 'incomplete-cholesky'
  | ((matrix: PressureMatrix) => ApproximateInverse);

/** Steps in TypeScript: the reference of the kernels. */
export class ReferencePressureSteps implements PressureSteps {
  private readonly matrix: PressureMatrix;
  private readonly preconditioner: ApproximateInverse;
  private readonly residual: Float64Array;
  private readonly scaled: Float64Array;
  private readonly direction: Float64Array;
  private readonly image: Float64Array;
  private readonly solution: Float64Array;
  /** Which of four sums each unknown goes to, and the first unknown behind each layer. */
  private readonly lanes: Uint8Array;
  private readonly layerEnds: Uint32Array;
  private readonly sums = new Float64Array(4);
  private coupling: PressureCoupling | undefined;
  /** What the coupling adds to the image. */
  private readonly more: Float64Array;

  constructor(matrix: PressureMatrix, preconditioner: PressurePreconditioner) {
    const { size, counts } = matrix.grid;
    this.matrix = matrix;
    this.preconditioner = inverseOf(matrix, preconditioner);
    this.residual = new Float64Array(size);
    this.scaled = new Float64Array(size);
    this.direction = new Float64Array(size);
    this.image = new Float64Array(size);
    this.solution = new Float64Array(size);
    this.more = new Float64Array(size);
    this.lanes = new Uint8Array(size);
    this.layerEnds = new Uint32Array(counts[2]);
  }

  update(coupling?: PressureCoupling): void {
    this.coupling = coupling;
    this.preconditioner.update();
    this.findLanes();
    for (const vector of [this.residual, this.direction, this.image]) vector.fill(0);
  }

  begin(residual: Float64Array, x: Float64Array): void {
    const { cells, unknowns } = this.matrix;
    for (let n = 0; n < unknowns; n++) {
      this.residual[cells[n]] = residual[cells[n]];
      this.solution[cells[n]] = x[cells[n]];
    }
  }

  precondition(): number {
    this.preconditioner.apply(this.residual, this.scaled);
    return this.dot(this.residual, this.scaled);
  }

  turn(beta: number): number {
    const { direction, scaled, image, more, matrix } = this;
    const { cells, unknowns } = matrix;
    for (let n = 0; n < unknowns; n++) direction[cells[n]] = scaled[cells[n]] + beta * direction[cells[n]];
    matrix.multiply(direction, image);
    if (this.coupling !== undefined) {
      more.fill(0);
      this.coupling.addProduct(direction, more);
      for (let n = 0; n < unknowns; n++) image[cells[n]] += more[cells[n]];
    }
    return this.dot(direction, image);
  }

  step(alpha: number): number {
    const { residual, direction, image, solution } = this;
    const { cells, unknowns } = this.matrix;
    let most = 0;
    for (let n = 0; n < unknowns; n++) {
      const c = cells[n];
      solution[c] += alpha * direction[c];
      residual[c] -= alpha * image[c];
      most = Math.max(most, Math.abs(residual[c]));
    }
    return most;
  }

  finish(x: Float64Array): void {
    const { cells, unknowns } = this.matrix;
    for (let n = 0; n < unknowns; n++) x[cells[n]] = this.solution[cells[n]];
  }

  /** Sums as the kernels have them: of each layer four, for cells of either colour and for pairs along x that are even or odd. */
  private findLanes(): void {
    const { lanes, layerEnds, matrix } = this;
    const { cells, unknowns, grid } = matrix;
    const [, sy, sz] = grid.strides;
    layerEnds.fill(0);
    for (let n = 0; n < unknowns; n++) {
      const k = Math.floor(cells[n] / sz) - 1;
      const j = Math.floor((cells[n] % sz) / sy) - 1;
      const i = (cells[n] % sy) - 1;
      lanes[n] = 2 * ((i + j + k) & 1) + ((i >> 1) & 1);
      layerEnds[k] = n + 1;
    }
  }

  private dot(a: Float64Array, b: Float64Array): number {
    const { lanes, layerEnds, sums } = this;
    const { cells } = this.matrix;
    let total = 0;
    let n = 0;
    for (const end of layerEnds) {
      sums.fill(0);
      for (; n < end; n++) sums[lanes[n]] += a[cells[n]] * b[cells[n]];
      total += sums[0] + sums[1] + (sums[2] + sums[3]);
    }
    return total;
  }
}

function inverseOf(matrix: PressureMatrix, preconditioner: PressurePreconditioner): ApproximateInverse {
  if (typeof preconditioner === 'function') return preconditioner(matrix);
  return preconditioner === 'multigrid' ? new Multigrid(matrix) : new IncompleteCholesky(matrix);
}
