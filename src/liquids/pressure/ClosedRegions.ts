import type { PressureMatrix } from './PressureMatrix.ts';

/**
 * Parts of the liquid that touch no surface: their pressure is determined but for a constant, and what flows into them must flow out. Found once per matrix.
 */
export class ClosedRegions {
  private readonly matrix: PressureMatrix;
  /** Unknowns of the closed regions, one region after the other, and where each ends. */
  private readonly cells: Uint32Array;
  private readonly ends: number[] = [];
  private readonly seen: Uint8Array;

  constructor(matrix: PressureMatrix) {
    this.matrix = matrix;
    this.cells = new Uint32Array(matrix.grid.size);
    this.seen = new Uint8Array(matrix.grid.size);
  }

  /** How many there are. */
  get count(): number {
    return this.ends.length;
  }

  /** Takes the matrix as it stands; a region with a `compliant` cell is not closed. */
  update(compliant?: Uint8Array): void {
    const { matrix, seen, ends } = this;
    for (let n = 0; n < matrix.unknowns; n++) seen[matrix.cells[n]] = 0;
    ends.length = 0;
    let end = 0;
    for (let n = 0; n < matrix.unknowns; n++) {
      if (seen[matrix.cells[n]] !== 0) continue;
      const found = this.flood(matrix.cells[n], end, compliant);
      if (found > end) {
        end = found;
        ends.push(end);
      }
    }
  }

  /** Takes the mean of `x` over each region from it; gives the largest that there was. */
  removeMeans(x: Float64Array): number {
    let first = 0;
    let largest = 0;
    for (const end of this.ends) {
      let sum = 0;
      for (let n = first; n < end; n++) sum += x[this.cells[n]];
      const mean = sum / (end - first);
      for (let n = first; n < end; n++) x[this.cells[n]] -= mean;
      largest = Math.max(largest, Math.abs(mean));
      first = end;
    }
    return largest;
  }

  /** Fills `cells` from `begin` on with the region of `start`; gives its end, or `begin` again where it touches a surface. */
  private flood(start: number, begin: number, compliant: Uint8Array | undefined): number {
    const { cells, seen } = this;
    const { grid, links, surface } = this.matrix;
    let isClosed = true;
    let end = begin;
    cells[end++] = start;
    seen[start] = 1;
    for (let n = begin; n < end; n++) {
      const c = cells[n];
      if (surface[c] !== 0 || compliant?.[c] === 1) isClosed = false;
      for (let axis = 0; axis < 3; axis++) {
        const stride = grid.strides[axis];
        const entries = links[axis];
        if (entries[c] !== 0 && seen[c - stride] === 0) {
          seen[c - stride] = 1;
          cells[end++] = c - stride;
        }
        if (entries[c + stride] !== 0 && seen[c + stride] === 0) {
          seen[c + stride] = 1;
          cells[end++] = c + stride;
        }
      }
    }
    return isClosed ? end : begin;
  }
}
