import type { DiagonalBlocks } from '../../collision/SlipDrags.ts';
import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { BlockSparseMatrix } from '../../math/BlockSparseMatrix.ts';
import type { SolveReport, VelocitySolve } from '../SolidOperators.ts';
import { Bending } from './Bending.ts';
import { FilteredSolve } from './FilteredSolve.ts';
import { findHinges } from './hinges.ts';
import { lumpedMasses } from './lumpedMasses.ts';
import { Membrane } from './Membrane.ts';
import type { ShellInput } from './ShellInput.ts';
import type { ShellOperators } from './ShellOperators.ts';
import { SymmetricBlocks } from './SymmetricBlocks.ts';

/** Forces, stiffness and velocity solve of a shell, as `VelocityStep` asks for them. float64, one thread. */
export class ClothOperators implements ShellOperators {
  readonly vertexCount: number;
  readonly elementCount: number;
  readonly masses: Float64Array;
  readonly elasticForce: Float64Array;
  readonly membrane: Membrane;
  readonly bending: Bending;
  private readonly matrix: SymmetricBlocks;
  private readonly solver: FilteredSolve;
  private readonly diagonalBlocks: DiagonalBlocks;
  private at: Float64Array;

  constructor(input: ShellInput) {
    const { restPositions, triangles } = input;
    const count = restPositions.length / 3;
    const hinges = findHinges(triangles);
    this.vertexCount = count;
    this.elementCount = triangles.length / 3;
    this.at = restPositions;
    this.elasticForce = new Float64Array(3 * count);
    this.matrix = new SymmetricBlocks(count, [
      { size: 3, vertices: triangles },
      { size: 4, vertices: hinges },
    ]);
    this.membrane = new Membrane(input, this.matrix);
    this.bending = new Bending(hinges, restPositions, input.bendingStiffness, input.dampingTime, this.matrix);
    this.masses = lumpedMasses(input, this.membrane.areas);
    this.solver = new FilteredSolve(this.matrix, this.masses);
    const rows = Uint32Array.from(this.masses, (_, v) => v);
    this.diagonalBlocks = { blocks: this.matrix.diagonal, diagonal: rows, size: 9, stride: 3 };
  }

  /** s1 and s2 of every triangle at the last `updateElastic`. */
  get singularValues(): Float64Array {
    return this.membrane.stretches;
  }

  /** Elastic forces at `positions`, m, times `strength`. */
  updateElastic(positions: Float64Array, strength: number): void {
    this.at = positions;
    this.elasticForce.fill(0);
    this.membrane.addForces(positions, strength, this.elasticForce);
    this.bending.addForces(positions, strength, this.elasticForce);
  }

  updateDamping(): void {
    this.updateStiffness(0);
  }

  /** Assembles D + h K at the state of the last `updateElastic`; h in s. */
  updateStiffness(h: number): void {
    this.matrix.clear();
    this.solver.renew();
    this.membrane.assemble(h, this.at, this.matrix);
    this.bending.assemble(h, this.matrix);
  }

  /** Copies D + h K into a matrix of the pattern of `factorElements`. */
  copyMatrix(out: BlockSparseMatrix): void {
    const { rowStart, columns, lower, diagonal } = this.matrix;
    const { blocks } = out;
    blocks.fill(0);
    for (let row = 0; row < this.vertexCount; row++) {
      const own = 9 * out.diagonal[row];
      for (let n = 0; n < 9; n++) blocks[own + n] = diagonal[9 * row + n];
      for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
        const left = 9 * out.find(row, columns[k]);
        const right = 9 * out.find(columns[k], row);
        for (let n = 0; n < 9; n++) {
          blocks[left + n] = lower[9 * k + n];
          blocks[right + 3 * (n % 3) + Math.floor(n / 3)] = lower[9 * k + n];
        }
      }
    }
  }

  writeDiagonal(out: Float64Array): void {
    const { diagonal } = this.matrix;
    for (let v = 0; v < out.length; v++) out[v] = (diagonal[9 * v] + diagonal[9 * v + 4] + diagonal[9 * v + 8]) / 3;
  }

  /** out = (D + h K) velocity. */
  applyDamping(velocity: Float64Array, out: Float64Array): void {
    this.matrix.multiply(velocity, out);
  }

  solveVelocity(
    solve: VelocitySolve,
    rhs: Float64Array,
    constraints: VelocityConstraints,
    dv: Float64Array,
  ): SolveReport {
    const { drags } = constraints;
    if (drags === undefined || drags.count === 0) return this.solver.solve(solve, rhs, constraints, dv);
    this.solver.renew();
    drags.addTo(this.diagonalBlocks);
    const solved = this.solver.solve(solve, rhs, constraints, dv);
    drags.takeFrom(this.diagonalBlocks);
    this.solver.renew();
    return solved;
  }

  /** Reads the rest shape wherever it uses it. */
  renewRest(): void {
    // Nothing is kept of it.
  }

  dispose(): void {
    // Nothing outside the heap.
  }

  /** Strain and bending energy at the state of the last `updateElastic`, J. */
  elasticEnergy(): number {
    return this.membrane.energy(this.at) + this.bending.energy();
  }
}

/** Size of the elements of `factorElements`. */
export const FACTOR_SIZE = 4;

/** Returns the elements whose vertices have blocks in the matrix of a shell: its hinges, and its triangles, whose last vertex comes twice. */
export function factorElements(triangles: Uint32Array): Uint32Array {
  const hinges = findHinges(triangles);
  const elements = new Uint32Array(hinges.length + (FACTOR_SIZE * triangles.length) / 3);
  elements.set(hinges);
  for (let t = 0; t < triangles.length; t += 3) {
    const at = hinges.length + (FACTOR_SIZE * t) / 3;
    for (let k = 0; k < FACTOR_SIZE; k++) elements[at + k] = triangles[t + Math.min(k, 2)];
  }
  return elements;
}
