import type { LiquidPressureKernel } from '../../kernels/liquid/LiquidPressureKernel.ts';
import type { PressureCoupling } from './PressureCoupling.ts';
import type { PressureMatrix } from './PressureMatrix.ts';
import type { PressureSteps } from './PressureSteps.ts';

/** Steps with multigrid in kernels, with the bytes of the reference. What couples goes through arrays of the grid in every step, of which only its cells count. */
export class KernelPressureSteps implements PressureSteps {
  private readonly matrix: PressureMatrix;
  private readonly kernel: LiquidPressureKernel;
  private coupling: PressureCoupling | undefined;
  private direction = new Float64Array(0);
  private more = new Float64Array(0);

  constructor(matrix: PressureMatrix, kernel: LiquidPressureKernel) {
    this.matrix = matrix;
    this.kernel = kernel;
  }

  update(coupling?: PressureCoupling): void {
    this.coupling = coupling;
    this.kernel.update(this.matrix);
    if (coupling === undefined) return;
    this.kernel.couple(coupling.coupled, coupling.coupledCount);
    const { size } = this.matrix.grid;
    if (this.direction.length === size) return;
    this.direction = new Float64Array(size);
    this.more = new Float64Array(size);
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
    const { coupled, coupledCount } = this.coupling;
    for (let n = 0; n < coupledCount; n++) this.more[coupled[n]] = 0;
    this.coupling.addProduct(this.direction, this.more);
    return this.kernel.addImage(this.more);
  }

  step(alpha: number): number {
    return this.kernel.step(alpha);
  }

  finish(x: Float64Array): void {
    this.kernel.readSolution(x);
  }
}
