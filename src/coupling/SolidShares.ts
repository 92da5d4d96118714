import { CellBox } from '../liquids/CellBox.ts';
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
  /** Cells with shares other than 0: behind the surfaces along the axis that is summed along. */
  readonly faceBoxes: readonly CellBox[];
  readonly cellBox: CellBox;
  private readonly grid: CellGrid;
  /** Cells that the surfaces pass. */
  readonly surface: CellBox;

  constructor(grid: CellGrid) {
    const empty = () => {
      const box = new CellBox(grid);
      box.clear();
      return box;
    };
    this.grid = grid;
    this.faces = faceArrays(grid);
    this.cells = new Float64Array(grid.size);
    this.faceBoxes = this.faces.map(empty);
    this.cellBox = empty();
    this.surface = empty();
  }

  clear(): void {
    this.faces.forEach((shares, axis) => this.faceBoxes[axis].fill(shares, 0));
    this.cellBox.fill(this.cells, 0);
    this.surface.clear();
  }

  /** Surfaces among these points (xyz, m) follow. */
  include(points: Float64Array): void {
    this.surface.includePoints(points, points.length / 3);
    this.mark(this.cellBox, 0);
    for (let axis = 0; axis < 3; axis++) this.mark(this.faceBoxes[axis], (axis + 1) % 3);
  }

  /** A box becomes what the surfaces add to, summed along an axis; a cell more, as points on a plane belong to both sides. */
  private mark(box: CellBox, along: number): void {
    box.set(this.surface);
    box.grow(1);
    if (!box.isEmpty) box.end[along] = this.grid.counts[along] + 2;
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
    for (const axis of [0, 1, 2] as const) this.sum(this.faces[axis], this.faceBoxes[axis], (axis + 1) % 3);
    this.sum(this.cells, this.cellBox, 0);
  }

  private add(shares: Float64Array, cell: number, place: number, position: number, amount: number, axis: number): void {
    // Before the grid all of it lies beyond; behind the grid nothing counts.
    const beyond = place < 0 ? 0 : position - place;
    if (place >= this.grid.counts[axis]) return;
    shares[cell] += amount * (1 - beyond);
    shares[cell + this.grid.strides[axis]] += amount * beyond;
  }

  private sum(shares: Float64Array, { first, end, isEmpty }: CellBox, axis: number): void {
    if (isEmpty) return;
    const stride = this.grid.strides[axis];
    // Behind a cell comes the next along the axis; the last of a row is in the layer, and the first of the next row, too.
    const [sx, sy, sz] = this.grid.strides;
    const [endX, endY, endZ] = [0, 1, 2].map((k) => end[k] - (k === axis ? 1 : 0));
    for (let k = first[2]; k < endZ; k++) {
      for (let j = first[1]; j < endY; j++) {
        let c = first[0] + k * sz + j * sy;
        for (let i = first[0]; i < endX; i++, c += sx) shares[c + stride] += shares[c];
      }
    }
  }
}
