import type { BlockSparseMatrix } from './BlockSparseMatrix.ts';
import type { Supernodes } from './supernodes.ts';

/** The numbers of a Cholesky factor whose structure is known. */
export interface NumericFactor {
  /** The vector that `substitute` solves for, in the order of elimination. */
  readonly vector: Float64Array;
  /** Factors a matrix of the pattern; false where it is not positive definite. */
  factor(matrix: BlockSparseMatrix): boolean;
  /** vector = A^-1 vector. */
  substitute(): void;
}

/**
 * Numeric Cholesky factorisation by dense panels (left-looking supernodes, Ng and Peyton 1993) and the two substitutions. The panel of a supernode of w unknowns is stored by rows of w numbers, its own rows
 * first; entries right of the diagonal are unused.
 */
export class ReferenceFactor implements NumericFactor {
  readonly vector: Float64Array;
  private readonly nodes: Supernodes;
  private readonly entries: Float64Array;
  /** 1 / L_ii in the order of elimination. */
  private readonly inverseDiagonal: Float64Array;
  /** Offset of the panel of each supernode, and of the end. */
  private readonly panels: Float64Array;
  /** Row of a vertex in the present panel. */
  private readonly rowOf: Int32Array;
  /** Factored supernodes that still update others, as linked lists per supernode that they update next; with the row that the update starts from. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;
  private readonly nextRow: Uint32Array;

  constructor(nodes: Supernodes) {
    const { begins, rowStart, order } = nodes;
    const count = begins.length - 1;
    this.nodes = nodes;
    this.panels = new Float64Array(count + 1);
    for (let s = 0; s < count; s++) {
      const width = begins[s + 1] - begins[s];
      this.panels[s + 1] = this.panels[s] + 9 * width * (rowStart[s + 1] - rowStart[s]);
    }
    this.entries = new Float64Array(this.panels[count]);
    this.inverseDiagonal = new Float64Array(3 * order.length);
    this.vector = new Float64Array(3 * order.length);
    this.rowOf = new Int32Array(order.length);
    this.first = new Int32Array(count);
    this.next = new Int32Array(count);
    this.nextRow = new Uint32Array(count);
  }

  factor(matrix: BlockSparseMatrix): boolean {
    const { first, next, nextRow, nodes } = this;
    const { begins, rows, rowStart, owner } = nodes;
    this.entries.fill(0);
    first.fill(-1);
    for (let s = 0; s < first.length; s++) {
      for (let k = rowStart[s]; k < rowStart[s + 1]; k++) this.rowOf[rows[k]] = k - rowStart[s];
      this.gather(matrix, s);
      for (let d = first[s]; d >= 0;) {
        const following = next[d];
        let end = nextRow[d];
        while (end < rowStart[d + 1] && rows[end] < begins[s + 1]) end++;
        this.subtract(d, nextRow[d], end, s);
        nextRow[d] = end;
        this.enlist(d, end, owner);
        d = following;
      }
      if (!this.factorPanel(s)) return false;
      this.enlist(s, rowStart[s] + begins[s + 1] - begins[s], owner);
    }
    return true;
  }

  substitute(): void {
    this.solveForward(this.vector);
    this.solveBackward(this.vector);
  }

  /** Appends a factored supernode to the list of the one that it updates next. */
  private enlist(s: number, row: number, owner: Uint32Array): void {
    const { rows, rowStart } = this.nodes;
    this.nextRow[s] = row;
    if (row >= rowStart[s + 1]) return;
    const target = owner[rows[row]];
    this.next[s] = this.first[target];
    this.first[target] = s;
  }

