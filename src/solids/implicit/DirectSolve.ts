import { BlockSparseMatrix } from '../../math/BlockSparseMatrix.ts';
import { SparseCholesky } from '../../math/SparseCholesky.ts';
import type { VelocityOperators } from '../VelocityOperators.ts';
import { projectVelocity } from '../projectVelocity.ts';
import { SlipDrags, type DiagonalBlocks } from '../../collision/SlipDrags.ts';
import { Constraint, type VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { SolidOperators, SolveReport, VelocitySolve } from '../SolidOperators.ts';
import { StepFailure, worstElement } from '../StepFailure.ts';

/** Operators whose matrix can be copied. */
export type CopiedOperators = VelocityOperators & Pick<SolidOperators, 'copyMatrix'>;

/** Sine below which a direction counts as one of those that a constraint takes. */
const LEAST_COMPLIANCE = 0.05;

const SOLVED: SolveReport = { iterations: 0, relativeResidual: 0, converged: true };

/**
 * The velocity solves of a body by a Cholesky factor in place of iterations, for who needs the answer to many forces: P (M + h (D + h K)) P + (I - P) M, P the
 * projection of the constraints. The matrix is the one that the body's own operators assemble. Factored where it or the constraints have changed.
 */
export class DirectSolve implements VelocityOperators {
  private readonly operators: CopiedOperators;
  private readonly matrix: BlockSparseMatrix;
  private readonly cholesky: SparseCholesky;
  /** What the factor is of. */
  private h = NaN;
  private readonly constraints: VelocityConstraints;
  private readonly diagonalBlocks: DiagonalBlocks;
  /** The drag of friction that the factor has. */
  private readonly drags: SlipDrags;

  /** `elements`: of `size` vertices each, two of which have a block of the matrix where an element holds both. */
  constructor(operators: CopiedOperators, elements: Uint32Array, size: number) {
    const count = operators.vertexCount;
    this.operators = operators;
    this.matrix = new BlockSparseMatrix(count, elements, size);
    this.cholesky = new SparseCholesky(this.matrix);
    this.diagonalBlocks = { blocks: this.matrix.blocks, diagonal: this.matrix.diagonal, size: 9, stride: 3 };
    this.constraints = { kinds: new Uint8Array(count), normals: new Float64Array(3 * count) };
    this.drags = new SlipDrags(count);
  }

  /** Numbers of the factor. */
  get entryCount(): number {
    return this.cholesky.entryCount;
  }

  /** How many products of the matrix with a vector take as many operations as its factor. */
  get factorIterations(): number {
    return this.cholesky.operations / (2 * this.matrix.blocks.length);
  }

  /** The matrix of the body's operators has new numbers. */
  renew(): void {
    this.h = NaN;
  }

  get vertexCount(): number {
    return this.operators.vertexCount;
  }

  get elementCount(): number {
    return this.operators.elementCount;
  }

  get masses(): Float64Array {
    return this.operators.masses;
  }

  get elasticForce(): Float64Array {
    return this.operators.elasticForce;
  }

  get singularValues(): Float32Array | Float64Array {
    return this.operators.singularValues;
  }

  updateDamping(): void {
    this.operators.updateDamping();
    this.h = NaN;
  }

  updateStiffness(h: number): void {
    this.operators.updateStiffness(h);
    this.h = NaN;
  }

  writeDiagonal(out: Float64Array, vertices?: Uint32Array, count?: number): void {
    this.operators.writeDiagonal(out, vertices, count);
  }

  applyDamping(velocity: Float64Array, out: Float64Array): void {
    this.operators.applyDamping(velocity, out);
  }

  /** Exact to rounding, whatever the tolerance. Throws `StepFailure` where the matrix is not definite. */
  solveVelocity(
    { h }: VelocitySolve,
    rhs: Float64Array,
    constraints: VelocityConstraints,
    dv: Float64Array,
  ): SolveReport {
    if (h !== this.h || !this.isFactored(constraints)) this.factor(h, constraints);
    dv.set(rhs);
    projectVelocity(this.constraints, dv);
    this.cholesky.solve(dv);
    return SOLVED;
  }

  /** F, N, becomes the change of velocity by it over the h of the last solve, under its constraints, m/s, in place. */
  applyInverse(force: Float64Array): void {
    const { h } = this;
    projectVelocity(this.constraints, force);
    for (let k = 0; k < force.length; k++) force[k] *= h;
    this.cholesky.solve(force);
  }

  /** Whether the constraints of the last solve let a vertex move along the direction (xyz) at `at` of an array. */
  isCompliant(vertex: number, direction: Float64Array, at: number): boolean {
    const { kinds, normals } = this.constraints;
    const kind = kinds[vertex];
    if (kind === Constraint.free || kind === Constraint.fixed) return kind === Constraint.free;
    let along = 0;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      along += direction[at + k] * normals[3 * vertex + k];
      square += direction[at + k] * direction[at + k];
    }
    const left = kind === Constraint.line ? along * along : square - along * along;
    return left > LEAST_COMPLIANCE * LEAST_COMPLIANCE * square;
  }

  private isFactored({ kinds, normals, drags }: VelocityConstraints): boolean {
    const { constraints: mine } = this;
    if (drags === undefined ? this.drags.count > 0 : !drags.addsAs(this.drags)) return false;
    for (let v = 0; v < kinds.length; v++) {
      if (kinds[v] !== mine.kinds[v]) return false;
      if (kinds[v] === Constraint.free || kinds[v] === Constraint.fixed) continue;
      for (let k = 3 * v; k < 3 * v + 3; k++) if (normals[k] !== mine.normals[k]) return false;
    }
    return true;
  }

  private factor(h: number, constraints: VelocityConstraints): void {
    const { operators, matrix, cholesky } = this;
    this.constraints.kinds.set(constraints.kinds);
    this.constraints.normals.set(constraints.normals);
    operators.copyMatrix(matrix);
    constraints.drags?.addTo(this.diagonalBlocks);
    if (constraints.drags === undefined) this.drags.count = 0;
    else this.drags.copy(constraints.drags);
    const { blocks, diagonal } = matrix;
    for (let k = 0; k < blocks.length; k++) blocks[k] *= h;
    for (let v = 0; v < diagonal.length; v++) {
      for (let k = 0; k < 9; k += 4) blocks[9 * diagonal[v] + k] += operators.masses[v];
    }
    constrainMatrix(matrix, this.constraints, operators.masses);
    this.h = h;
    if (cholesky.factor(matrix)) return;
    this.h = NaN;
    throw new StepFailure('the stiffness is not definite', worstElement(operators));
  }
}

