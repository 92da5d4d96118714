import type { LiquidSolver } from '../../liquids/LiquidSolver.ts';
import { ColumnRegionEditor } from './columns/ColumnRegionEditor.ts';
import { DistanceRegionEditor } from './DistanceRegionEditor.ts';
import { LiquidRegion, type LiquidRegionInput } from './LiquidRegion.ts';
import { liquidWarnings } from './liquidWarnings.ts';
import { ParticleRegionEditor } from './ParticleRegionEditor.ts';
import type { RegionEditor } from './RegionEditor.ts';
import type { Obstacles } from './RegionSites.ts';

interface EditedLiquid {
  readonly solver: LiquidSolver;
  /** Returns what the regions keep out of, as it stands. */
  readonly obstacles: () => Obstacles;
  /** Another seed lets liquid come out at other random places. */
  readonly seed: number;
}

/** The regions of one liquid at work. */
export class LiquidRegions {
  /** Warnings of regions that can do nothing where they begin. */
  warnings: readonly string[] = [];
  /** Volumes that have been put in and taken out since the first frame, m3. */
  readonly done = { emitted: 0, drained: 0 };
  private readonly regions: readonly LiquidRegion[];
  private readonly liquid: EditedLiquid;
  private readonly editor: RegionEditor;

  constructor(regions: readonly LiquidRegionInput[], liquid: EditedLiquid) {
    this.regions = regions.map((region) => new LiquidRegion(region));
    this.liquid = liquid;
    this.editor = editorOf(liquid);
  }

  /** Fills the liquid `id` at time 0, and finds what can do nothing there. */
  fill(id: string): void {
    const { grid } = this.liquid.solver;
    const obstacles = this.liquid.obstacles();
    this.warnings = liquidWarnings(
      id,
      this.regions.map((region) => ({ region, room: this.editor.room?.(region) ?? region.room(grid, obstacles) })),
    );
    for (const region of this.regions) this.editor.fill(region);
    const { edits } = this.liquid.solver;
    if (edits.by === 'columns') edits.beginOutside();
  }

  /** Pours in and drains what the rates give between `start` and `end`, s. */
  work(start: number, end: number): void {
    this.markEmitters(end);
    this.editor.work(this.regions, start, end, this.done);
  }

  /** Marks the cells of regions that pour at `time`, s, where the solver reads these. */
  markEmitters(time: number): void {
    const { grid, emitterCells } = this.liquid.solver;
    if (emitterCells === undefined) return;
    emitterCells.fill(0);
    for (const region of this.regions) if (region.role === 'emit') region.markCells(grid, time, emitterCells);
  }

  /** The volumes that each region may still put in or take out, m3. */
  get owed(): Float64Array {
    return Float64Array.from(this.regions, (region) => region.owed);
  }

  set owed(owed: Float64Array) {
    this.regions.forEach((region, k) => (region.owed = owed[k]));
  }

  get count(): number {
    return this.regions.length;
  }
}

function editorOf({ solver: { grid, edits }, obstacles, seed }: EditedLiquid): RegionEditor {
  if (edits.by === 'particles') return new ParticleRegionEditor(grid, edits, obstacles, seed);
  return edits.by === 'distance' ? new DistanceRegionEditor(grid, edits) : new ColumnRegionEditor(grid, edits);
}
