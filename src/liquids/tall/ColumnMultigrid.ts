import { CellGrid } from '../CellGrid.ts';
import type { PressureMatrix } from '../pressure/PressureMatrix.ts';
import type { ApproximateInverse } from '../pressure/ReferencePressureSteps.ts';
import { runVCycle, type VCycle } from '../pressure/vCycle.ts';
import { ColumnLevel } from './ColumnLevel.ts';
import type { TallFaces } from './TallFaces.ts';

/** Columns along a side of the coarsest grid at most, and sweeps there. */
const COARSEST = 2;
const COARSEST_SWEEPS = 4;

/**
 * One V-cycle of multigrid for columns of tall and uniform cells as a symmetric, definite preconditioner: Gauss-Seidel over whole columns in two colours, in the opposite order on the way up, and 2 x 2 columns
 * to one, constant on them. Tall cells couple columns far more strongly than samples along a column, so that neither points nor coarser cells along y would do. Coarse couplings between columns are
 * half the Galerkin sums, which makes up for the constant interpolation.
 */
export class ColumnMultigrid implements ApproximateInverse, VCycle<ColumnLevel> {
  readonly levels: ColumnLevel[];
  readonly sweeps = 1;
  readonly coarsestSweeps = COARSEST_SWEEPS;
  readonly restrict = restrict;
  readonly prolong = prolong;
  private readonly matrix: PressureMatrix;
  private readonly faces: TallFaces;

  /** `matrix` of the lumped faces of the tall samples, which are its lowest layers, and of the uniform cells. */
  constructor(matrix: PressureMatrix, faces: TallFaces) {
    this.matrix = matrix;
    this.faces = faces;
    this.levels = [new ColumnLevel(matrix.grid, faces.layers)];
    for (;;) {
      const { counts, h } = this.levels[this.levels.length - 1].grid;
      if (Math.max(counts[0], counts[2]) <= COARSEST) break;
      const coarse = new CellGrid([Math.ceil(counts[0] / 2), counts[1], Math.ceil(counts[2] / 2)], h);
      this.levels.push(new ColumnLevel(coarse, faces.layers));
    }
  }

  update(): void {
    const { levels } = this;
    this.takeMatrix(levels[0]);
    levels[0].update();
    for (let n = 1; n < levels.length; n++) {
      levels[n].rows = levels[0].rows;
      coarsen(levels[n - 1], levels[n], this.faces.layers.samples);
      levels[n].update();
    }
  }

  apply(r: Float64Array, z: Float64Array): void {
    const [finest] = this.levels;
    finest.b.set(r);
    runVCycle(this);
    z.set(finest.x);
  }

  /** Takes the lumped matrix, and the crosses that its lumping left out. */
  private takeMatrix(level: ColumnLevel): void {
    const { matrix, faces } = this;
    const { grid, links, surface, cells, unknowns } = matrix;
    const [nx, , nz] = grid.counts;
    const sy = grid.strides[1];
    const { samples, isLower } = faces.layers;
    level.sides[0].set(links[0]);
    level.sides[1].set(links[2]);
    level.below.set(links[1]);
    level.surface.set(surface);
    for (let k = 0; k < nz; k++) {
      for (let s = 0; s < samples; s++) {
        if (isLower[s] === 0) continue;
        const to = grid.index(0, s, k);
        const from = faces.grid.index(0, s, k);
        for (let side = 0; side < 2; side++) {
          const cross = faces.cross[2 * side];
          for (let i = 0; i < nx; i++) {
            level.crosses[side][to + i] = cross[from + i];
            level.sides[side][to + i] -= cross[from + i];
            level.sides[side][to + i + sy] -= cross[from + i];
          }
        }
      }
    }
    level.rows = 0;
    for (let n = 0; n < unknowns; n++) {
      const row = Math.floor((cells[n] % grid.strides[2]) / sy);
      if (row > level.rows) level.rows = row;
    }
  }
}

/** Sums of the couplings between, and along, the columns of each coarse one. */
function coarsen(fine: ColumnLevel, coarse: ColumnLevel, samples: number): void {
  const { grid } = fine;
  const [nx, , nz] = grid.counts;
  coarse.below.fill(0);
  coarse.surface.fill(0);
  for (let side = 0; side < 2; side++) {
    coarse.sides[side].fill(0);
    coarse.crosses[side].fill(0);
  }
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < fine.rows; j++) {
      const row = grid.index(0, j, k);
      const target = coarse.grid.index(0, j, k >> 1);
      for (let i = 0; i < nx; i++) {
        const c = row + i;
        const to = target + (i >> 1);
        coarse.below[to] += fine.below[c];
        coarse.surface[to] += fine.surface[c];
        if ((i & 1) === 0) coarse.sides[0][to] += fine.sides[0][c] / 2;
        if ((k & 1) === 0) coarse.sides[1][to] += fine.sides[1][c] / 2;
        if (j >= samples) continue;
        if ((i & 1) === 0) coarse.crosses[0][to] += fine.crosses[0][c] / 2;
        if ((k & 1) === 0) coarse.crosses[1][to] += fine.crosses[1][c] / 2;
      }
    }
  }
}

/** b of each coarse sample: the sum of the residuals there, of which the second colour has none. */
function restrict({ grid, residual, rows }: ColumnLevel, coarse: ColumnLevel): void {
  const [nx, , nz] = grid.counts;
  coarse.b.fill(0);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < rows; j++) {
      const row = grid.index(0, j, k);
      const target = coarse.grid.index(0, j, k >> 1);
      for (let i = k & 1; i < nx; i += 2) coarse.b[target + (i >> 1)] += residual[row + i];
    }
  }
}

/** Adds each coarse value to those of its columns. */
function prolong(coarse: ColumnLevel, { grid, x, rows }: ColumnLevel): void {
  const [nx, , nz] = grid.counts;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < rows; j++) {
      const row = grid.index(0, j, k);
      const source = coarse.grid.index(0, j, k >> 1);
      for (let i = 0; i < nx; i++) x[row + i] += coarse.x[source + (i >> 1)];
    }
  }
}
