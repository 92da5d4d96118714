import { assert } from '../../base/errors.ts';

/** Layers of cells around a grid of columns: slopes beside a face reach two cells. */
export const GHOST_LAYERS = 2;

/**
 * Square columns of edge h in a rectangle of the ground, x fastest, with `GHOST_LAYERS` layers of ghost cells around them. All arrays have `size` numbers and one numbering. Centres lie at
 * origin + (i + 1/2, k + 1/2) h along x and z.
 */
export class ColumnGrid {
  /** Numbers of an array. */
  readonly size: number;
  /** Index step from a column to the next along z. */
  readonly row: number;

  constructor(
    /** Columns along x and z, at least one each. */
    readonly counts: readonly [number, number],
    /** m. */
    readonly h: number,
    /** x and z of the corner of the first column, m. */
    readonly origin: readonly [number, number] = [0, 0],
  ) {
    const [nx, nz] = counts;
    assert(counts.every((count) => Number.isInteger(count) && count > 0) && h > 0, 'a grid has columns', { counts, h });
    this.row = nx + 2 * GHOST_LAYERS;
    this.size = this.row * (nz + 2 * GHOST_LAYERS);
  }

  /** Indices from -`GHOST_LAYERS` to below the count + `GHOST_LAYERS` are valid. */
  index(i: number, k: number): number {
    return i + GHOST_LAYERS + (k + GHOST_LAYERS) * this.row;
  }

  /** Calls `visit` with every column's index and place, x fastest, without ghost cells. */
  forEach(visit: (column: number, i: number, k: number) => void): void {
    const [nx, nz] = this.counts;
    for (let k = 0; k < nz; k++) {
      const row = this.index(0, k);
      for (let i = 0; i < nx; i++) visit(row + i, i, k);
    }
  }
}
