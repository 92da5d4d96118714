import type { ArenaLayout } from '../ArenaLayout.ts';
import * as Field from '../liquidPressureFields.ts';

/** Grids with at most this many cells along every axis are not coarsened. */
const COARSEST = 4;
/** Empty pairs before the first of a row: reading two at once from one pair before stays inside the array. */
const MARGIN = 2;
/**
 * Pairs beside those that contain cells, on both sides: the cells of the last two pairs of a coarse row, one of which may be empty, and their neighbours
 * must be empty on the finer grid too.
 */
const MARGINS = MARGIN + 4;
/** Bytes of two pairs, which are processed at once. */
const STEP = 16;
/** Number of unknowns of a grid below which one thread is faster than many. Changes speed only. */
const SMALL = 6000;
/** Arrays of a grid over its cells, in the order of the record. */
const CELL_FIELDS = [
  Field.LINKS_AT,
  Field.LINKS_AT + 1,
  Field.LINKS_AT + 2,
  Field.SURFACE_AT,
  Field.DIAGONAL_AT,
  Field.INVERSE_AT,
  Field.B_AT,
  Field.X_AT,
] as const;
const ROW_FIELDS = [Field.LOW_AT, Field.HIGH_AT] as const;

type Three<T> = readonly [T, T, T];

/** Memory layout of the cells of one grid; see `liquidPressureFields.ts`. */
interface LevelShape {
  readonly counts: Three<number>;
  /** Stored pairs of a row, even. */
  readonly pairs: number;
  readonly rowBytes: number;
  readonly layerBytes: number;
  readonly halfBytes: number;
}

/** Range of unknowns in each row of a grid. */
interface LevelRows {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly bounds: Uint32Array;
  readonly record: Uint32Array;
}

/** The grids of a liquid's multigrid in kernel memory: their records, and the ranges of unknowns in their rows. */
export class PressureLevels {
  private readonly shapes: readonly LevelShape[];
  private readonly threads: number;
  private readonly addresses: Map<number, number>[] = [];
  private recordsAt = 0;
  private rows: readonly LevelRows[] = [];

  constructor(counts: Three<number>, threads: number) {
    this.threads = threads;
    const shapes = [levelShape(counts)];
    while (Math.max(...shapes[shapes.length - 1].counts) > COARSEST) {
      const [nx, ny, nz] = shapes[shapes.length - 1].counts.map((count) => Math.ceil(count / 2));
      shapes.push(levelShape([nx, ny, nz]));
    }
    this.shapes = shapes;
  }

  /** Length of an array over the cells of the finest grid. */
  get size(): number {
    return cellBytes(this.shapes[0]) / 8;
  }

  reserve(layout: ArenaLayout): void {
    this.recordsAt = layout.reserve(4 * Field.LEVEL_FIELDS * this.shapes.length);
    this.shapes.forEach((shape, n) => {
      const [, ny, nz] = shape.counts;
      const addresses = new Map<number, number>();
      for (const field of CELL_FIELDS) {
        // On the finest grid the right-hand side is the residual.
        if (n > 0 || field !== Field.B_AT) addresses.set(field, layout.reserve(cellBytes(shape)));
      }
      for (const field of ROW_FIELDS) addresses.set(field, layout.reserve(4 * ny * nz));
      addresses.set(Field.BOUNDS_AT, layout.reserve(4 * (this.threads + 1)));
      this.addresses.push(addresses);
    });
  }

  /** Writes the records, once there is a memory; `fields` is the record that refers to them. */
  bind(buffer: ArrayBufferLike, fields: Uint32Array): void {
    fields[Field.LEVEL_COUNT] = this.shapes.length;
    fields[Field.LEVELS_AT] = this.recordsAt;
    this.addresses[0].set(Field.B_AT, fields[Field.RESIDUAL_AT]);
    this.rows = this.shapes.map((shape, n) => {
      const at = this.recordsAt + 4 * Field.LEVEL_FIELDS * n;
      const record = new Uint32Array(buffer, at, Field.LEVEL_FIELDS);
      const [, ny, nz] = shape.counts;
      record[Field.ROWS] = ny;
      record[Field.LAYERS] = nz;
      record[Field.ROW_BYTES] = shape.rowBytes;
      record[Field.LAYER_BYTES] = shape.layerBytes;
      record[Field.HALF_BYTES] = shape.halfBytes;
      for (const [field, address] of this.addresses[n]) record[field] = address;
      return {
        low: new Uint32Array(buffer, record[Field.LOW_AT], ny * nz),
        high: new Uint32Array(buffer, record[Field.HIGH_AT], ny * nz),
        bounds: new Uint32Array(buffer, record[Field.BOUNDS_AT], this.threads + 1),
        record,
      };
    });
  }

  /** Returns an array of the finest grid. */
  cells(buffer: ArrayBufferLike, field: number): Float64Array {
    return new Float64Array(buffer, this.rows[0].record[field], this.size);
  }

