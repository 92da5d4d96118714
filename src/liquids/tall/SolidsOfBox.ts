import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { TallLiquid } from './TallLiquid.ts';

/** Distance of solids, in cells, within which cells stay uniform: they may move two cells in a substep, and pressure and surface reach further ones. */
const NEAR = 3;

/** The solids in the box of a liquid, of which the uniform cells get their part. */
export class SolidsOfBox {
  /** m, positive outside, at the corners of all cells; undefined where there are none. */
  distance: Float64Array | undefined;
  /** Layers of cells from the floor up that no solid is near to. */
  free: number;
  private readonly grid: CellGrid;
  private velocity: FaceArrays | undefined;
  private part: { readonly distance: Float64Array; readonly velocity: FaceArrays; readonly size: number } | undefined;

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.free = grid.counts[1];
  }

  /** Takes the solids as `LiquidSolver.setSolids` gives them. */
  set(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    this.distance = copied(this.distance, distance);
    this.velocity = velocity === undefined ? undefined : copyFaces(this.velocity ?? faceArrays(this.grid), velocity);
    this.free = distance === undefined ? this.grid.counts[1] : this.findFree(distance);
  }

  /** Gives the uniform cells of a liquid their part. */
  give({ band, faces }: TallLiquid): void {
    const { distance, velocity, grid } = this;
    if (distance === undefined) return;
    if (this.part?.size !== band.grid.size) {
      this.part = { distance: new Float64Array(band.grid.size), velocity: faceArrays(band.grid), size: band.grid.size };
    }
    const { part } = this;
    copyRows(grid, distance, band.grid, part.distance, faces.layers.cells);
    for (let axis = 0; axis < 3 && velocity !== undefined; axis++) {
      copyRows(grid, velocity[axis], band.grid, part.velocity[axis], faces.layers.cells);
    }
    band.setSolids(part.distance, velocity === undefined ? undefined : part.velocity);
  }

  private findFree(distance: Float64Array): number {
    const { grid } = this;
    const [nx, ny, nz] = grid.counts;
    for (let j = 0; j <= ny; j++) {
      for (let k = 0; k <= nz; k++) {
        const row = grid.index(0, j, k);
        for (let c = row; c <= row + nx; c++) if (distance[c] < NEAR * grid.h) return Math.max(0, j - 1);
      }
    }
    return ny;
  }
}

function copied(before: Float64Array | undefined, given: Float64Array | undefined): Float64Array | undefined {
  if (given === undefined) return undefined;
  if (before === undefined) return given.slice();
  before.set(given);
  return before;
}

function copyFaces(to: FaceArrays, from: FaceArrays): FaceArrays {
  for (let axis = 0; axis < 3; axis++) to[axis].set(from[axis]);
  return to;
}

/** Copies all layers of a grid of the same box that begins `first` layers higher. */
function copyRows(from: CellGrid, source: Float64Array, to: CellGrid, target: Float64Array, first: number): void {
  const [nx, ny, nz] = to.counts;
  for (let k = -1; k <= nz; k++) {
    for (let j = -1; j <= ny; j++) {
      const at = from.index(-1, j + first, k);
      const row = to.index(-1, j, k);
      for (let n = 0; n < nx + 2; n++) target[row + n] = source[at + n];
    }
  }
}
