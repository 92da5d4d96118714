import type { CellGrid } from './CellGrid.ts';

type Numbers = Float64Array | Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** A box of the numbers of a grid's arrays, those of the layer around the cells among them: work that only counts near the liquid keeps to one. */
export class CellBox {
  /** First numbers along x, y, z as arrays count them, 0 for the layer, and those behind the last. */
  readonly first = new Int32Array(3);
  readonly end = new Int32Array(3);
  readonly grid: CellGrid;

  /** The whole grid. */
  constructor(grid: CellGrid) {
    this.grid = grid;
    this.cover();
  }

  /** Becomes the whole grid with its layer. */
  cover(): void {
    for (let axis = 0; axis < 3; axis++) {
      this.first[axis] = 0;
      this.end[axis] = this.grid.counts[axis] + 2;
    }
  }

  /** Becomes empty. */
  clear(): void {
    for (let axis = 0; axis < 3; axis++) {
      this.first[axis] = this.grid.counts[axis] + 2;
      this.end[axis] = 0;
    }
  }

  get isEmpty(): boolean {
    const { first, end } = this;
    return first[0] >= end[0] || first[1] >= end[1] || first[2] >= end[2];
  }

  /** How many numbers it holds. */
  get size(): number {
    const { first, end } = this;
    return this.isEmpty ? 0 : (end[0] - first[0]) * (end[1] - first[1]) * (end[2] - first[2]);
  }

  /** Becomes a copy of another one. */
  set(other: CellBox): void {
    this.first.set(other.first);
    this.end.set(other.end);
  }

  /** Grows to hold another one. */
  include({ first, end, isEmpty }: CellBox): void {
    if (isEmpty) return;
    for (let axis = 0; axis < 3; axis++) {
      this.first[axis] = Math.min(this.first[axis], first[axis]);
      this.end[axis] = Math.max(this.end[axis], end[axis]);
    }
  }

  /** Grows to hold a cell, by its index. */
  includeCell(c: number): void {
    const [, sy, sz] = this.grid.strides;
    const k = Math.floor(c / sz);
    const j = Math.floor((c - k * sz) / sy);
    this.includePlace(0, c - k * sz - j * sy);
    this.includePlace(1, j);
    this.includePlace(2, k);
  }

  /** Grows to hold the cells of points, xyz, m; those beyond the grid count to the cells at its sides. */
  includePoints(points: Float64Array, count: number): void {
    let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
    let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
    for (let at = 0; at < 3 * count; at += 3) {
      const x = points[at];
      const y = points[at + 1];
      const z = points[at + 2];
      if (x < lowX) lowX = x;
      if (x > highX) highX = x;
      if (y < lowY) lowY = y;
      if (y > highY) highY = y;
      if (z < lowZ) lowZ = z;
      if (z > highZ) highZ = z;
    }
    if (count === 0) return;
    this.includeRange(0, lowX, highX);
    this.includeRange(1, lowY, highY);
    this.includeRange(2, lowZ, highZ);
  }

  /** Includes the cells of a range of coordinates along an axis, m. */
  private includeRange(axis: number, low: number, high: number): void {
    const { origin, h, counts } = this.grid;
    const cellOf = (x: number) => Math.min(Math.max(Math.floor((x - origin[axis]) / h), 0), counts[axis] - 1);
    this.includePlace(axis, cellOf(low) + 1);
    this.includePlace(axis, cellOf(high) + 1);
  }

  /** Grows to hold a range of cells or corners, xyz: the first and the last of each axis; nothing where those lie before. */
  includeCorners(first: ArrayLike<number>, last: ArrayLike<number>): void {
    if (last[0] < first[0] || last[1] < first[1] || last[2] < first[2]) return;
    for (let axis = 0; axis < 3; axis++) {
      this.includePlace(axis, first[axis] + 1);
      this.includePlace(axis, last[axis] + 1);
    }
  }

  private includePlace(axis: number, place: number): void {
    this.first[axis] = Math.min(this.first[axis], place);
    this.end[axis] = Math.max(this.end[axis], place + 1);
  }

