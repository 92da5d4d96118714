import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { LiquidParticles } from '../transport/LiquidParticles.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { PlacedSheets } from './PlacedSheets.ts';
import { SheetBins } from './SheetBins.ts';
import { SheetCrossings } from './SheetCrossings.ts';
import { SheetPockets } from './SheetPockets.ts';
import { SheetSides } from './SheetSides.ts';

/** What a liquid of particles does at thin surfaces: its surface on one side says nothing on the other, and no particle gets through. */
export class LiquidSheets {
  /** 1 for cells that a sheet may pass. */
  readonly parted: Uint8Array;
  private readonly bins: SheetBins;
  private readonly sides: SheetSides;
  private readonly pockets: SheetPockets;
  private readonly crossings: SheetCrossings;
  private placed: PlacedSheets | undefined;

  constructor(grid: CellGrid, closedSides: ClosedSides) {
    this.parted = new Uint8Array(grid.size);
    this.bins = new SheetBins(grid);
    this.sides = new SheetSides(grid, closedSides);
    this.pockets = new SheetPockets(grid);
    this.crossings = new SheetCrossings(grid);
  }

  /** Takes sheets as they stand; what is given is kept, and changes with the next call. */
  place(placed: PlacedSheets): void {
    const { bins, parted } = this;
    this.placed = placed;
    bins.fill(placed.triangles, placed.positions, placed.positions, 0);
    for (let c = 0; c < parted.length; c++) parted[c] = bins.isPassed(c) ? 1 : 0;
  }

  /** Replaces phi, m, of cells near the sheets by what particles on their own side say. */
  measure(particles: LiquidParticles, phi: Float64Array, box: CellBox): void {
    if (this.placed === undefined) return;
    this.sides.measure(this.placed, this.bins, particles, phi, box);
    this.pockets.close(this.placed.links, phi);
  }

  /**
   * Returns by how much, in cells, the liquid beside sheets is more than what the centres within it say. Along an axis it reaches to the crossing of a link and not to the middle; of the three axes each counts by the
   * squared component of the normal along it, so that a sheet has the same weight however it lies.
   */
  excess(phi: Float64Array, h: number): number {
    if (this.placed === undefined) return 0;
    const { links } = this.placed;
    let sum = 0;
    for (let half = 0; half < 2 * links.count; half++) {
      const share = Math.min(1, Math.max(0, 0.5 - phi[links.cellOf(half)] / h));
      if (share > 0) sum += share * this.weightOf(half) * (links.depthOf(half) - 0.5);
    }
    return sum;
  }

  /** Returns the squared component, along the axis of a crossing, of the unit normal of the triangle there. */
  private weightOf(half: number): number {
    const { links, positions: x, triangles, firstTriangles } = this.placed!;
    const t = 3 * (firstTriangles[links.sheets[half]] + links.triangles[half]);
    const axis = links.axes[half >> 1];
    let [along, square] = [0, 0];
    for (let k = 0; k < 3; k++) {
      const u = (k + 1) % 3;
      const v = (k + 2) % 3;
      const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
      const part = (x[b + u] - x[a + u]) * (x[c + v] - x[a + v]) - (x[b + v] - x[a + v]) * (x[c + u] - x[a + u]);
      if (k === axis) along = part * part;
      square += part * part;
    }
    return square > 0 ? along / square : 0;
  }

  /** Keeps where sheets and particles are before they move. */
  begin(particles: LiquidParticles): void {
    if (this.placed !== undefined) this.crossings.begin(this.placed.positions, particles);
  }

  /** Takes back, to the side that they began on, particles that have crossed sheets since `begin`. */
  undo(particles: LiquidParticles): void {
    if (this.placed !== undefined) this.crossings.undo(this.placed, particles);
  }

  /** Marks the closed faces across an axis beside liquid as ones that have a velocity (1). */
  markFaces(axis: number, phi: Float64Array, stride: number, valid: Uint8Array): void {
    if (this.placed === undefined) return;
    const { links } = this.placed;
    for (let n = 0; n < links.count; n++) {
      const c = links.faces[n];
      if (links.axes[n] === axis && valid[c] < 2 && (phi[c] < 0 || phi[c - stride] < 0)) valid[c] = 1;
    }
  }
}
