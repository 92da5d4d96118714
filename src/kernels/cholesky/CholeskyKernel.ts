import * as Field from '../choleskyFields.ts';
import { compileCholeskyKernels } from '../kernelModules.ts';
import { KernelArrays } from '../solid/KernelArrays.ts';

/** Numbers of a column of a pair of block rows, and of one block row of it. */
const COLUMN = 6;
const HALF = 3;
/** Numbers of an update, and of a block. */
const UPDATE = 3;
const BLOCK = 9;
/** Bytes that stand in place of a block row, and that reads of whole lanes go beyond the last panel. */
const SPARE_BYTES = 64;

/** Block structure of a Cholesky factor, with columns grouped where they have the same rows below the diagonal triangle. */
export interface FactorStructure {
  /** The n-th vertex to be eliminated; and its inverse. */
  readonly order: Uint32Array;
  readonly place: Uint32Array;
  /** First column of each group, and the end. */
  readonly begins: Uint32Array;
  /** Group of each column. */
  readonly owner: Uint32Array;
  /** Rows of group s: `rows[rowStart[s] .. rowStart[s + 1] - 1]`, ascending, its own columns first. */
  readonly rowStart: Uint32Array;
  readonly rows: Uint32Array;
}

/** Sparse symmetric matrix of 3x3 blocks, as `BlockSparseMatrix` has it. */
interface FactoredMatrix {
  readonly rowStart: Uint32Array;
  readonly columns: Uint32Array;
  readonly blocks: Float64Array;
}

/** See `assembly/cholesky.entry.ts`. */
interface CholeskyFunctions {
  factor(record: number): number;
  solveForward(record: number): void;
  solveBackward(record: number): void;
}

/**
 * Numeric Cholesky factorisation and the two substitutions in kernel memory: the bytes of `ReferenceFactor`. The panel of a supernode holds its block rows in pairs, each by columns of six numbers. Allocates
 * nothing after construction.
 */
export class CholeskyKernel {
  /** The vector that `substitute` solves for, in the order of elimination. */
  readonly vector: Float64Array;
  private readonly arrays: KernelArrays;
  private readonly kernels: CholeskyFunctions;
  /** Numbers of all panels. */
  private readonly entries: Float64Array;
  /** Blocks of the matrix on and below the diagonal, and the first entry of each. */
  private readonly sources: Uint32Array;
  private readonly targets: Uint32Array;

  /** `matrix`: any with the pattern that `structure` is of. */
  constructor(structure: FactorStructure, matrix: FactoredMatrix) {
    const { begins, rows, rowStart, order } = structure;
    const count = begins.length - 1;
    const { starts, updates } = findUpdates(structure);
    const panels = panelStarts(structure);
    const arrays = new KernelArrays(
      [
        [Field.BEGINS_AT, begins.byteLength],
        [Field.ROW_START_AT, rowStart.byteLength],
        [Field.ROWS_AT, rows.byteLength],
        [Field.PANELS_AT, 4 * count],
        [Field.UPDATE_START_AT, starts.byteLength],
        [Field.UPDATES_AT, updates.byteLength],
        [Field.ROW_OF_AT, order.byteLength],
        [Field.INVERSE_AT, 8 * HALF * order.length],
        [Field.X_AT, 8 * HALF * order.length],
        [Field.NONE_AT, SPARE_BYTES],
        [Field.ENTRIES_AT, 8 * panels[count] + SPARE_BYTES],
      ],
      false,
    );
    const { fields } = arrays;
    const first = fields[Field.ENTRIES_AT];
    fields[Field.COUNT] = count;
    arrays.u32(Field.BEGINS_AT, begins.length).set(begins);
    arrays.u32(Field.ROW_START_AT, rowStart.length).set(rowStart);
    arrays.u32(Field.ROWS_AT, rows.length).set(rows);
    arrays.u32(Field.PANELS_AT, count).set(Array.from({ length: count }, (_, s) => first + 8 * panels[s]));
    arrays.u32(Field.UPDATE_START_AT, starts.length).set(starts);
    arrays.u32(Field.UPDATES_AT, updates.length).set(updates);
    this.arrays = arrays;
    this.kernels = instantiate(arrays.memory);
    this.entries = arrays.f64(Field.ENTRIES_AT, panels[count]);
    this.vector = arrays.f64(Field.X_AT, HALF * order.length);
    const { sources, targets } = findTargets(structure, matrix, panels);
    this.sources = sources;
    this.targets = targets;
  }