  /** Moves its sides outwards by some cells, as far as there are numbers; an empty one stays so. */
  grow(cells: number): void {
    if (this.isEmpty) return;
    for (let axis = 0; axis < 3; axis++) {
      this.first[axis] = Math.max(0, this.first[axis] - cells);
      this.end[axis] = Math.min(this.grid.counts[axis] + 2, this.end[axis] + cells);
    }
  }

  /** Whether a place among its numbers, as arrays count them, lies in it or less than one beside it. */
  isBeside(x: number, y: number, z: number): boolean {
    const { first, end } = this;
    return x > first[0] - 1 && x < end[0] && y > first[1] - 1 && y < end[1] && z > first[2] - 1 && z < end[2];
  }

  /** Calls `visit` with the first index of every row along x and the one behind its last, the layer among them. */
  forEachRow(visit: (begin: number, end: number) => void): void {
    const { first, end } = this;
    const [, sy, sz] = this.grid.strides;
    const length = end[0] - first[0];
    if (length <= 0) return;
    for (let k = first[2]; k < end[2]; k++) {
      for (let j = first[1]; j < end[1]; j++) {
        const begin = first[0] + j * sy + k * sz;
        visit(begin, begin + length);
      }
    }
  }

  /** Visits the cells of the box as `CellGrid.forEach` does those of the grid. */
  forEach(visit: (cell: number, i: number, j: number, k: number) => void, faces?: 0 | 1 | 2): void {
    this.forEachCells((begin, end, i, j, k) => {
      for (let c = begin; c < end; c++) visit(c, i + c - begin, j, k);
    }, faces);
  }

  /** Calls `visit` with the rows of cells in it, the layer left out, and the place of their first cell; `faces` adds the last face along that axis. */
  forEachCells(visit: (begin: number, end: number, i: number, j: number, k: number) => void, faces?: 0 | 1 | 2): void {
    const { grid, first } = this;
    const [lastX, lastY, lastZ] = [this.lastCell(0, faces), this.lastCell(1, faces), this.lastCell(2, faces)];
    const i = Math.max(0, first[0] - 1);
    if (lastX < i) return;
    for (let k = Math.max(0, first[2] - 1); k <= lastZ; k++) {
      for (let j = Math.max(0, first[1] - 1); j <= lastY; j++) {
        const begin = grid.index(i, j, k);
        visit(begin, begin + lastX - i + 1, i, j, k);
      }
    }
  }

  /** Calls `visit` with the faces in it that have the number `at` across an axis and are those of cells. */
  forEachFaceOf(axis: 0 | 1 | 2, at: number, visit: (face: number) => void): void {
    const { first, grid } = this;
    const [one, two] = [(axis + 1) % 3, (axis + 2) % 3];
    const plane = grid.index(0, 0, 0) + at * grid.strides[axis];
    for (let m = Math.max(0, first[two] - 1); m <= this.lastCell(two); m++) {
      for (let n = Math.max(0, first[one] - 1); n <= this.lastCell(one); n++) {
        visit(plane + n * grid.strides[one] + m * grid.strides[two]);
      }
    }
  }

  /** The last cell along an axis, or face where it is that of the faces. */
  lastCell(axis: number, faces?: number): number {
    return Math.min(this.grid.counts[axis] - (axis === faces ? 0 : 1), this.end[axis] - 2);
  }

  fill(values: Numbers, value: number): void {
    this.forEachRow((begin, end) => values.fill(value, begin, end));
  }

  /** `to` <- `from`, within the box. */
  copy(from: Numbers, to: Numbers): void {
    // A loop for each type of array: one that meets several is many times slower.
    if (from instanceof Float64Array && to instanceof Float64Array) {
      this.forEachRow((begin, end) => copyNumbers(from, to, begin, end));
    } else if (from instanceof Uint8Array && to instanceof Uint8Array) {
      this.forEachRow((begin, end) => copyBytes(from, to, begin, end));
    } else {
      this.forEachRow((begin, end) => {
        for (let c = begin; c < end; c++) to[c] = from[c];
      });
    }
  }
}

function copyNumbers(from: Float64Array, to: Float64Array, begin: number, end: number): void {
  for (let c = begin; c < end; c++) to[c] = from[c];
}

function copyBytes(from: Uint8Array, to: Uint8Array, begin: number, end: number): void {
  for (let c = begin; c < end; c++) to[c] = from[c];
}
