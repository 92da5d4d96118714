import type { CellGrid } from '../../liquids/CellGrid.ts';
import { cellRange, type CellRange } from './cellRange.ts';
import type { PlacedRegion } from './PlacedRegion.ts';

/** What liquid cannot be in. */
export interface Obstacles {
  /** Distance to it at a point (xyz, m), m; positive outside. */
  distanceAt(point: Float64Array): number;
}

/** The eighths of cells whose middle is in a region and in no solid: where particles of a full cell are. */
export class RegionSites {
  /** xyz of the sites, m. */
  positions = new Float64Array(0);
  count = 0;
  /** Number of sites that `find` found in solids. */
  coveredCount = 0;
  private readonly range: CellRange = { low: [0, 0, 0], high: [0, 0, 0] };
  private readonly point = new Float64Array(3);
  private readonly checkCancelled: () => void;

  /** `checkCancelled` is asked for every layer of eighths, and may throw. */
  constructor(checkCancelled: () => void) {
    this.checkCancelled = checkCancelled;
  }

  /** Finds the sites of a region where it is placed. */
  find(grid: CellGrid, region: PlacedRegion, solids: Obstacles): void {
    const { point } = this;
    const { low, high } = cellRange(grid, region.placed, 1, this.range);
    this.count = 0;
    this.coveredCount = 0;
    for (let k = 2 * low[2]; k < Math.min(2 * high[2] + 2, 2 * grid.counts[2]); k++) {
      this.checkCancelled();
      for (let j = 2 * low[1]; j < Math.min(2 * high[1] + 2, 2 * grid.counts[1]); j++) {
        for (let i = 2 * low[0]; i < Math.min(2 * high[0] + 2, 2 * grid.counts[0]); i++) {
          point[0] = grid.origin[0] + ((i + 0.5) * grid.h) / 2;
          point[1] = grid.origin[1] + ((j + 0.5) * grid.h) / 2;
          point[2] = grid.origin[2] + ((k + 0.5) * grid.h) / 2;
          if (region.distance(point, 0) >= 0) continue;
          if (solids.distanceAt(point) <= 0) this.coveredCount++;
          else this.add();
        }
      }
    }
  }

  private add(): void {
    const at = 3 * this.count++;
    if (at === this.positions.length) {
      const longer = new Float64Array(Math.max(3 * 1024, 2 * at));
      longer.set(this.positions);
      this.positions = longer;
    }
    this.positions.set(this.point, at);
  }
}
