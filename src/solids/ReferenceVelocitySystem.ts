import type { BlockSparseMatrix } from '../math/BlockSparseMatrix.ts';
import { ConjugateGradientScratch, solveProjected, type ProjectedSystem } from '../math/projectedConjugateGradient.ts';
import { projectVelocity } from './projectVelocity.ts';
import type { DiagonalBlocks } from '../collision/SlipDrags.ts';
import type { VelocityConstraints } from '../collision/VelocityConstraints.ts';
import type { SolveReport, VelocitySolve } from './SolidOperators.ts';

/** (M + h D) dv = rhs under constraints, by conjugate gradients with the blocks' mean diagonal (as `SolidOperators.solveVelocity` says). */
export class ReferenceVelocitySystem {
  /** Masses of the matrix, kg. */
  readonly inertia: Float64Array;
  /** D, kg/s. */
  private readonly damping: BlockSparseMatrix;
  private readonly scratch: ConjugateGradientScratch;
  private readonly inverseDiagonal: Float64Array;
  private readonly system: ProjectedSystem;
  private constraints: VelocityConstraints;
  private readonly diagonalBlocks: DiagonalBlocks;
  /** h, s. */
  private step = 0;

  constructor(damping: BlockSparseMatrix, masses: Float64Array) {
    const count = masses.length;
    this.damping = damping;
    this.diagonalBlocks = { blocks: damping.blocks, diagonal: damping.diagonal, size: 9, stride: 3 };
    this.inertia = masses.slice();
    this.scratch = new ConjugateGradientScratch(3 * count);
    this.inverseDiagonal = new Float64Array(count);
    this.constraints = { kinds: new Uint8Array(count), normals: new Float64Array(3 * count) };
    this.system = {
      multiply: (x, out) => this.multiply(x, out),
      precondition: (r, out) => this.precondition(r, out),
      project: (x) => projectVelocity(this.constraints, x),
    };
  }

  solve(
    { h, tolerance, maxIterations }: VelocitySolve,
    rhs: Float64Array,
    constraints: VelocityConstraints,
    dv: Float64Array,
  ): SolveReport {
    const { inertia } = this;
    const { diagonal, blocks } = this.damping;
    this.step = h;
    this.constraints = constraints;
    constraints.drags?.addTo(this.diagonalBlocks);
    for (let v = 0; v < inertia.length; v++) {
      const block = 9 * diagonal[v];
      const trace = blocks[block] + blocks[block + 4] + blocks[block + 8];
      this.inverseDiagonal[v] = 1 / (inertia[v] + (h * trace) / 3);
    }
    const solved = solveProjected(this.system, rhs, tolerance, maxIterations, dv, this.scratch);
    constraints.drags?.takeFrom(this.diagonalBlocks);
    return solved;
  }

  private multiply(x: Float64Array, out: Float64Array): void {
    const { inertia, step } = this;
    this.damping.multiply(x, out);
    for (let v = 0; v < inertia.length; v++) {
      const mass = inertia[v];
      for (let k = 3 * v; k < 3 * v + 3; k++) out[k] = mass * x[k] + step * out[k];
    }
  }

  private precondition(r: Float64Array, out: Float64Array): void {
    const { inverseDiagonal } = this;
    for (let v = 0; v < inverseDiagonal.length; v++) {
      const scale = inverseDiagonal[v];
      for (let k = 3 * v; k < 3 * v + 3; k++) out[k] = scale * r[k];
    }
  }
}
