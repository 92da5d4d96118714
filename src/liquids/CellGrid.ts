import { assert } from '../base/errors.ts';

type Three<T> = readonly [T, T, T];

/**
 * Cubic cells of edge h in a box, x fastest, with a layer of cells around them that no loop has to guard against. All arrays have `size` numbers and
 * one numbering: `index(i, j, k)` is the cell, and in face arrays its face towards lower x, y or z; so the outer faces at high x, y, z are those of the
 * layer. Cell centres lie at origin + (i + 1/2) h.
 */
export class CellGrid {
  /** Numbers of an array. */
  readonly size: number;
  /** Index step from a cell to the next in x, y, z. */
  readonly strides: Three<number>;

  constructor(
    /** Cells along x, y, z, at least one each. */
    readonly counts: Three<number>,
    /** m. */
    readonly h: number,
    /** Corner of the first cell, m. */
    readonly origin: Three<number> = [0, 0, 0],
  ) {
    assert(counts.every((count) => Number.isInteger(count) && count > 0) && h > 0, 'a grid has cells', { counts, h });
    const [nx, ny, nz] = counts;
    this.strides = [1, nx + 2, (nx + 2) * (ny + 2)];
    this.size = (nx + 2) * (ny + 2) * (nz + 2);
  }

  /** -1 and the count are cells of the layer. */
  index(i: number, j: number, k: number): number {
    const [, sy, sz] = this.strides;
    return i + 1 + (j + 1) * sy + (k + 1) * sz;
  }

  /** Calls `visit` with every cell's index and place, x fastest; `faces` adds the last face along that axis. */
  forEach(visit: (cell: number, i: number, j: number, k: number) => void, faces?: 0 | 1 | 2): void {
    const ends = this.counts.map((count, axis) => (axis === faces ? count + 1 : count));
    for (let k = 0; k < ends[2]; k++) {
      for (let j = 0; j < ends[1]; j++) {
        const row = this.index(0, j, k);
        for (let i = 0; i < ends[0]; i++) visit(row + i, i, j, k);
      }
    }
  }
}

/** One array for the faces across each axis. */
export type FaceArrays = Three<Float64Array>;

export function faceArrays({ size }: CellGrid): FaceArrays {
  return [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
}
