import { CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { TallLayers } from './TallLayers.ts';

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
}

/** Whether all sides but the top are walls: tall cells end at nothing else. */
export function isBasin([[left, right], [bottom], [back, front]]: ClosedSides): boolean {
  return left && right && bottom && back && front;
}
