import { minimumDegree } from '../../src/math/minimumDegree.ts';
import type { SparseRows } from './SparseRows.ts';

/** What of a factor is kept. */
export interface Threshold {
  /** Entries smaller than this, of the size of their row, are dropped. */
  readonly drop: number;
  /** Entries that a row of the factor may have, over those of a row of the matrix. */
  readonly fill: number;
}

/** Defaults of a widely used C++ library (Eigen 3, `IncompleteLUT`). */
export const USUAL_THRESHOLD: Threshold = { drop: 1e-12, fill: 10 };

/** Rows of L (below its unit diagonal) and of U (from its diagonal on) as they are made. */
interface FactorRow {
  readonly columns: Uint32Array;
  readonly values: Float64Array;
}

/**
 * ILUT (Saad 1994) of a matrix with symmetric pattern in the order of its approximate minimum degree, as Eigen's `IncompleteLUT` does it; gives z = (L U)^-1 r and the entries
 * of the factor.
 */
export function thresholdLu(a: SparseRows, { drop, fill }: Threshold) {
  const size = a.rowCount;
  const order = minimumDegree(a.rowStart, a.columns);
  const place = new Uint32Array(size);
  order.forEach((row, k) => (place[row] = k));
  const kept = Math.floor((Math.floor((a.count * fill) / size) + 1) / 2);
  const work = new Row(size);
  const lower: FactorRow[] = [];
  const upper: FactorRow[] = [];
  for (let k = 0; k < size; k++) {
    const row = order[k];
    let square = 0;
    work.begin(k);
    for (let n = a.rowStart[row]; n < a.rowStart[row + 1]; n++) {
      work.add(place[a.columns[n]], a.values[n]);
      square += a.values[n] * a.values[n];
    }
    work.eliminate(upper, drop);
    lower.push(work.takeLower(kept));
    upper.push(work.takeUpper(kept - 1, drop * Math.sqrt(square), Math.sqrt(drop * square)));
  }
  const entries = [...lower, ...upper].reduce((sum, { columns }) => sum + columns.length, 0);
  const y = new Float64Array(size);
  return {
    entries,
    precondition(r: Float64Array, z: Float64Array): void {
      for (let k = 0; k < size; k++) y[k] = r[order[k]] - product(lower[k], 0, y);
      for (let k = size - 1; k >= 0; k--) y[k] = (y[k] - product(upper[k], 1, y)) / upper[k].values[0];
      for (let k = 0; k < size; k++) z[order[k]] = y[k];
    },
  };
}

function product({ columns, values }: FactorRow, from: number, x: Float64Array): number {
  let sum = 0;
  for (let n = from; n < columns.length; n++) sum += values[n] * x[columns[n]];
  return sum;
}

/** A row of a matrix that is being factored. */
class Row {
  private readonly values: Float64Array;
  private readonly isSet: Uint8Array;
  private diagonal = 0;
  /** Columns before the diagonal that are still to be eliminated, as a heap with the least first, and after it. */
  private readonly heap: number[] = [];
  private readonly after: number[] = [];
  private readonly doneColumns: number[] = [];
  private readonly doneValues: number[] = [];

  constructor(size: number) {
    this.values = new Float64Array(size);
    this.isSet = new Uint8Array(size);
  }

  begin(diagonal: number): void {
    this.diagonal = diagonal;
    this.heap.length = 0;
    this.after.length = 0;
    this.doneColumns.length = 0;
    this.doneValues.length = 0;
    this.values[diagonal] = 0;
    this.isSet[diagonal] = 1;
  }

  add(column: number, value: number): void {
    if (this.isSet[column] === 1) {
      this.values[column] += value;
      return;
    }
    this.isSet[column] = 1;
    this.values[column] = value;
    if (column > this.diagonal) this.after.push(column);
    else this.push(column);
  }

  eliminate(upper: readonly FactorRow[], drop: number): void {
    const { values, isSet, heap } = this;
    while (heap.length > 0) {
      const column = this.pop();
      isSet[column] = 0;
      const pivot = upper[column];
      const factor = values[column] / pivot.values[0];
      if (Math.abs(factor) <= drop) continue;
      for (let n = 1; n < pivot.columns.length; n++) this.add(pivot.columns[n], -factor * pivot.values[n]);
      this.doneColumns.push(column);
      this.doneValues.push(factor);
    }
  }

  takeLower(most: number): FactorRow {
    const { doneColumns, doneValues } = this;
    return largest(doneColumns, doneValues, most);
  }

  /** Takes the row without entries up to `least`, but for the diagonal, which is `shift` where it is 0. */
  takeUpper(most: number, least: number, shift: number): FactorRow {
    const { values, isSet, after, diagonal } = this;
    for (const column of after) isSet[column] = 0;
    isSet[diagonal] = 0;
    const columns = after.filter((column) => Math.abs(values[column]) > least);
    const rest = largest(
      columns,
      columns.map((column) => values[column]),
      most,
    );
    return {
      columns: Uint32Array.of(diagonal, ...rest.columns),
      values: Float64Array.of(values[diagonal] === 0 ? shift : values[diagonal], ...rest.values),
    };
  }

  private push(column: number): void {
    const { heap } = this;
    let at = heap.push(column) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent] <= column) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = column;
  }

  private pop(): number {
    const { heap } = this;
    const least = heap[0];
    const last = heap.pop()!;
    if (heap.length === 0) return least;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
      if (heap[child] >= last) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return least;
  }
}

/** Returns up to `most` entries: the largest. */
function largest(columns: readonly number[], values: readonly number[], most: number): FactorRow {
  if (columns.length <= most) return { columns: Uint32Array.from(columns), values: Float64Array.from(values) };
  const bound = Float64Array.from(values, Math.abs).sort()[columns.length - most];
  const chosen = columns.flatMap((_, n) => (Math.abs(values[n]) >= bound ? [n] : [])).slice(0, most);
  return {
    columns: Uint32Array.from(chosen, (n) => columns[n]),
    values: Float64Array.from(chosen, (n) => values[n]),
  };
}
