import { type CellGrid, type FaceArrays, faceArrays } from '../liquids/CellGrid.ts';

/**
 * What closed surfaces cover of faces and cells, exact to rounding: every piece of boundary adds to what lies beyond it along one axis, and what bounds the
 * solid on the other side takes it away again, so that sums along the axis give areas and volumes (as glyphs are drawn with exact coverage). Nothing is
 * decided by where a point lies, and surfaces may overlap or leave the grid: shares then only count double.
 */
export class SolidShares {
  /** Shares of faces, once `finish` was called. */
  readonly faces: FaceArrays;
  /** Shares of cells. */
  readonly cells: Float64Array;
  private readonly grid: CellGrid;

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.faces = faceArrays(grid);
    this.cells = new Float64Array(grid.size);
  }

  clear(): void {
    for (const shares of this.faces) shares.fill(0);
    this.cells.fill(0);
  }

  /**
   * Adds a piece of boundary in the face of `cell` across `axis`, the cell at `place` along the axis behind it: `width` of the face is bounded at the mean
   * `position` (in cells) on that axis; positive where the solid lies beyond.
   */
  addToFace(axis: number, cell: number, place: number, position: number, width: number): void {
    this.add(this.faces[axis], cell, place, position, width, (axis + 1) % 3);
  }

  /** Adds a piece of boundary in a cell at `place` along x, `area` of its cross-section at the mean `position`. */
  addToCell(cell: number, place: number, position: number, area: number): void {
    this.add(this.cells, cell, place, position, area, 0);
  }

  /** Sums up; shares hold from now on. */
  finish(): void {
    for (const axis of [0, 1, 2] as const) this.sum(this.faces[axis], (axis + 1) % 3);
    this.sum(this.cells, 0);
  }

  private add(shares: Float64Array, cell: number, place: number, position: number, amount: number, axis: number): void {
    // Before the grid all of it lies beyond; behind the grid nothing counts.
    const beyond = place < 0 ? 0 : position - place;
    if (place >= this.grid.counts[axis]) return;
    shares[cell] += amount * (1 - beyond);
    shares[cell + this.grid.strides[axis]] += amount * beyond;
  }

  private sum(shares: Float64Array, axis: number): void {
    const stride = this.grid.strides[axis];
    // Behind a cell comes the next along the axis; the last of a row is in the layer, and the first of the next row, too.
    const [sx, sy, sz] = this.grid.strides;
    const [nx, ny, nz] = this.grid.counts.map((count, k) => (k === axis ? count + 1 : count + 2));
    for (let k = 0; k < nz; k++) {
      for (let j = 0; j < ny; j++) {
        let c = k * sz + j * sy;
        for (let i = 0; i < nx; i++, c += sx) shares[c + stride] += shares[c];
      }
    }
  }
}
