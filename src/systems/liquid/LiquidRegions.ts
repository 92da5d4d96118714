import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { LiquidSolver } from '../../liquids/LiquidSolver.ts';
import { cellOf, LiquidRegion, type LiquidRegionInput, type Obstacles } from './LiquidRegion.ts';
import { liquidWarnings } from './liquidWarnings.ts';

/** The regions of one liquid at work. */
export class LiquidRegions {
  /** Warnings of regions that can do nothing where they begin. */
  warnings: readonly string[] = [];
  /** Volume that has been put in since the first frame, m3. */
  emitted = 0;
  /** Volume that has been taken out since the first frame, m3. */
  drained = 0;
  private readonly regions: readonly LiquidRegion[];
  private readonly grid: CellGrid;
  private readonly solver: LiquidSolver;
  /** Returns what the regions keep out of, as it stands. */
  private readonly obstacles: () => Obstacles;
  /** Flags of the cells of emitting regions, where vortices begin there. */
  private readonly atEmitters: Uint8Array | undefined;
  /** Numbers of particles per cell, made with the first emission. */
  private counts = new Uint16Array(0);

  constructor(
    regions: readonly LiquidRegionInput[],
    liquid: {
      readonly grid: CellGrid;
      readonly solver: LiquidSolver;
      readonly obstacles: () => Obstacles;
      readonly vorticesAtEmitters: boolean;
    },
  ) {
    this.regions = regions.map((region) => new LiquidRegion(region));
    this.grid = liquid.grid;
    this.solver = liquid.solver;
    this.obstacles = liquid.obstacles;
    this.atEmitters = liquid.vorticesAtEmitters ? new Uint8Array(this.grid.size) : undefined;
  }

  /** Fills the liquid `id` at time 0, and finds what can do nothing there. */
  fill(id: string): void {
    const { grid, solver, regions } = this;
    const obstacles = this.obstacles();
    this.warnings = liquidWarnings(
      id,
      regions.map((region) => ({ region, room: region.room(grid, obstacles) })),
    );
    for (const region of regions) {
      if (solver.levelSet === undefined) region.fill(grid, obstacles, solver.particles);
      else region.join(grid, solver);
    }
  }

  /** Emits and drains what the rates give between `start` and `end`, s. */
  work(start: number, end: number): void {
    this.markEmitters(end);
    if (this.solver.levelSet !== undefined) {
      this.workOnLevelSet(start, end);
      return;
    }
    this.drain(start, end);
    this.emit(start, end);
  }

  /** Marks the cells of emitting regions at `time`, s, where vortices begin there. */
  markEmitters(time: number): void {
    const { atEmitters, solver, regions, grid } = this;
    if (solver.vortices === undefined || atEmitters === undefined) return;
    atEmitters.fill(0);
    for (const region of regions) if (region.role === 'emit') region.markCells(grid, time, atEmitters);
    solver.atEmitters = atEmitters;
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

  private workOnLevelSet(start: number, end: number): void {
    const { grid, solver } = this;
    for (const region of this.regions) {
      if (region.role === 'emit') this.emitted += region.work(grid, solver, start, end);
      if (region.role === 'drain') this.drained += region.work(grid, solver, start, end);
    }
  }

  private drain(start: number, end: number): void {
    const { grid, solver } = this;
    if (!this.regions.some(({ role }) => role === 'drain')) return;
    const flags = new Uint8Array(solver.particles.count);
    for (const region of this.regions) {
      if (region.role === 'drain') this.drained += region.drain(grid, solver.particles, flags, start, end);
    }
    solver.remove(flags);
  }

  private emit(start: number, end: number): void {
    const { grid, solver } = this;
    if (!this.regions.some(({ role }) => role === 'emit')) return;
    this.countParticles();
    for (const region of this.regions) {
      if (region.role !== 'emit') continue;
      this.emitted += region.emit(grid, this.obstacles(), solver.particles, this.counts, start, end);
    }
  }

  private countParticles(): void {
    const { grid } = this;
    const { positions, count } = this.solver.particles;
    if (this.counts.length === 0) this.counts = new Uint16Array(grid.size);
    else this.counts.fill(0);
    for (let k = 0; k < 3 * count; k += 3)
      this.counts[cellOf(grid, positions[k], positions[k + 1], positions[k + 2])]++;
  }
}
