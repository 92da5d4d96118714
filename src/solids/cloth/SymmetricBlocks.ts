import { assert } from '../../base/errors.ts';

/**
 * Symmetric sparse matrix of 3x3 blocks: the whole `diagonal`, nine row-major numbers per row, and the blocks left of it in compressed
 * rows, those of row `i` being `rowStart[i] .. rowStart[i+1]-1` in ascending `columns`. Half the memory of a full matrix, which is what
 * bounds its speed.
 */
export class SymmetricBlocks {
  readonly rowStart: Uint32Array;
  readonly columns: Uint32Array;
  readonly lower: Float64Array;
  readonly diagonal: Float64Array;

  /** `stencils`: element lists with their sizes; every two vertices of one element get a block. */
  constructor(rowCount: number, stencils: readonly { readonly size: number; readonly vertices: Uint32Array }[]) {
    const neighbours = Array.from({ length: rowCount }, () => new Set<number>());
    for (const { size, vertices } of stencils) {
      for (let first = 0; first < vertices.length; first += size) {
        for (let a = 0; a < size; a++) {
          for (let b = 0; b < size; b++) {
            const row = vertices[first + a];
            const column = vertices[first + b];
            if (column < row) neighbours[row].add(column);
          }
        }
      }
    }
    this.rowStart = new Uint32Array(rowCount + 1);
    neighbours.forEach((set, row) => (this.rowStart[row + 1] = this.rowStart[row] + set.size));
    this.columns = new Uint32Array(this.rowStart[rowCount]);
    neighbours.forEach((set, row) =>
      this.columns.set(
        [...set].sort((a, b) => a - b),
        this.rowStart[row],
      ),
    );
    this.lower = new Float64Array(9 * this.columns.length);
    this.diagonal = new Float64Array(9 * rowCount);
  }

  get rowCount(): number {
    return this.rowStart.length - 1;
  }

  clear(): void {
    this.lower.fill(0);
    this.diagonal.fill(0);
  }

  /** Returns the place of block (i, j), i not j: its index, or the complement of it where the transposed block is stored. */
  place(i: number, j: number): number {
    const row = Math.max(i, j);
    const column = Math.min(i, j);
    let low = this.rowStart[row];
    let high = this.rowStart[row + 1] - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.columns[middle] < column) low = middle + 1;
      else high = middle;
    }
    assert(this.columns[low] === column, 'block outside the pattern', { row, column });
    return i > j ? low : ~low;
  }

  /** out = A x. */
  multiply(x: Float64Array, out: Float64Array): void {
    const { rowStart, columns, lower, diagonal } = this;
    const rows = rowStart.length - 1;
    for (let row = 0; row < rows; row++) {
      const i = 3 * row;
      const d = 9 * row;
      const x0 = x[i];
      const x1 = x[i + 1];
      const x2 = x[i + 2];
      let y0 = diagonal[d] * x0 + diagonal[d + 1] * x1 + diagonal[d + 2] * x2;
      let y1 = diagonal[d + 3] * x0 + diagonal[d + 4] * x1 + diagonal[d + 5] * x2;
      let y2 = diagonal[d + 6] * x0 + diagonal[d + 7] * x1 + diagonal[d + 8] * x2;
      const end = rowStart[row + 1];
      for (let k = rowStart[row]; k < end; k++) {
        const j = 3 * columns[k];
        const m = 9 * k;
        const a = x[j];
        const b = x[j + 1];
        const c = x[j + 2];
        y0 += lower[m] * a + lower[m + 1] * b + lower[m + 2] * c;
        y1 += lower[m + 3] * a + lower[m + 4] * b + lower[m + 5] * c;
        y2 += lower[m + 6] * a + lower[m + 7] * b + lower[m + 8] * c;
        out[j] += lower[m] * x0 + lower[m + 3] * x1 + lower[m + 6] * x2;
        out[j + 1] += lower[m + 1] * x0 + lower[m + 4] * x1 + lower[m + 7] * x2;
        out[j + 2] += lower[m + 2] * x0 + lower[m + 5] * x1 + lower[m + 8] * x2;
      }
      out[i] = y0;
      out[i + 1] = y1;
      out[i + 2] = y2;
    }
  }
}
