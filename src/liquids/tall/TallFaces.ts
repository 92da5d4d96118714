import { CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import { openFaces } from '../walls/openFaces.ts';
import { freeShare } from './fullLayers.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { TallLayers } from './TallLayers.ts';

const CLOSED = [true, true] as const;
const OPEN = [false, false] as const;

/**
 * The faces of tall cells as pressure sees them: sums of the open faces of the uniform cells that they replace, with the weights of linear interpolation, so that their matrix is the Galerkin one P^T A P
 * (Irving 2007, 5.5.2). All arrays are those of a grid with a layer of cells for each sample and one more for the first uniform cells above. A face across y is that below its sample.
 */
export class TallFaces {
  readonly grid: CellGrid;
  readonly layers: TallLayers;
  /** Sums of weights: of open faces across x and z (row sums of the mass matrix of a pair of samples), and across y over the squared gap. */
  readonly open: FaceArrays;
  /** What the consistent mass matrix of a pair of samples has off its diagonal, at faces across x and z of the lower one; across y nothing. */
  readonly cross: FaceArrays;
  /** Liquid in all tall cells, m3, and its first moment of height, m4. */
  volume = 0;
  moment = 0;

  /** `uniform`: the grid of the whole box, of whose cells the lowest are replaced. */
  constructor(uniform: CellGrid, layers: TallLayers) {
    const [nx, , nz] = uniform.counts;
    this.layers = layers;
    this.grid = new CellGrid([nx, layers.samples + 1, nz], uniform.h, uniform.origin);
    this.open = faceArrays(this.grid);
    this.cross = faceArrays(this.grid);
  }

  /** Opens all faces but those of the sides, which are closed. */
  openAll(): void {
    const { grid, layers, open, cross } = this;
    const [nx, , nz] = grid.counts;
    const { samples, heights, gaps, crossWeights } = layers;
    for (let k = 0; k < nz; k++) {
      for (let s = 0; s < samples; s++) {
        for (let i = 0; i < nx; i++) {
          const c = grid.index(i, s, k);
          open[0][c] = i > 0 ? heights[s] : 0;
          cross[0][c] = i > 0 ? crossWeights[s] : 0;
          open[2][c] = k > 0 ? heights[s] : 0;
          cross[2][c] = k > 0 ? crossWeights[s] : 0;
          open[1][c] = s > 0 ? 1 / gaps[s] : 0;
        }
      }
      for (let i = 0; i < nx; i++) {
        const c = grid.index(i, samples, k);
        open[0][c] = i > 0 ? 1 : 0;
        open[1][c] = 1;
        open[2][c] = k > 0 ? 1 : 0;
      }
    }
    const { h, origin } = grid;
    this.volume = nx * nz * layers.cells * h ** 3;
    this.moment = this.volume * (origin[1] + (layers.cells * h) / 2);
  }

  /** Opens the faces as solids leave them open. `distance`: to the solids at the corners of `uniform`, the grid of the whole box, m, positive outside. */
  openAround(uniform: CellGrid, distance: Float64Array): void {
    const { layers, open, cross } = this;
    for (let axis = 0; axis < 3; axis++) {
      open[axis].fill(0);
      cross[axis].fill(0);
    }
    this.volume = 0;
    this.moment = 0;
    for (let s = 0; s < layers.samples; s += layers.isLower[s] === 1 ? 2 : 1) this.openTallCell(uniform, distance, s);
    this.volume *= uniform.h ** 3;
    this.moment *= uniform.h ** 3;
  }

  /** Takes the open faces of the first uniform cells above. */
  openAbove(above: CellGrid, shares: FaceArrays): void {
    const { grid, open, layers } = this;
    const [nx, , nz] = grid.counts;
    for (let k = 0; k <= nz; k++) {
      const to = grid.index(0, layers.samples, k);
      const from = above.index(0, 0, k);
      for (let i = 0; i <= nx; i++) {
        open[0][to + i] = shares[0][from + i];
        open[2][to + i] = shares[2][from + i];
      }
    }
  }

  /** Sums the uniform faces of the tall cell whose lower sample, or only one, is `s`. */
  private openTallCell(uniform: CellGrid, distance: Float64Array, s: number): void {
    const { grid, layers } = this;
    const [nx, , nz] = grid.counts;
    const first = layers.places[s];
    const height = layers.isLower[s] === 1 ? layers.places[s + 1] - first + 1 : 1;
    const slab = new CellGrid([nx, height, nz], grid.h);
    const corners = new Float64Array(slab.size);
    for (let k = 0; k <= nz; k++) {
      for (let j = 0; j <= height; j++) {
        const from = uniform.index(0, first + j, k);
        corners.set(distance.subarray(from, from + nx + 1), slab.index(0, j, k));
      }
    }
    const shares = faceArrays(slab);
    openFaces(slab, corners, shares, [CLOSED, OPEN, CLOSED]);
    for (let j = 0; j <= height; j++) {
      const high = height > 1 ? j / (height - 1) : 0;
      const weights = { low: 1 - high, high };
      if (j < height) this.addLayer(slab, shares, j, s, weights);
      this.addFloor(slab, shares, j, s, height);
    }
    this.addVolume(slab, corners, first);
  }

  /** Adds the faces across x and z of a layer of uniform cells to those of the samples. */
  private addLayer(slab: CellGrid, shares: FaceArrays, j: number, s: number, { low, high }: Weights): void {
    const { grid, open, cross } = this;
    const [nx, , nz] = grid.counts;
    const sy = grid.strides[1];
    for (let axis = 0; axis < 3; axis += 2) {
      for (let k = 0; k < nz; k++) {
        const from = slab.index(0, j, k);
        const to = grid.index(0, s, k);
        for (let i = 0; i < nx; i++) {
          const share = shares[axis][from + i];
          open[axis][to + i] += low * share;
          if (high === 0) continue;
          open[axis][to + i + sy] += high * share;
          cross[axis][to + i] += low * high * share;
        }
      }
    }
  }

  /** Adds the faces below a layer of uniform cells: that below a sample, or one of those between two. */
  private addFloor(slab: CellGrid, shares: FaceArrays, j: number, s: number, height: number): void {
    const { grid, open, layers } = this;
    const [nx, , nz] = grid.counts;
    const isFloor = s === 0 && j === 0;
    const isBetween = j > 0 && j < height;
    const above = j === 0 ? s : isBetween ? s + 1 : s + (height > 1 ? 2 : 1);
    const gap = layers.gaps[above];
    for (let k = 0; k < nz; k++) {
      const from = slab.index(0, j, k);
      const to = grid.index(0, above, k);
      for (let i = 0; i < nx; i++) {
        if (isFloor) open[1][to + i] = 0;
        else if (isBetween) open[1][to + i] += shares[1][from + i] / (gap * gap);
        else open[1][to + i] = shares[1][from + i];
      }
    }
  }

  private addVolume(slab: CellGrid, corners: Float64Array, first: number): void {
    const { h, origin } = this.grid;
    slab.forEach((c, _i, j) => {
      const share = freeShare(slab, corners, c);
      this.volume += share;
      this.moment += share * (origin[1] + (first + j + 0.5) * h);
    });
  }
}

/** Weights of the two samples of a tall cell at one of the uniform cells that it replaces. */
interface Weights {
  readonly low: number;
  readonly high: number;
}

/** Whether all sides but the top are walls: tall cells end at nothing else. */
export function isBasin([[left, right], [bottom], [back, front]]: ClosedSides): boolean {
  return left && right && bottom && back && front;
}
