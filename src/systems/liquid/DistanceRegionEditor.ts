import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { DistanceEdits } from '../../liquids/LiquidEdits.ts';
import type { LiquidRegion } from './LiquidRegion.ts';
import type { EditedVolume, RegionEditor } from './RegionEditor.ts';

/** Regions of a liquid that is edited by the distance to them: from a cell on, as much of a region as its rate has come to. */
export class DistanceRegionEditor implements RegionEditor {
  private readonly grid: CellGrid;
  private readonly edits: DistanceEdits;

  constructor(grid: CellGrid, edits: DistanceEdits) {
    this.grid = grid;
    this.edits = edits;
  }

  fill(region: LiquidRegion): void {
    const velocity = region.fillVelocity;
    if (velocity === undefined) return;
    region.place(0, 0);
    this.edits.unite(region.centreDistances(this.grid), Infinity, velocity);
  }

  work(regions: readonly LiquidRegion[], start: number, end: number, done: EditedVolume): void {
    for (const region of regions) {
      if (region.role === 'emit') done.emitted += this.change(region, start, end);
      if (region.role === 'drain') done.drained += this.change(region, start, end);
    }
  }

  /** Gives the m3 put in or taken out. */
  private change(region: LiquidRegion, start: number, end: number): number {
    const { grid, edits } = this;
    region.earn(start, end);
    const most = region.owed;
    if (most < grid.h ** 3) return 0;
    region.place(start, end);
    const distance = region.centreDistances(grid);
    const done =
      region.role === 'emit' ? edits.unite(distance, most, region.velocityAt(end)) : edits.subtract(distance, most);
    // What did not fit stays out, and a drain that found little has no claim on what comes later; a part of a cell is kept.
    region.owed = Math.min(most - done, grid.h ** 3);
    return done;
  }
}