  /** Factors a matrix of the pattern; false where it is not positive definite. */
  factor({ blocks }: FactoredMatrix): boolean {
    const { entries, sources, targets, kernels, arrays } = this;
    entries.fill(0);
    for (let n = 0; n < sources.length; n++) {
      let from = BLOCK * sources[n];
      let to = targets[n];
      // Block (j, i) is the transpose of (i, j).
      for (let column = 0; column < 3; column++) {
        entries[to] = blocks[from];
        entries[to + 1] = blocks[from + 1];
        entries[to + 2] = blocks[from + 2];
        from += 3;
        to += COLUMN;
      }
    }
    return kernels.factor(arrays.record) !== 0;
  }

  /** vector = A^-1 vector. */
  substitute(): void {
    this.kernels.solveForward(this.arrays.record);
    this.kernels.solveBackward(this.arrays.record);
  }
}

/** First number of the panel of each supernode, and of the end. */
function panelStarts({ begins, rowStart }: FactorStructure): Float64Array {
  const panels = new Float64Array(begins.length);
  for (let s = 0; s + 1 < begins.length; s++) {
    const pairs = Math.ceil((rowStart[s + 1] - rowStart[s]) / 2);
    panels[s + 1] = panels[s] + pairs * COLUMN * HALF * (begins[s + 1] - begins[s]);
  }
  return panels;
}

/** What updates each supernode, in the order of `ReferenceFactor`: a factored supernode, the first of its block rows that does, and the end of those that are columns. */
function findUpdates({ begins, rows, rowStart, owner }: FactorStructure): {
  readonly starts: Uint32Array;
  readonly updates: Uint32Array;
} {
  const count = begins.length - 1;
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(count);
  const nextRow = new Uint32Array(count);
  const starts = new Uint32Array(count + 1);
  const updates: number[] = [];
  const enlist = (s: number, row: number) => {
    nextRow[s] = row;
    if (row >= rowStart[s + 1]) return;
    const target = owner[rows[row]];
    next[s] = first[target];
    first[target] = s;
  };
  for (let s = 0; s < count; s++) {
    for (let d = first[s]; d >= 0;) {
      const following = next[d];
      let end = nextRow[d];
      while (end < rowStart[d + 1] && rows[end] < begins[s + 1]) end++;
      updates.push(d, nextRow[d] - rowStart[d], end - rowStart[d]);
      enlist(d, end);
      d = following;
    }
    starts[s + 1] = updates.length / UPDATE;
    enlist(s, rowStart[s] + begins[s + 1] - begins[s]);
  }
  return { starts, updates: Uint32Array.from(updates) };
}

/** The blocks of the lower triangle, and the entry that each begins at. */
function findTargets(
  { begins, order, place, rows, rowStart }: FactorStructure,
  matrix: FactoredMatrix,
  panels: Float64Array,
): { readonly sources: Uint32Array; readonly targets: Uint32Array } {
  const sources: number[] = [];
  const targets: number[] = [];
  const rowOf = new Uint32Array(order.length);
  for (let s = 0; s + 1 < begins.length; s++) {
    const width = HALF * (begins[s + 1] - begins[s]);
    for (let k = rowStart[s]; k < rowStart[s + 1]; k++) rowOf[rows[k]] = k - rowStart[s];
    for (let j = begins[s]; j < begins[s + 1]; j++) {
      for (let k = matrix.rowStart[order[j]]; k < matrix.rowStart[order[j] + 1]; k++) {
        const i = place[matrix.columns[k]];
        if (i < j) continue;
        const row = rowOf[i];
        const column = (row >> 1) * width + HALF * (j - begins[s]);
        sources.push(k);
        targets.push(panels[s] + COLUMN * column + HALF * (row & 1));
      }
    }
  }
  return { sources: Uint32Array.from(sources), targets: Uint32Array.from(targets) };
}

function instantiate(memory: WebAssembly.Memory): CholeskyFunctions {
  const abort = (): never => {
    throw new Error('kernel assertion failed');
  };
  const { exports } = new WebAssembly.Instance(compileCholeskyKernels(), { env: { memory, abort } });
  return exports as unknown as CholeskyFunctions;
}
