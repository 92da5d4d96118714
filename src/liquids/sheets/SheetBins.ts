import type { CellGrid } from '../CellGrid.ts';

/** Which triangles of thin surfaces may pass each cell, by their boxes. */
export class SheetBins {
  /** Triangles of a cell: `members` from start[cell] to start[cell + 1]. */
  readonly start: Uint32Array;
  members = new Uint32Array(0);
  private readonly grid: CellGrid;
  private readonly low = new Int32Array(3);
  private readonly high = new Int32Array(3);

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.start = new Uint32Array(grid.size + 1);
  }

  /** Sorts triangles that move from `before` to `after` (m, xyz) into cells, with `margin`, m, around them. */
  fill(triangles: Uint32Array, before: Float64Array, after: Float64Array, margin: number): void {
    const { start } = this;
    start.fill(0);
    for (let t = 0; t < triangles.length; t += 3) this.visit(triangles, before, after, margin, t, false);
    for (let c = 1; c < start.length; c++) start[c] += start[c - 1];
    const total = start[start.length - 1];
    if (this.members.length < total) this.members = new Uint32Array(2 * total);
    // Backwards, so that the members of each cell ascend and `start` ends as it is meant.
    for (let t = triangles.length - 3; t >= 0; t -= 3) this.visit(triangles, before, after, margin, t, true);
  }

  /** Whether any triangle may pass a cell. */
  isPassed(cell: number): boolean {
    return this.start[cell] < this.start[cell + 1];
  }

  private visit(
    triangles: Uint32Array,
    before: Float64Array,
    after: Float64Array,
    margin: number,
    t: number,
    writes: boolean,
  ): void {
    const { grid, low, high, start, members } = this;
    for (let axis = 0; axis < 3; axis++) {
      let least = Infinity;
      let most = -Infinity;
      for (let k = 0; k < 3; k++) {
        const at = 3 * triangles[t + k] + axis;
        least = Math.min(least, before[at], after[at]);
        most = Math.max(most, before[at], after[at]);
      }
      low[axis] = Math.max(-1, Math.floor((least - margin - grid.origin[axis]) / grid.h));
      high[axis] = Math.min(grid.counts[axis], Math.floor((most + margin - grid.origin[axis]) / grid.h));
    }
    for (let k = low[2]; k <= high[2]; k++) {
      for (let j = low[1]; j <= high[1]; j++) {
        const row = grid.index(0, j, k);
        for (let i = low[0]; i <= high[0]; i++) {
          if (writes) members[--start[row + i]] = t / 3;
          else start[row + i]++;
        }
      }
    }
  }
}
