import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { GridLiquid } from '../uniform/GridLiquid.ts';
import type { TallFaces } from './TallFaces.ts';

/** A liquid that takes solids: its uniform cells, its tall ones, and what it does when their faces have changed. */
interface SolidsTaker {
  readonly band: GridLiquid;
  readonly faces: TallFaces;
  readonly takeFaces: () => void;
}

/** Layers below solids that move which stay uniform: they may move two cells in a substep, and distances to them reach four. */
const NEAR = 5;

/** The solids in the box of a liquid: its uniform cells and its tall ones get their parts. */
export class SolidsOfBox {
  /** m, positive outside, at the corners of all cells; undefined where there are none. */
  distance: Float64Array | undefined;
  /** Layers of cells from the floor up that no solid that moves is near to. */
  free: number;
  private readonly grid: CellGrid;
  private velocity: FaceArrays | undefined;
  private part: { readonly distance: Float64Array; readonly velocity: FaceArrays; readonly size: number } | undefined;
  /** Lowest layer of corners whose distances have changed since `give` was called last. */
  private changed = 0;

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.free = grid.counts[1];
  }

  /** Takes the solids as `LiquidSolver.setSolids` gives them. */
  set(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    const { grid } = this;
    const before = this.distance;
    this.changed = Math.min(this.changed, before && distance ? this.lowestOther(before, distance) : 0);
    this.distance = copied(before, distance);
    this.velocity = velocity === undefined ? undefined : copyFaces(this.velocity ?? faceArrays(grid), velocity);
    this.free = velocity === undefined ? grid.counts[1] : Math.max(0, this.lowestMoving(velocity) - NEAR);
  }

  /** Gives a liquid its part; `isNew`: it has none yet. */
  give({ band, faces, takeFaces }: SolidsTaker, isNew: boolean): void {
    const { distance, velocity, grid, changed } = this;
    const { cells } = faces.layers;
    this.changed = grid.counts[1] + 1;
    if (distance === undefined) return;
    if (this.part?.size !== band.grid.size) {
      this.part = { distance: new Float64Array(band.grid.size), velocity: faceArrays(band.grid), size: band.grid.size };
    }
    const { part } = this;
    copyRows(grid, distance, band.grid, part.distance, cells);
    for (let axis = 0; axis < 3 && velocity !== undefined; axis++) {
      copyRows(grid, velocity[axis], band.grid, part.velocity[axis], cells);
    }
    band.setSolids(part.distance, velocity === undefined ? undefined : part.velocity);
    if (isNew || changed <= cells) faces.openAround(grid, distance);
    faces.openAbove(band.grid, band.open);
    if (isNew || changed <= cells) takeFaces();
  }

  /** Returns the lowest layer of corners in which two distances differ; that above the highest one where they do not. */
  private lowestOther(a: Float64Array, b: Float64Array): number {
    return this.lowestLayer((c) => a[c] !== b[c]);
  }

  private lowestMoving([u, v, w]: FaceArrays): number {
    return this.lowestLayer((c) => u[c] !== 0 || v[c] !== 0 || w[c] !== 0);
  }

  private lowestLayer(isSo: (corner: number) => boolean): number {
    const { grid } = this;
    const [nx, ny, nz] = grid.counts;
    for (let j = 0; j <= ny; j++) {
      for (let k = 0; k <= nz; k++) {
        const row = grid.index(0, j, k);
        for (let c = row; c <= row + nx; c++) if (isSo(c)) return j;
      }
    }
    return ny + 1;
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
