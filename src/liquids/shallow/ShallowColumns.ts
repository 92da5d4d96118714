import type { ColumnEdits, ColumnSpans } from '../LiquidEdits.ts';
import { GHOST_LAYERS, type ColumnGrid } from './ColumnGrid.ts';
import { DRY, type ShallowSteps } from './ShallowSteps.ts';

/** The columns of a liquid of shallow water as regions and solids change them. */
export class ShallowColumns implements ColumnEdits {
  readonly by = 'columns';
  readonly grid: ColumnGrid;
  private readonly steps: ShallowSteps;

  constructor(grid: ColumnGrid, steps: ShallowSteps) {
    this.grid = grid;
    this.steps = steps;
  }

  setGround(heights: Float64Array): void {
    const { grid, steps } = this;
    const [nx] = grid.counts;
    grid.forEach((c, i, k) => (steps.ground[c] = heights[i + nx * k]));
    continueOutside(grid, steps.ground);
  }

  beginOutside(): void {
    const { depth, velocityX, velocityZ } = this.steps.water;
    for (const values of [depth, velocityX, velocityZ]) continueOutside(this.grid, values);
  }

  fill({ count, columns, low, high }: ColumnSpans, velocity: ArrayLike<number>): void {
    const { depth } = this.steps.water;
    const { ground } = this.steps;
    for (let n = 0; n < count; n++) {
      const c = this.columnOf(columns[n]);
      this.add(c, Math.max(0, high[n] - Math.max(low[n], ground[c] + depth[c])), velocity);
    }
  }

  pour({ count, columns }: ColumnSpans, volume: number, velocity: ArrayLike<number>): number {
    if (count === 0) return 0;
    const deeper = volume / (count * this.grid.h ** 2);
    for (let n = 0; n < count; n++) this.add(this.columnOf(columns[n]), deeper, velocity);
    return volume;
  }

  drain({ count, columns, low, high }: ColumnSpans, most: number): number {
    const { depth } = this.steps.water;
    const area = this.grid.h ** 2;
    let found = 0;
    for (let n = 0; n < count; n++) found += this.within(columns[n], low[n], high[n]);
    found *= area;
    const share = found > most ? most / found : 1;
    if (found === 0) return 0;
    for (let n = 0; n < count; n++) {
      const c = this.columnOf(columns[n]);
      depth[c] = Math.max(0, depth[c] - share * this.within(columns[n], low[n], high[n]));
    }
    return share * found;
  }

  /** Adds `deeper`, m, with its momentum. */
  private add(c: number, deeper: number, velocity: ArrayLike<number>): void {
    const { depth, velocityX, velocityZ } = this.steps.water;
    const before = depth[c];
    const after = before + deeper;
    depth[c] = after;
    if (!(after > DRY)) return;
    velocityX[c] = (before * velocityX[c] + deeper * velocity[0]) / after;
    velocityZ[c] = (before * velocityZ[c] + deeper * velocity[2]) / after;
  }

  /** Returns how much of the depth of a column lies between two heights, m. */
  private within(column: number, low: number, high: number): number {
    const c = this.columnOf(column);
    const ground = this.steps.ground[c];
    return Math.max(0, Math.min(high, ground + this.steps.water.depth[c]) - Math.max(low, ground));
  }

  /** Returns the index in arrays of the column with that number. */
  private columnOf(column: number): number {
    const [nx] = this.grid.counts;
    return this.grid.index(column % nx, Math.floor(column / nx));
  }
}

/** Writes the values along the sides of the rectangle into the ghost cells beside them. */
function continueOutside(grid: ColumnGrid, values: Float64Array): void {
  const [nx, nz] = grid.counts;
  for (let layer = 1; layer <= GHOST_LAYERS; layer++) {
    for (let k = 0; k < nz; k++) {
      values[grid.index(-layer, k)] = values[grid.index(0, k)];
      values[grid.index(nx - 1 + layer, k)] = values[grid.index(nx - 1, k)];
    }
    for (let i = 0; i < nx; i++) {
      values[grid.index(i, -layer)] = values[grid.index(i, 0)];
      values[grid.index(i, nz - 1 + layer)] = values[grid.index(i, nz - 1)];
    }
  }
}
