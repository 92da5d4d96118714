import { assert } from '../base/errors.ts';

/**
 * Square sparse matrix of 3x3 blocks in compressed row storage: block row `i` has the blocks `rowStart[i] .. rowStart[i+1]-1`, in
 * ascending `columns`, each nine row-major numbers of `blocks`. Two vertices have a block when an element contains both.
 */
export class BlockSparseMatrix {
  readonly rowStart: Uint32Array;
  readonly columns: Uint32Array;
  readonly blocks: Float64Array;
  /** Index of the diagonal block of each row. */
  readonly diagonal: Uint32Array;

  /** Builds the pattern of `elements` with `size` vertices each, all below `rowCount`. Every row gets a diagonal block. */
  constructor(rowCount: number, elements: Uint32Array, size: number) {
    this.rowStart = new Uint32Array(rowCount + 1);
    this.diagonal = new Uint32Array(rowCount);
    const incidence = incidentElements(rowCount, elements, size);
    const lastSeen = new Int32Array(rowCount).fill(-1);
    const neighbours: number[] = [];
    const columns: number[] = [];
    for (let row = 0; row < rowCount; row++) {
      neighbours.length = 0;
      neighbours.push(row);
      lastSeen[row] = row;
      for (let k = incidence.start[row]; k < incidence.start[row + 1]; k++) {
        for (let a = 0; a < size; a++) {
          const vertex = elements[size * incidence.elements[k] + a];
          if (lastSeen[vertex] === row) continue;
          lastSeen[vertex] = row;
          neighbours.push(vertex);
        }
      }
      neighbours.sort((p, q) => p - q);
      this.diagonal[row] = columns.length + neighbours.indexOf(row);
      for (const vertex of neighbours) columns.push(vertex);
      this.rowStart[row + 1] = columns.length;
    }
    this.columns = Uint32Array.from(columns);
    this.blocks = new Float64Array(9 * columns.length);
  }

  get rowCount(): number {
    return this.diagonal.length;
  }

  /** Returns the index of block (row, column), found by bisection; the block must be in the pattern. */
  find(row: number, column: number): number {
    let low = this.rowStart[row];
    let high = this.rowStart[row + 1] - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.columns[middle] < column) low = middle + 1;
      else high = middle;
    }
    assert(this.columns[low] === column, 'block outside the pattern', { row, column });
    return low;
  }

  /** Writes out = A x. */
  multiply(x: Float64Array, out: Float64Array): void {
    const { rowStart, columns, blocks, rowCount } = this;
    for (let row = 0; row < rowCount; row++) {
      let x0 = 0;
      let x1 = 0;
      let x2 = 0;
      const end = rowStart[row + 1];
      for (let k = rowStart[row]; k < end; k++) {
        const c = 3 * columns[k];
        const m = 9 * k;
        const a = x[c];
        const b = x[c + 1];
        const d = x[c + 2];
        x0 += blocks[m] * a + blocks[m + 1] * b + blocks[m + 2] * d;
        x1 += blocks[m + 3] * a + blocks[m + 4] * b + blocks[m + 5] * d;
        x2 += blocks[m + 6] * a + blocks[m + 7] * b + blocks[m + 8] * d;
      }
      out[3 * row] = x0;
      out[3 * row + 1] = x1;
      out[3 * row + 2] = x2;
    }
  }
}

/** Returns the elements around each vertex: those of vertex `v` are `elements[start[v] .. start[v+1]-1]`, ascending. */
function incidentElements(
  vertexCount: number,
  elements: Uint32Array,
  size: number,
): { readonly start: Uint32Array; readonly elements: Uint32Array } {
  const start = new Uint32Array(vertexCount + 1);
  for (const vertex of elements) start[vertex + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const next = start.slice();
  const incident = new Uint32Array(elements.length);
  for (let k = 0; k < elements.length; k++) incident[next[elements[k]]++] = Math.floor(k / size);
  return { start, elements: incident };
}
