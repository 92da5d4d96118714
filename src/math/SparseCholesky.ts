import { assert } from '../base/errors.ts';
import { CholeskyKernel } from '../kernels/cholesky/CholeskyKernel.ts';
import { detectKernelSupport } from '../kernels/kernelSupport.ts';
import type { BlockSparseMatrix } from './BlockSparseMatrix.ts';
import { minimumDegree } from './minimumDegree.ts';
import { type NumericFactor, ReferenceFactor } from './ReferenceFactor.ts';
import { findSupernodes, type Supernodes } from './supernodes.ts';

/**
 * Cholesky factor A = L L^T of a symmetric positive definite matrix of 3x3 blocks, in float64, with an approximate minimum degree ordering. Columns with the
 * same rows form dense panels (left-looking supernodes, Ng and Peyton 1993). The constructor does the symbolic factorisation; `factor`
 * allocates the entries when it is first called, and nothing else allocates. The same matrix gives the same bytes, by kernels and by the reference.
 */
export class SparseCholesky {
  private readonly nodes: Supernodes;
  private readonly hasKernels: boolean;
  private numeric: NumericFactor | undefined;

  /** Analyses the pattern of `matrix`, which must be symmetric; its values are not used. `hasKernels`: whether kernels factor; where WebAssembly has SIMD, if left out. */
  constructor(matrix: BlockSparseMatrix, hasKernels = detectKernelSupport().simd) {
    this.hasKernels = hasKernels;
    const order = minimumDegree(matrix.rowStart, matrix.columns);
    this.nodes = findSupernodes(matrix.rowStart, matrix.columns, order);
  }

  /** Number of entries of the factor. */
  get entryCount(): number {
    const { begins, rowStart } = this.nodes;
    let sum = 0;
    for (let s = 0; s < begins.length - 1; s++)
      sum += 9 * (begins[s + 1] - begins[s]) * (rowStart[s + 1] - rowStart[s]);
    return sum;
  }

  /** Multiplications and additions of `factor`, about. */
  get operations(): number {
    const { begins, rowStart } = this.nodes;
    let sum = 0;
    for (let s = 0; s < begins.length - 1; s++) {
      const rows = 3 * (rowStart[s + 1] - rowStart[s]);
      sum += 3 * (begins[s + 1] - begins[s]) * rows * rows;
    }
    return sum;
  }

  /** Factors `matrix`, which must have the pattern of the constructor's. Returns false where it is not positive definite; `solve` must not be called then. */
  factor(matrix: BlockSparseMatrix): boolean {
    const { nodes, hasKernels } = this;
    assert(matrix.rowCount === nodes.order.length, 'the matrix has another pattern', { rows: matrix.rowCount });
    this.numeric ??= hasKernels ? new CholeskyKernel(nodes, matrix) : new ReferenceFactor(nodes);
    return this.numeric.factor(matrix);
  }

  /** Solves A x = b in place: `x` holds b on entry. */
  solve(x: Float64Array): void {
    const { numeric } = this;
    assert(numeric !== undefined, 'a matrix is factored before it is solved with');
    const { vector } = numeric;
    const { order } = this.nodes;
    for (let i = 0; i < order.length; i++) {
      const from = 3 * order[i];
      vector[3 * i] = x[from];
      vector[3 * i + 1] = x[from + 1];
      vector[3 * i + 2] = x[from + 2];
    }
    numeric.substitute();
    for (let i = 0; i < order.length; i++) {
      const to = 3 * order[i];
      x[to] = vector[3 * i];
      x[to + 1] = vector[3 * i + 1];
      x[to + 2] = vector[3 * i + 2];
    }
  }
}
