import type { ShallowKernel, ShallowKernelGrid } from '../../kernels/liquid/ShallowKernel.ts';
import { prepareEdges } from './edges.ts';
import {
  DRY,
  type ShallowForces,
  type ShallowSteps,
  type ShallowStepsInput,
  type WaterColumns,
} from './ShallowSteps.ts';

/** The steps of `ReferenceShallowSteps` by a kernel, in whose memory the water is. */
export class KernelShallowSteps implements ShallowSteps {
  readonly water: WaterColumns;
  readonly ground: Float64Array;
  private readonly input: ShallowStepsInput;
  private readonly kernel: ShallowKernel;
  private readonly between: WaterColumns;

  constructor(input: ShallowStepsInput, createKernel: (grid: ShallowKernelGrid) => ShallowKernel) {
    const { counts, h, size, row } = input.grid;
    this.input = input;
    this.kernel = createKernel({ counts, h, size, row, closed: input.closed, dryDepth: DRY });
    this.water = named(this.kernel.water);
    this.between = named(this.kernel.between);
    this.ground = this.kernel.ground;
  }

  step(dt: number, forces: ShallowForces): void {
    prepareEdges(this.input.grid, this.input.closed, this, this.between);
    this.kernel.step(dt, forces);
  }

  fastestWave(gravity: number): number {
    return this.kernel.fastestWave(gravity);
  }

  dispose(): void {
    this.kernel.dispose();
  }
}

function named([depth, velocityX, velocityZ]: readonly Float64Array[]): WaterColumns {
  return { depth, velocityX, velocityZ };
}
