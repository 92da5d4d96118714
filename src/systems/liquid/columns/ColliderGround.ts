import { placedCollider, type ContactCollider, type PlacedCollider } from '../../../collision/contactCollider.ts';
import type { ColumnEdits } from '../../../liquids/LiquidEdits.ts';
import type { ColumnGrid } from '../../../liquids/shallow/ColumnGrid.ts';
import type { LiquidColliders } from '../LiquidColliders.ts';
import { columnRange, type ColumnRange } from './columnRange.ts';
import { VerticalLines } from './VerticalLines.ts';

/** A collider and its heights in the columns of a range, x fastest, m; minus infinity where it is not in a column. */
interface Hill {
  readonly placed: PlacedCollider;
  range: ColumnRange;
  heights: Float64Array;
}

/** The colliders of a shot as ground under columns of water: the height of the highest of them in each column, within a box, whose floor is the ground where there is none. */
export class ColliderGround implements LiquidColliders {
  readonly inCells = undefined;
  /** m, of each column, x fastest, without ghost cells. */
  readonly heights: Float64Array;
  private readonly edits: ColumnEdits;
  private readonly grid: ColumnGrid;
  private readonly floor: number;
  private readonly top: number;
  private readonly hills: readonly Hill[];
  private readonly lines: VerticalLines;
  private readonly checkCancelled: () => void;
  private sampled = false;
  private moved = false;

  /** `floor` and `top` of the box, m. `checkCancelled` is asked for every row of columns, and may throw. */
  constructor(
    edits: ColumnEdits,
    [floor, top]: readonly [number, number],
    colliders: readonly ContactCollider[],
    checkCancelled: () => void = () => undefined,
  ) {
    const { grid } = edits;
    this.edits = edits;
    this.grid = grid;
    this.floor = floor;
    this.top = top;
    this.lines = new VerticalLines(grid.h);
    this.checkCancelled = checkCancelled;
    this.heights = new Float64Array(grid.counts[0] * grid.counts[1]);
    this.hills = colliders.map((collider) => ({
      placed: placedCollider(collider),
      range: { first: [0, 0], end: [0, 0], low: 0, high: 0 },
      heights: new Float64Array(0),
    }));
  }

  get isMoving(): boolean {
    return this.moved;
  }

  forget(): void {
    this.sampled = false;
  }

  place(start: number, end: number): boolean {
    const before = this.moved;
    this.moved = false;
    let changes = !this.sampled;
    for (const hill of this.hills) {
      hill.placed.place(start, end);
      const moves = !hill.placed.still;
      this.moved ||= moves;
      // One that has just come to rest has moved in this substep for the last time.
      if (this.sampled && !moves && !before) continue;
      this.sample(hill);
      changes = true;
    }
    this.sampled = true;
    if (changes) this.raise();
    return changes;
  }

  give(): void {
    this.edits.setGround(this.heights);
  }

  /** Regions keep out of nothing: what they pour falls onto the ground. */
  distanceAt(): number {
    return Infinity;
  }

  private sample(hill: Hill): void {
    const { grid, floor, top, lines } = this;
    hill.range = columnRange(grid, [floor, top], hill.placed);
    const { first, end, high } = hill.range;
    const count = Math.max(0, end[0] - first[0]) * Math.max(0, end[1] - first[1]);
    if (hill.heights.length < count) hill.heights = new Float64Array(count);
    const from = Math.min(top, high);
    for (let k = first[1], n = 0; k < end[1]; k++) {
      this.checkCancelled();
      const z = grid.origin[1] + (k + 0.5) * grid.h;
      for (let i = first[0]; i < end[0]; i++, n++) {
        const x = grid.origin[0] + (i + 0.5) * grid.h;
        hill.heights[n] = lines.enters(hill.placed, x, z, from, floor) ?? -Infinity;
      }
    }
  }

  private raise(): void {
    const { grid, heights } = this;
    heights.fill(this.floor);
    for (const { range, heights: own } of this.hills) {
      const { first, end } = range;
      for (let k = first[1], n = 0; k < end[1]; k++) {
        for (let i = first[0]; i < end[0]; i++, n++) {
          const column = i + grid.counts[0] * k;
          heights[column] = Math.max(heights[column], own[n]);
        }
      }
    }
  }
}
