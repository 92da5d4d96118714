import { PairImpact } from '../../collision/selfContact/PairImpact.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { LiquidParticles } from '../transport/LiquidParticles.ts';
import type { PlacedSheets } from './PlacedSheets.ts';
import { SheetBins } from './SheetBins.ts';

/** Particles end this far from a sheet, in cells; nearer than half of that they count as touching. */
const MARGIN = 2e-3;
/** Sheets that a particle may meet on its way, one after the other. */
const MOST_MET = 6;

/**
 * Particles that move while sheets do, all on straight lines: one that meets a triangle on its way ends beside it, on the side that it came from (Guendelman et al. 2005, 4.1). Where it meets one after another, as in a fold, it stays beside
 * the triangle that it was nearest to.
 */
export class SheetCrossings {
  private readonly grid: CellGrid;
  private readonly bins: SheetBins;
  private readonly impact = new PairImpact();
  /** Vertices where they begin, m, and their way; the last one is the particle. */
  private from = new Float64Array(0);
  private way = new Float64Array(0);
  /** Particles where they begin, m, xyz. */
  private starts = new Float64Array(0);
  private readonly low = new Int32Array(3);
  private readonly high = new Int32Array(3);
  /** Numbers of the pass that has looked at each triangle last. */
  private seen = new Uint32Array(0);
  private pass = 0;
  /** Earliest contact: time as a share of the step, weights of the particle and of the corners, unit normal to the side that it came from. */
  private readonly found = { time: Infinity, triangle: -1, weights: new Float64Array(4), normal: new Float64Array(3) };

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.bins = new SheetBins(grid);
    this.impact.gap = (MARGIN / 2) * grid.h;
  }

  begin(positions: Float64Array, particles: LiquidParticles): void {
    if (this.from.length !== positions.length + 3) {
      this.from = new Float64Array(positions.length + 3);
      this.way = new Float64Array(positions.length + 3);
    }
    this.from.set(positions);
    const size = 3 * particles.count;
    if (this.starts.length < size) this.starts = new Float64Array(2 * size);
    this.starts.set(particles.positions.subarray(0, size));
  }

  undo({ positions, triangles }: PlacedSheets, particles: LiquidParticles): void {
    const { from, way, bins, grid } = this;
    if (from.length !== positions.length + 3) return;
    for (let k = 0; k < positions.length; k++) way[k] = positions[k] - from[k];
    if (this.seen.length !== triangles.length / 3) this.seen = new Uint32Array(triangles.length / 3);
    bins.fill(triangles, from, positions, 2 * MARGIN * grid.h);
    for (let at = 0; at < 3 * particles.count; at += 3) {
      for (let met = 0; met <= MOST_MET; met++) {
        if (!this.findFirst(triangles, particles.positions, at)) break;
        // In a fold: as the triangle itself has moved.
        this.putBeside(triangles, positions, particles.positions, at, met === MOST_MET);
      }
    }
  }

  /** Finds the first triangle that a particle meets on the way to where it is now. */
  private findFirst(triangles: Uint32Array, ends: Float64Array, at: number): boolean {
    const { grid, bins, low, high, starts, from, way, seen, impact, found } = this;
    for (let axis = 0; axis < 3; axis++) {
      const [a, b] = [starts[at + axis], ends[at + axis]];
      const last = grid.counts[axis];
      low[axis] = Math.min(last, Math.max(-1, Math.floor((Math.min(a, b) - grid.origin[axis]) / grid.h)));
      high[axis] = Math.min(last, Math.max(-1, Math.floor((Math.max(a, b) - grid.origin[axis]) / grid.h)));
    }
    const particle = from.length / 3 - 1;
    found.time = Infinity;
    this.pass++;
    for (let k = low[2]; k <= high[2]; k++) {
      for (let j = low[1]; j <= high[1]; j++) {
        const row = grid.index(0, j, k);
        for (let c = row + low[0]; c <= row + high[0]; c++) {
          for (let n = bins.start[c]; n < bins.start[c + 1]; n++) {
            const triangle = bins.members[n];
            if (seen[triangle] === this.pass) continue;
            seen[triangle] = this.pass;
            for (let axis = 0; axis < 3; axis++) {
              from[3 * particle + axis] = starts[at + axis];
              way[3 * particle + axis] = ends[at + axis] - starts[at + axis];
            }
            const t = 3 * triangle;
            impact.load(from, way, particle, triangles[t], triangles[t + 1], triangles[t + 2]);
            if (!impact.find(false) || impact.time >= found.time) continue;
            found.time = impact.time;
            found.triangle = triangle;
            found.weights.set(impact.weights);
            found.normal.set(impact.normal);
          }
        }
      }
    }
    return found.time < Infinity;
  }

  /** Puts a particle beside the place that it met, where that has gone; or, `stays`, as far from its triangle as it began. */
  private putBeside(
    triangles: Uint32Array,
    vertices: Float64Array,
    ends: Float64Array,
    at: number,
    stays: boolean,
  ): void {
    const { found, starts, from, grid } = this;
    const { weights, normal, triangle } = found;
    this.turnNormal(triangles, vertices);
    for (let axis = 0; axis < 3; axis++) {
      let place = 0;
      let before = 0;
      for (let k = 0; k < 3; k++) {
        const vertex = 3 * triangles[3 * triangle + k] + axis;
        place -= weights[k + 1] * vertices[vertex];
        before -= weights[k + 1] * from[vertex];
      }
      ends[at + axis] = stays ? place + starts[at + axis] - before : place + MARGIN * grid.h * normal[axis];
    }
  }

  /** Replaces the normal of the contact by that of its triangle where this has gone, to the same side. */
  private turnNormal(triangles: Uint32Array, x: Float64Array): void {
    const { normal, triangle } = this.found;
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * triangle + k]);
    const [ex, ey, ez] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [fx, fy, fz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const [nx, ny, nz] = [ey * fz - ez * fy, ez * fx - ex * fz, ex * fy - ey * fx];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0)) return;
    const sign = nx * normal[0] + ny * normal[1] + nz * normal[2] < 0 ? -1 : 1;
    normal[0] = (sign * nx) / length;
    normal[1] = (sign * ny) / length;
    normal[2] = (sign * nz) / length;
  }
}