  /** Takes the unknowns, cells of a `CellGrid` in ascending order; writes the storage slot of each. */
  place(cells: Uint32Array, unknowns: number, slots: Uint32Array): void {
    const [{ counts, pairs, halfBytes }] = this.shapes;
    const [{ low, high }] = this.rows;
    const [nx, ny] = counts;
    const half = halfBytes / 8;
    for (const rows of this.rows) {
      rows.low.fill(0);
      rows.high.fill(0);
    }
    let end = 0;
    let begin = 0;
    let row = 0;
    let stored = 0;
    let colour = 0;
    for (let n = 0; n < unknowns; n++) {
      const c = cells[n];
      if (c >= end) {
        const line = Math.floor(c / (nx + 2));
        const k = Math.floor(line / (ny + 2)) - 1;
        const j = line - (k + 1) * (ny + 2) - 1;
        begin = line * (nx + 2) + 1;
        end = begin + nx + 1;
        row = j + k * ny;
        stored = pairs * line + MARGIN;
        colour = (j + k) & 1;
        low[row] = 8 * even(MARGIN + ((c - begin) >> 1));
      }
      const i = c - begin;
      slots[n] = stored + (i >> 1) + (((i + colour) & 1) === 0 ? 0 : half);
      high[row] = 8 * (even(MARGIN + (i >> 1)) + 2);
    }
    for (let n = 1; n < this.shapes.length; n++) this.coarsen(n);
    for (let n = 0; n < this.shapes.length; n++) this.share(n);
  }

  /** Computes the row ranges of a coarse grid from the finer one. */
  private coarsen(n: number): void {
    const fine = this.rows[n - 1];
    const { low, high } = this.rows[n];
    const [, rows, layers] = this.shapes[n - 1].counts;
    const coarseRows = this.shapes[n].counts[1];
    for (let k = 0; k < layers; k++) {
      for (let j = 0; j < rows; j++) {
        const from = fine.low[j + k * rows];
        const to = fine.high[j + k * rows];
        if (from === to) continue;
        const target = (j >> 1) + (k >> 1) * coarseRows;
        // Pair m + 2 of the fine row is a cell of pair m / 2 + 2.
        const first = STEP * Math.floor((from / 2 + 8) / STEP);
        const end = STEP * Math.ceil((to / 2 + 8) / STEP);
        low[target] = low[target] === high[target] ? first : Math.min(low[target], first);
        high[target] = Math.max(high[target], end);
      }
    }
  }

  /** Finds the rows and layers with unknowns; distributes the layers evenly to threads. */
  private share(n: number): void {
    const { low, high, bounds, record } = this.rows[n];
    const [, rows, layers] = this.shapes[n].counts;
    const total = findRange(this.rows[n], rows, layers);
    const [first, end] = [record[Field.FIRST_LAYER], record[Field.END_LAYER]];
    let sum = 0;
    let thread = 1;
    bounds[0] = first;
    for (let k = first; k < end; k++) {
      for (let row = k * rows; row < (k + 1) * rows; row++) sum += high[row] - low[row];
      while (thread < this.threads && sum * this.threads >= total * thread) bounds[thread++] = k + 1;
    }
    bounds.fill(end, thread);
    record[Field.IS_SMALL] = total / 4 < SMALL ? 1 : 0;
  }
}

/** Writes the range of rows and layers with unknowns; returns the bytes in them. */
function findRange({ low, high, record }: LevelRows, rows: number, layers: number): number {
  let total = 0;
  let [firstRow, endRow, firstLayer, endLayer] = [rows, 0, layers, 0];
  for (let k = 0; k < layers; k++) {
    for (let j = 0; j < rows; j++) {
      const size = high[j + k * rows] - low[j + k * rows];
      if (size === 0) continue;
      total += size;
      firstRow = Math.min(firstRow, j);
      endRow = Math.max(endRow, j + 1);
      firstLayer = Math.min(firstLayer, k);
      endLayer = k + 1;
    }
  }
  record[Field.FIRST_ROW] = firstRow;
  record[Field.END_ROW] = endRow;
  record[Field.FIRST_LAYER] = Math.min(firstLayer, endLayer);
  record[Field.END_LAYER] = endLayer;
  return total;
}

function levelShape(counts: Three<number>): LevelShape {
  const [nx, ny, nz] = counts;
  const pairs = even(MARGINS + (nx >> 1));
  const rowBytes = 8 * pairs;
  const layerBytes = rowBytes * (ny + 2);
  return { counts, pairs, rowBytes, layerBytes, halfBytes: layerBytes * (nz + 2) };
}

/** Returns the bytes of both colours, and of the reads beyond the last row. */
function cellBytes({ halfBytes }: LevelShape): number {
  return 2 * halfBytes + STEP;
}

/** Returns the even number at or below n. */
function even(n: number): number {
  return n - (n & 1);
}