/** A = P A P + (I - P) diag(masses). */
function constrainMatrix(
  { rowStart, columns, diagonal, blocks }: BlockSparseMatrix,
  { kinds, normals }: VelocityConstraints,
  masses: Float64Array,
): void {
  for (let row = 0; row < kinds.length; row++) {
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
      if (kinds[row] !== Constraint.free) {
        for (let j = 0; j < 3; j++) projectTriple(kinds[row], normals, 3 * row, blocks, 9 * k + j, 3);
      }
      const column = columns[k];
      if (kinds[column] === Constraint.free) continue;
      for (let i = 0; i < 9; i += 3) projectTriple(kinds[column], normals, 3 * column, blocks, 9 * k + i, 1);
    }
    if (kinds[row] !== Constraint.free) addComplement(kinds[row], normals, row, masses, blocks, diagonal[row]);
  }
}

/** Projects the three numbers at `at`, `stride` apart, by the constraint of a vertex with its direction at `normal`. */
function projectTriple(
  kind: number,
  normals: Float64Array,
  normal: number,
  blocks: Float64Array,
  at: number,
  stride: number,
): void {
  let along = 0;
  for (let k = 0; k < 3; k++) along += normals[normal + k] * blocks[at + k * stride];
  for (let k = 0; k < 3; k++) {
    const part = along * normals[normal + k];
    if (kind === Constraint.fixed) blocks[at + k * stride] = 0;
    else if (kind === Constraint.line) blocks[at + k * stride] = part;
    else blocks[at + k * stride] -= part;
  }
}

/** block += mass (I - P) of the vertex `row`. */
function addComplement(
  kind: number,
  normals: Float64Array,
  row: number,
  masses: Float64Array,
  blocks: Float64Array,
  block: number,
): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const identity = i === j ? 1 : 0;
      const along = normals[3 * row + i] * normals[3 * row + j];
      const share = kind === Constraint.fixed ? identity : kind === Constraint.line ? identity - along : along;
      blocks[9 * block + 3 * i + j] += masses[row] * share;
    }
  }
}