  /** Copies the lower triangle of the matrix's columns into a panel. */
  private gather(matrix: BlockSparseMatrix, s: number): void {
    const { begins, order, place } = this.nodes;
    const { entries, rowOf } = this;
    const { blocks } = matrix;
    const begin = begins[s];
    const width = 3 * (begins[s + 1] - begin);
    for (let j = begin; j < begins[s + 1]; j++) {
      const vertex = order[j];
      for (let k = matrix.rowStart[vertex]; k < matrix.rowStart[vertex + 1]; k++) {
        const i = place[matrix.columns[k]];
        if (i < j) continue;
        // Block (j, i) is the transpose of (i, j).
        const at = this.panels[s] + 3 * rowOf[i] * width + 3 * (j - begin);
        for (let a = 0; a < 3; a++) {
          for (let b = 0; b < 3; b++) entries[at + a * width + b] = blocks[9 * k + 3 * b + a];
        }
      }
    }
  }

  /** Subtracts from panel s the product of supernode d's rows from `row` on; its rows before `end` are columns of panel s. */
  private subtract(d: number, row: number, end: number, s: number): void {
    const { begins, rows, rowStart } = this.nodes;
    const { entries, rowOf, panels } = this;
    const width = 3 * (begins[d + 1] - begins[d]);
    const target = 3 * (begins[s + 1] - begins[s]);
    for (let j = row; j < end; j++) {
      const column = panels[s] + 3 * (rows[j] - begins[s]);
      const right = panels[d] + 3 * (j - rowStart[d]) * width;
      for (let i = j; i < rowStart[d + 1]; i++) {
        const left = panels[d] + 3 * (i - rowStart[d]) * width;
        subtractTile(entries, left, right, width, width, column + 3 * rowOf[rows[i]] * target, target);
      }
    }
  }

  /** Factors the panel in place; false where a pivot is not positive. */
  private factorPanel(s: number): boolean {
    const { begins, rowStart } = this.nodes;
    const { entries, inverseDiagonal } = this;
    const width = begins[s + 1] - begins[s];
    const stride = 3 * width;
    const rowCount = rowStart[s + 1] - rowStart[s];
    for (let j = 0; j < width; j++) {
      const right = this.panels[s] + 3 * j * stride;
      for (let i = j; i < rowCount; i++) {
        const left = this.panels[s] + 3 * i * stride;
        subtractTile(entries, left, right, stride, 3 * j, left + 3 * j, stride);
        if (i > j) divideTile(entries, left + 3 * j, right + 3 * j, stride, inverseDiagonal, 3 * (begins[s] + j));
        else if (!factorTile(entries, left + 3 * j, stride, inverseDiagonal, 3 * (begins[s] + j))) return false;
      }
    }
    return true;
  }

  /** Forward substitution: x = L^-1 x. */
  private solveForward(x: Float64Array): void {
    const { entries, inverseDiagonal, panels } = this;
    const { begins, rows, rowStart } = this.nodes;
    for (let s = 0; s < begins.length - 1; s++) {
      const base = 3 * begins[s];
      const width = 3 * begins[s + 1] - base;
      let at = panels[s];
      for (let j = 0; j < width; j++) {
        let sum = x[base + j];
        for (let k = 0; k < j; k++) sum -= entries[at + k] * x[base + k];
        x[base + j] = sum * inverseDiagonal[base + j];
        at += width;
      }
      for (let row = rowStart[s] + width / 3; row < rowStart[s + 1]; row++) {
        const to = 3 * rows[row];
        let a = x[to];
        let b = x[to + 1];
        let c = x[to + 2];
        for (let k = 0; k < width; k++) {
          const y = x[base + k];
          a -= entries[at + k] * y;
          b -= entries[at + width + k] * y;
          c -= entries[at + 2 * width + k] * y;
        }
        x[to] = a;
        x[to + 1] = b;
        x[to + 2] = c;
        at += 3 * width;
      }
    }
  }

