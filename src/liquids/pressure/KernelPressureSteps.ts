import type { LiquidPressureKernel } from '../../kernels/liquid/LiquidPressureKernel.ts';
import type { PressureCoupling } from './PressureCoupling.ts';
import type { PressureMatrix } from './PressureMatrix.ts';
import type { PressureSteps } from './PressureSteps.ts';

/** Steps with multigrid in kernels, with the bytes of the reference. What couples goes through arrays of the grid in every step. */
export class KernelPressureSteps implements PressureSteps {
  private readonly matrix: PressureMatrix;
  private readonly kernel: LiquidPressureKernel;
  private coupling: PressureCoupling | undefined;
  private direction = new Float64Array(0);
  private more = new Float64Array(0);
  /** Whether `direction` holds anything. */
  private isDirected = false;

  constructor(matrix: PressureMatrix, kernel: LiquidPressureKernel) {
    this.matrix = matrix;
    this.kernel = kernel;
  }

  update(coupling?: PressureCoupling): void {
    this.coupling = coupling;
    this.kernel.update(this.matrix);
    if (coupling === undefined) return;
    const { size } = this.matrix.grid;
    if (this.direction.length < size) {
      this.direction = new Float64Array(size);
      this.more = new Float64Array(size);
    } else if (this.isDirected) this.direction.fill(0);
    this.isDirected = true;
  }

  begin(residual: Float64Array, x: Float64Array): void {
    this.kernel.begin(residual, x);
  }

  precondition(): number {
    return this.kernel.cycle();
  }

  turn(beta: number): number {
    const product = this.kernel.turn(beta);
    if (this.coupling === undefined) return product;
    this.kernel.readDirection(this.direction);
    const { cells, unknowns } = this.matrix;
    // Of others nothing is read.
    for (let n = 0; n < unknowns; n++) this.more[cells[n]] = 0;
    this.coupling.addProduct(this.direction, this.more);
    return this.kernel.addImage(this.more);
  }

  step(alpha: number): number {
    return this.kernel.step(alpha);
  }

  finish(x: Float64Array): void {
    this.kernel.readSolution(x);
    if (this.coupling === undefined) return;
    const { cells, unknowns } = this.matrix;
    for (let n = 0; n < unknowns; n++) this.direction[cells[n]] = 0;
    this.isDirected = false;
  }
}
