import type { CellGrid } from '../CellGrid.ts';
import type { SheetLinks } from './SheetLinks.ts';

/** Marks of cells with air that sheets close a face of: not looked at, in the pocket that is looked at, in one that is open. */
const AIR = 1;
const SEEN = 2;
const OPEN = 3;

/**
 * Air between a sheet and liquid, in cells beside the sheet and nowhere else: it is none. Particles come in late behind a sheet that moves away from them, and begin off one that a region fills up to; the pressure would vanish there, and a bag
 * would lose what it holds of it.
 */
export class SheetPockets {
  private readonly grid: CellGrid;
  private readonly marks: Uint8Array;
  /** Cells with marks, and cells of a pocket. */
  private readonly cells: Uint32Array;
  private readonly pocket: Uint32Array;
  private count = 0;

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.marks = new Uint8Array(grid.size);
    this.cells = new Uint32Array(grid.size);
    this.pocket = new Uint32Array(grid.size);
  }

  /** Fills pockets: phi, m, of their cells becomes that of cells within the liquid, as that of cells beside the sheet does from which no way leads to air. */
  close(links: SheetLinks, phi: Float64Array): void {
    const { marks, cells, pocket, grid } = this;
    for (let n = 0; n < this.count; n++) marks[cells[n]] = 0;
    this.count = 0;
    for (let half = 0; half < 2 * links.count; half++) {
      const c = links.cellOf(half);
      if (phi[c] < 0 || marks[c] !== 0) continue;
      marks[c] = AIR;
      cells[this.count++] = c;
    }
    for (let n = 0; n < this.count; n++) {
      if (marks[cells[n]] !== AIR) continue;
      const size = this.findPocket(links, phi, cells[n]);
      for (let k = 0; k < size; k++) phi[pocket[k]] = -grid.h / 2;
    }
    for (let half = 0; half < 2 * links.count; half++) {
      const c = links.cellOf(half);
      if (phi[c] < 0 && !this.isBesideAir(links, phi, c)) phi[c] = Math.min(phi[c], -grid.h / 2);
    }
  }

  /** Whether an open way leads from a cell to one with air. */
  private isBesideAir(links: SheetLinks, phi: Float64Array, c: number): boolean {
    const { strides } = this.grid;
    for (let axis = 0; axis < 3; axis++) {
      const [low, high] = [c - strides[axis], c + strides[axis]];
      if (phi[low] >= 0 && this.isInside(low) && !links.isClosed(axis, c)) return true;
      if (phi[high] >= 0 && this.isInside(high) && !links.isClosed(axis, high)) return true;
    }
    return false;
  }

  /** Whether a cell is none of the layer around the grid, of which phi says nothing. */
  private isInside(c: number): boolean {
    const { strides, counts } = this.grid;
    const k = Math.floor(c / strides[2]);
    const j = Math.floor((c - k * strides[2]) / strides[1]);
    const i = c - k * strides[2] - j * strides[1];
    return i > 0 && j > 0 && k > 0 && i <= counts[0] && j <= counts[1] && k <= counts[2];
  }

  /** Writes the cells with air that open ways connect to one to `pocket`; gives how many, or 0 where they meet other air or no liquid. */
  private findPocket(links: SheetLinks, phi: Float64Array, start: number): number {
    const { marks, pocket, grid } = this;
    let size = 1;
    let meetsLiquid = false;
    let isOpen = false;
    pocket[0] = start;
    marks[start] = SEEN;
    for (let n = 0; n < size; n++) {
      for (let side = 0; side < 6; side++) {
        const axis = side >> 1;
        const isHigh = (side & 1) === 1;
        const face = isHigh ? pocket[n] + grid.strides[axis] : pocket[n];
        if (links.isClosed(axis, face)) continue;
        const next = isHigh ? face : face - grid.strides[axis];
        if (!this.isInside(next)) continue;
        if (phi[next] < 0) meetsLiquid = true;
        else if (marks[next] === 0 || marks[next] === OPEN) isOpen = true;
        else if (marks[next] === AIR) {
          marks[next] = SEEN;
          pocket[size++] = next;
        }
      }
    }
    if (!isOpen && meetsLiquid) return size;
    if (isOpen) for (let n = 0; n < size; n++) marks[pocket[n]] = OPEN;
    return 0;
  }
}