  /** Backward substitution: x = L^-T x. */
  private solveBackward(x: Float64Array): void {
    const { entries, inverseDiagonal, panels } = this;
    const { begins, rows, rowStart } = this.nodes;
    for (let s = begins.length - 2; s >= 0; s--) {
      const base = 3 * begins[s];
      const width = 3 * begins[s + 1] - base;
      let at = panels[s] + width * width;
      for (let row = rowStart[s] + width / 3; row < rowStart[s + 1]; row++) {
        const from = 3 * rows[row];
        const a = x[from];
        const b = x[from + 1];
        const c = x[from + 2];
        for (let k = 0; k < width; k++) {
          x[base + k] -= entries[at + k] * a + entries[at + width + k] * b + entries[at + 2 * width + k] * c;
        }
        at += 3 * width;
      }
      for (let j = width - 1; j >= 0; j--) {
        const value = x[base + j] * inverseDiagonal[base + j];
        x[base + j] = value;
        at = panels[s] + j * width;
        for (let k = 0; k < j; k++) x[base + k] -= entries[at + k] * value;
      }
    }
  }
}

/** Subtracts A B^T from the 3x3 tile at `target`: A and B are three rows each at `left` and `right`, of `length` numbers, `stride` apart. */
function subtractTile(
  m: Float64Array,
  left: number,
  right: number,
  stride: number,
  length: number,
  target: number,
  targetStride: number,
): void {
  let t00 = 0;
  let t01 = 0;
  let t02 = 0;
  let t10 = 0;
  let t11 = 0;
  let t12 = 0;
  let t20 = 0;
  let t21 = 0;
  let t22 = 0;
  for (let k = 0; k < length; k++) {
    const a0 = m[left + k];
    const a1 = m[left + stride + k];
    const a2 = m[left + 2 * stride + k];
    const b0 = m[right + k];
    const b1 = m[right + stride + k];
    const b2 = m[right + 2 * stride + k];
    t00 += a0 * b0;
    t01 += a0 * b1;
    t02 += a0 * b2;
    t10 += a1 * b0;
    t11 += a1 * b1;
    t12 += a1 * b2;
    t20 += a2 * b0;
    t21 += a2 * b1;
    t22 += a2 * b2;
  }
  m[target] -= t00;
  m[target + 1] -= t01;
  m[target + 2] -= t02;
  target += targetStride;
  m[target] -= t10;
  m[target + 1] -= t11;
  m[target + 2] -= t12;
  target += targetStride;
  m[target] -= t20;
  m[target + 1] -= t21;
  m[target + 2] -= t22;
}

/** Multiplies the tile at `at` by the inverse transpose of the lower triangle at `triangle`, from the right. */
function divideTile(
  m: Float64Array,
  at: number,
  triangle: number,
  stride: number,
  inverseDiagonal: Float64Array,
  unknown: number,
): void {
  const l10 = m[triangle + stride];
  const l20 = m[triangle + 2 * stride];
  const l21 = m[triangle + 2 * stride + 1];
  for (let row = 0; row < 3; row++) {
    const x = m[at] * inverseDiagonal[unknown];
    const y = (m[at + 1] - x * l10) * inverseDiagonal[unknown + 1];
    m[at] = x;
    m[at + 1] = y;
    m[at + 2] = (m[at + 2] - x * l20 - y * l21) * inverseDiagonal[unknown + 2];
    at += stride;
  }
}

/** Writes the Cholesky factor of the 3x3 tile at `at` in place; false where a pivot is not positive. */
function factorTile(
  m: Float64Array,
  at: number,
  stride: number,
  inverseDiagonal: Float64Array,
  unknown: number,
): boolean {
  for (let i = 0; i < 3; i++) {
    let pivot = m[at + i * stride + i];
    for (let j = 0; j < i; j++) {
      let sum = m[at + i * stride + j];
      for (let k = 0; k < j; k++) sum -= m[at + i * stride + k] * m[at + j * stride + k];
      sum *= inverseDiagonal[unknown + j];
      m[at + i * stride + j] = sum;
      pivot -= sum * sum;
    }
    // The negated comparison also catches NaN.
    if (!(pivot > 0)) return false;
    m[at + i * stride + i] = Math.sqrt(pivot);
    inverseDiagonal[unknown + i] = 1 / Math.sqrt(pivot);
  }
  return true;
}
