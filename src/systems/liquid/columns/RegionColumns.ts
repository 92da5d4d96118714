import type { ColumnSpans } from '../../../liquids/LiquidEdits.ts';
import type { ColumnGrid } from '../../../liquids/shallow/ColumnGrid.ts';
import type { PlacedRegion } from '../PlacedRegion.ts';
import { columnRange } from './columnRange.ts';
import { VerticalLines } from './VerticalLines.ts';

/** The columns of a region, where it is placed. */
export class RegionColumns implements ColumnSpans {
  count = 0;
  columns = new Uint32Array(0);
  low = new Float64Array(0);
  high = new Float64Array(0);
  private readonly grid: ColumnGrid;
  private readonly heights: readonly [number, number];
  private readonly lines: VerticalLines;
  private readonly checkCancelled: () => void;
  /** Places of the origin and of the ends of the axes, xyz each, for which they were found; and where those are now. */
  private readonly found = new Float64Array(12).fill(NaN);
  private readonly placed = new Float64Array(12);
  private readonly world = new Float64Array(3);

  /** `heights`: floor and top of the liquid's box, m. `checkCancelled` is asked for every row of columns, and may throw. */
  constructor(grid: ColumnGrid, heights: readonly [number, number], checkCancelled: () => void) {
    this.grid = grid;
    this.heights = heights;
    this.lines = new VerticalLines(grid.h);
    this.checkCancelled = checkCancelled;
  }

  /** Finds them, unless the region stands as it did last. */
  find(region: PlacedRegion): void {
    const { grid, lines } = this;
    const { placed } = region;
    if (this.stands(placed)) return;
    const { first, end: own, low, high } = columnRange(grid, this.heights, placed);
    const centre = (column: number, n: number): number => grid.origin[n] + (column + 0.5) * grid.h;
    // What reaches the last column of the box reaches those beyond it.
    const end = own.map((column, n) => (region.isBeyond(centre(column, n), 2 * n) ? grid.counts[n] : column));
    this.reserve(Math.max(0, end[0] - first[0]) * Math.max(0, end[1] - first[1]));
    this.count = 0;
    for (let k = first[1]; k < end[1]; k++) {
      this.checkCancelled();
      const z = region.within(centre(k, 1), 2);
      for (let i = first[0]; i < end[0]; i++) {
        const x = region.within(centre(i, 0), 0);
        const upper = lines.enters(placed, x, z, high, low);
        if (upper === undefined) continue;
        this.columns[this.count] = i + grid.counts[0] * k;
        this.high[this.count] = upper;
        this.low[this.count++] = lines.enters(placed, x, z, low, high) ?? upper;
      }
    }
  }

  private stands(region: PlacedRegion['placed']): boolean {
    const { found, placed, world } = this;
    for (let n = 0; n < 4; n++) {
      region.toWorld(POINTS[n], world);
      placed.set(world, 3 * n);
    }
    const stands = placed.every((x, k) => x === found[k]);
    found.set(placed);
    return stands;
  }

  private reserve(count: number): void {
    if (count <= this.columns.length) return;
    this.columns = new Uint32Array(count);
    this.low = new Float64Array(count);
    this.high = new Float64Array(count);
  }
}

/** The origin and the ends of the axes. */
const POINTS = [
  Float64Array.of(0, 0, 0),
  Float64Array.of(1, 0, 0),
  Float64Array.of(0, 1, 0),
  Float64Array.of(0, 0, 1),
] as const;
