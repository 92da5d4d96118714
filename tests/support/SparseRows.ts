/** A sparse matrix in compressed rows, columns ascending, for references that tests and benchmarks compare with. */
export class SparseRows {
  readonly rowStart: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
  readonly columnCount: number;

  /** `rows[i]`: column to value. */
  constructor(rows: readonly ReadonlyMap<number, number>[], columnCount: number) {
    const count = rows.reduce((sum, row) => sum + row.size, 0);
    this.columnCount = columnCount;
    this.rowStart = new Uint32Array(rows.length + 1);
    this.columns = new Uint32Array(count);
    this.values = new Float64Array(count);
    rows.forEach((row, i) => {
      let at = this.rowStart[i];
      for (const [column, value] of [...row].sort(([a], [b]) => a - b)) {
        this.columns[at] = column;
        this.values[at++] = value;
      }
      this.rowStart[i + 1] = at;
    });
  }

  get rowCount(): number {
    return this.rowStart.length - 1;
  }

  /** Stored entries. */
  get count(): number {
    return this.values.length;
  }

  multiply(x: Float64Array, out: Float64Array): void {
    for (let i = 0; i < this.rowCount; i++) {
      let sum = 0;
      for (let k = this.rowStart[i]; k < this.rowStart[i + 1]; k++) sum += this.values[k] * x[this.columns[k]];
      out[i] = sum;
    }
  }

  transpose(): SparseRows {
    const rows = Array.from({ length: this.columnCount }, () => new Map<number, number>());
    this.forEach((i, j, value) => rows[j].set(i, value));
    return new SparseRows(rows, this.rowCount);
  }

  forEach(visit: (row: number, column: number, value: number) => void): void {
    for (let i = 0; i < this.rowCount; i++) {
      for (let k = this.rowStart[i]; k < this.rowStart[i + 1]; k++) visit(i, this.columns[k], this.values[k]);
    }
  }

  /** This times diag(d) times `right`. */
  times(d: Float64Array, right: SparseRows): SparseRows {
    const rows = Array.from({ length: this.rowCount }, () => new Map<number, number>());
    this.forEach((i, k, value) => {
      for (let n = right.rowStart[k]; n < right.rowStart[k + 1]; n++) {
        add(rows[i], right.columns[n], value * d[k] * right.values[n]);
      }
    });
    return new SparseRows(rows, right.columnCount);
  }
}

export function add(row: Map<number, number>, column: number, value: number): void {
  row.set(column, (row.get(column) ?? 0) + value);
}

/** [[a, b], [b^T, c]] of blocks, each the sum of its parts times their factors. */
export function symmetricBlocks(
  a: readonly (readonly [number, SparseRows])[],
  b: readonly [number, SparseRows],
  c: readonly (readonly [number, SparseRows])[],
): SparseRows {
  const first = a[0][1].rowCount;
  const second = c[0][1].rowCount;
  const rows = Array.from({ length: first + second }, () => new Map<number, number>());
  for (const [factor, part] of a) part.forEach((i, j, value) => add(rows[i], j, factor * value));
  for (const [factor, part] of c) part.forEach((i, j, value) => add(rows[first + i], first + j, factor * value));
  b[1].forEach((i, j, value) => {
    add(rows[i], first + j, b[0] * value);
    add(rows[first + j], i, b[0] * value);
  });
  return new SparseRows(rows, first + second);
}

/** Solves A x = b, A symmetric positive definite, by conjugate gradients with incomplete Cholesky; gives x and the iterations. */
export function solveWithIncompleteCholesky(a: SparseRows, b: Float64Array, tolerance: number, maxIterations: number) {
  const size = b.length;
  const precondition = incompleteCholesky(a);
  const x = new Float64Array(size);
  const r = b.slice();
  const z = new Float64Array(size);
  const image = new Float64Array(size);
  precondition(r, z);
  const direction = z.slice();
  let rho = dot(r, z);
  const goal = tolerance * Math.sqrt(dot(b, b));
  let iterations = 0;
  while (!(Math.sqrt(dot(r, r)) <= goal) && iterations < maxIterations) {
    a.multiply(direction, image);
    const alpha = rho / dot(direction, image);
    for (let i = 0; i < size; i++) {
      x[i] += alpha * direction[i];
      r[i] -= alpha * image[i];
    }
    precondition(r, z);
    const next = dot(r, z);
    for (let i = 0; i < size; i++) direction[i] = z[i] + (next / rho) * direction[i];
    rho = next;
    iterations++;
  }
  return { x, iterations };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** IC(0) of A with a diagonal made larger until no pivot is lost (Manteuffel 1980); gives z = (L L^T)^-1 r. */
function incompleteCholesky(a: SparseRows): (r: Float64Array, z: Float64Array) => void {
  for (let shift = 0; ; shift = shift === 0 ? 1e-3 : 2 * shift) {
    const lower = tryFactor(a, 1 + shift);
    if (lower === undefined) continue;
    return (r, z) => solveLower(lower, r, z);
  }
}

/** L in compressed rows, the diagonal last in each. */
interface Lower {
  readonly start: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
}

function tryFactor(a: SparseRows, scale: number): Lower | undefined {
  const size = a.rowCount;
  const start = new Uint32Array(size + 1);
  const columns: number[] = [];
  const values: number[] = [];
  a.forEach((i, j, value) => {
    if (j > i) return;
    columns.push(j);
    values.push(i === j ? value * scale : value);
    start[i + 1] = columns.length;
  });
  const work = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const last = start[i + 1] - 1;
    for (let k = start[i]; k < last; k++) {
      const j = columns[k];
      let sum = values[k];
      for (let n = start[j]; n < start[j + 1] - 1; n++) sum -= values[n] * work[columns[n]];
      values[k] = sum / values[start[j + 1] - 1];
      work[j] = values[k];
    }
    let pivot = values[last];
    for (let k = start[i]; k < last; k++) {
      pivot -= values[k] * values[k];
      work[columns[k]] = 0;
    }
    if (!(pivot > 0)) return undefined;
    values[last] = Math.sqrt(pivot);
  }
  return { start, columns: Uint32Array.from(columns), values: Float64Array.from(values) };
}

function solveLower({ start, columns, values }: Lower, r: Float64Array, z: Float64Array): void {
  for (let i = 0; i < r.length; i++) {
    let sum = r[i];
    for (let k = start[i]; k < start[i + 1] - 1; k++) sum -= values[k] * z[columns[k]];
    z[i] = sum / values[start[i + 1] - 1];
  }
  for (let i = r.length - 1; i >= 0; i--) {
    z[i] /= values[start[i + 1] - 1];
    for (let k = start[i]; k < start[i + 1] - 1; k++) z[columns[k]] -= values[k] * z[i];
  }
}
