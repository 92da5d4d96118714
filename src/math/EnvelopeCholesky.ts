import { assert } from '../base/errors.ts';

/** Row lengths are multiples of this, so that a vector kernel can process four entries at a time. */
const LANES = 4;
/** Unknowns whose pivot is below this fraction of their diagonal entry are left out: the pivot consists of rounding errors. */
const LOST = 1e-10;

/**
 * Cholesky factor A = L L^T of a symmetric positive semidefinite matrix in envelope (skyline) storage: row i stores L_ij for the columns
 * `i - length_i <= j < i`, where length_i is a multiple of four and entries left of column 0 are zero. Unknowns without stiffness are
 * left out: their row and column are those of the identity, and `kept` is 0.
 */
export class EnvelopeCholesky {
  readonly size: number;
  /** Index of the first entry of each row, and of the end. */
  readonly rowStart: Uint32Array;
  readonly entries: Float64Array;
  /** 1 / L_ii; 0 for unknowns that were left out. */
  readonly inverseDiagonal: Float64Array;

  /** `firstColumn[i] <= i` is the first stored column of row i of the lower triangle. */
  constructor(firstColumn: ArrayLike<number>) {
    this.size = firstColumn.length;
    this.rowStart = new Uint32Array(this.size + 1);
    for (let i = 0; i < this.size; i++) {
      assert(firstColumn[i] <= i, 'a row of the lower triangle begins right of its diagonal', { row: i });
      const length = LANES * Math.ceil((i - firstColumn[i]) / LANES);
      this.rowStart[i + 1] = this.rowStart[i] + length;
    }
    this.entries = new Float64Array(this.rowStart[this.size]);
    this.inverseDiagonal = new Float64Array(this.size);
  }

  /** Returns the index into `entries` that column 0 of row i would have: entry (i, j) is at `origin(i) + j`. */
  origin(i: number): number {
    return this.rowStart[i + 1] - i;
  }

  /** Factors the matrix whose lower triangle is in `entries`, with the given diagonal; overwrites both. */
  factor(diagonal: Float64Array): void {
    const { entries, rowStart, inverseDiagonal, size } = this;
    for (let i = 0; i < size; i++) {
      const own = this.origin(i);
      const first = i - (rowStart[i + 1] - rowStart[i]);
      let pivot = diagonal[i];
      for (let j = Math.max(first, 0); j < i; j++) {
        const other = this.origin(j);
        const start = Math.max(first, j - (rowStart[j + 1] - rowStart[j]), 0);
        let sum = entries[own + j];
        for (let k = start; k < j; k++) sum -= entries[own + k] * entries[other + k];
        const value = sum * inverseDiagonal[j];
        entries[own + j] = value;
        pivot -= value * value;
      }
      if (pivot > LOST * diagonal[i]) {
        inverseDiagonal[i] = 1 / Math.sqrt(pivot);
      } else {
        inverseDiagonal[i] = 0;
        entries.fill(0, rowStart[i], rowStart[i + 1]);
      }
    }
  }

  /** Solves A x = b in place: `x` holds b on entry; unknowns that were left out become 0. */
  solve(x: Float64Array): void {
    const { entries, inverseDiagonal, size } = this;
    for (let i = 0; i < size; i++) {
      const own = this.origin(i);
      let sum = x[i];
      for (let j = this.firstColumn(i); j < i; j++) sum -= entries[own + j] * x[j];
      x[i] = sum * inverseDiagonal[i];
    }
    for (let i = size - 1; i >= 0; i--) {
      const own = this.origin(i);
      x[i] *= inverseDiagonal[i];
      for (let j = this.firstColumn(i); j < i; j++) x[j] -= entries[own + j] * x[i];
    }
  }

  private firstColumn(i: number): number {
    return Math.max(0, i - (this.rowStart[i + 1] - this.rowStart[i]));
  }
}
