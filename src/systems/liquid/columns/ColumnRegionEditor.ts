import type { CellGrid } from '../../../liquids/CellGrid.ts';
import type { ColumnEdits } from '../../../liquids/LiquidEdits.ts';
import type { LiquidRegion, RegionRoom } from '../LiquidRegion.ts';
import type { EditedVolume, RegionEditor } from '../RegionEditor.ts';

/** Regions of a liquid in columns: what they fill falls onto the ground, what they emit onto the liquid below them. */
export class ColumnRegionEditor implements RegionEditor {
  private readonly cells: CellGrid;
  private readonly edits: ColumnEdits;

  constructor(cells: CellGrid, edits: ColumnEdits) {
    this.cells = cells;
    this.edits = edits;
  }

  /** A region is too small where it covers the centre of no column. */
  room(region: LiquidRegion): RegionRoom {
    region.place(0, 0);
    const { count } = region.columnSpans(this.edits.grid, this.cells);
    if (count > 0) return 'free';
    return region.reachesInto(this.cells) ? 'small' : 'outside';
  }

  fill(region: LiquidRegion): void {
    const velocity = region.fillVelocity;
    if (velocity === undefined) return;
    region.place(0, 0);
    this.edits.fill(region.columnSpans(this.edits.grid, this.cells), velocity);
  }

  work(regions: readonly LiquidRegion[], start: number, end: number, done: EditedVolume): void {
    for (const region of regions) {
      if (region.role === 'fill') continue;
      region.earn(start, end);
      region.place(start, end);
      const spans = region.columnSpans(this.edits.grid, this.cells);
      if (region.role === 'emit') done.emitted += this.edits.pour(spans, region.owed, region.velocityAt(end));
      else done.drained += this.edits.drain(spans, region.owed);
      // What found no column, or no liquid, has no claim on what comes later.
      region.owed = 0;
    }
  }
}
