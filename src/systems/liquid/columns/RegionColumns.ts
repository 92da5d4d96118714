import type { PlacedCollider } from '../../../collision/contactCollider.ts';
import type { ColumnSpans } from '../../../liquids/LiquidEdits.ts';
import type { ColumnGrid } from '../../../liquids/shallow/ColumnGrid.ts';
import { columnRange } from './columnRange.ts';
import { VerticalLines } from './VerticalLines.ts';

/** The columns of a region, where it is placed. Columns beyond the high sides of the liquid's box, as there are only whole ones, are as the last ones within it. */
export class RegionColumns implements ColumnSpans {
  count = 0;
  columns = new Uint32Array(0);
  low = new Float64Array(0);
  high = new Float64Array(0);
  private readonly grid: ColumnGrid;
  private readonly heights: readonly [number, number];
  /** Numbers of columns along x and z whose centres are in the box, and those centres farthest along. */
  private readonly within: readonly number[];
  private readonly last: readonly number[];
  private readonly lines: VerticalLines;
  private readonly checkCancelled: () => void;
  /** Places of the origin and of the ends of the axes, xyz each, for which they were found; and where those are now. */
  private readonly found = new Float64Array(12).fill(NaN);
  private readonly placed = new Float64Array(12);
  private readonly world = new Float64Array(3);

  /** `heights`: floor and top of the liquid's box, m; `high`: its high corner, xyz, m. `checkCancelled` is asked for every row of columns, and may throw. */
  constructor(
    grid: ColumnGrid,
    heights: readonly [number, number],
    high: readonly number[],
    checkCancelled: () => void,
  ) {
    this.grid = grid;
    this.heights = heights;
    const { counts, origin, h } = grid;
    this.within = [0, 1].map((n) => Math.min(counts[n], Math.max(1, Math.round((high[2 * n] - origin[n]) / h))));
    this.last = this.within.map((count, n) => origin[n] + (count - 0.5) * h);
    this.lines = new VerticalLines(grid.h);
    this.checkCancelled = checkCancelled;
  }

  /** Finds them, unless the region stands as it did last. */
  find(region: PlacedCollider): void {
    if (this.stands(region)) return;
    const { grid, lines, within, last } = this;
    const { first, end: own, low, high } = columnRange(grid, this.heights, region);
    const end = own.map((column, n) => (column >= within[n] ? grid.counts[n] : column));
    this.reserve(Math.max(0, end[0] - first[0]) * Math.max(0, end[1] - first[1]));
    this.count = 0;
    for (let k = first[1]; k < end[1]; k++) {
      this.checkCancelled();
      const z = Math.min(grid.origin[1] + (k + 0.5) * grid.h, last[1]);
      for (let i = first[0]; i < end[0]; i++) {
        const x = Math.min(grid.origin[0] + (i + 0.5) * grid.h, last[0]);
        const upper = lines.enters(region, x, z, high, low);
        if (upper === undefined) continue;
        this.columns[this.count] = i + grid.counts[0] * k;
        this.high[this.count] = upper;
        this.low[this.count++] = lines.enters(region, x, z, low, high) ?? upper;
      }
    }
  }

  private stands(region: PlacedCollider): boolean {
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
