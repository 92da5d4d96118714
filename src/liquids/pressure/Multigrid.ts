import { CellGrid, faceArrays } from '../CellGrid.ts';
import { MultigridLevel } from './MultigridLevel.ts';
import type { PressureMatrix } from './PressureMatrix.ts';
import { runVCycle, type VCycle } from './vCycle.ts';

/** Grids get coarser until one has at most this many cells along every axis. */
const COARSEST = 4;
/** Sweeps there, in either direction. */
const COARSEST_SWEEPS = 8;

/**
 * One V-cycle of geometric multigrid as a symmetric, definite preconditioner (McAdams, Sifakis and Teran 2010 use it so): 2 x 2 x 2 cells to one, constant on
 * it; coarse entries are half the Galerkin sums, those of surfaces alike, which makes up for the constant interpolation; Gauss-Seidel in two
 * colours, in the opposite order on the way up.
 */
export class Multigrid implements VCycle<MultigridLevel> {
  readonly levels: MultigridLevel[];
  readonly sweeps: number;
  readonly coarsestSweeps = COARSEST_SWEEPS;
  readonly restrict = restrict;
  readonly prolong = prolong;

  /** `sweeps` on each level, down and up. */
  constructor(matrix: PressureMatrix, sweeps = 2) {
    this.sweeps = sweeps;
    this.levels = [new MultigridLevel(matrix.grid, matrix)];
    for (;;) {
      const { grid } = this.levels[this.levels.length - 1];
      if (Math.max(...grid.counts) <= COARSEST) return;
      const [nx, ny, nz] = grid.counts.map((count) => Math.ceil(count / 2));
      const coarse = new CellGrid([nx, ny, nz], 2 * grid.h, grid.origin);
      const links = faceArrays(coarse);
      const [surface, diagonal] = [new Float64Array(coarse.size), new Float64Array(coarse.size)];
      this.levels.push(new MultigridLevel(coarse, { links, surface, diagonal }));
    }
  }

  /** Takes the matrix as it stands. */
  update(): void {
    this.levels[0].update();
    for (let n = 1; n < this.levels.length; n++) {
      coarsen(this.levels[n - 1], this.levels[n]);
      this.levels[n].addDiagonal();
      this.levels[n].update();
    }
  }

  /** z = B r. */
  apply(r: Float64Array, z: Float64Array): void {
    this.levels[0].b.set(r);
    runVCycle(this);
    z.set(this.levels[0].x);
  }
}

/** Half the sums of the entries between, and in, the cells of each coarse one. */
function coarsen(fine: MultigridLevel, coarse: MultigridLevel): void {
  coarse.surface.fill(0);
  for (const links of coarse.links) links.fill(0);
  fine.grid.forEach((c, i, j, k) => {
    const target = coarse.grid.index(i >> 1, j >> 1, k >> 1);
    coarse.surface[target] += 0.5 * fine.surface[c];
    if ((i & 1) === 0) coarse.links[0][target] += 0.5 * fine.links[0][c];
    if ((j & 1) === 0) coarse.links[1][target] += 0.5 * fine.links[1][c];
    if ((k & 1) === 0) coarse.links[2][target] += 0.5 * fine.links[2][c];
  });
}

/** b of each coarse cell: the sum of its cells' residuals. */
function restrict({ grid, residual }: MultigridLevel, coarse: MultigridLevel): void {
  const { b } = coarse;
  const [nx, ny, nz] = grid.counts;
  b.fill(0);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      const row = grid.index(0, j, k);
      const target = coarse.grid.index(0, j >> 1, k >> 1);
      for (let i = 0; i < nx; i++) b[target + (i >> 1)] += residual[row + i];
    }
  }
}

/** Adds each coarse value to those of its cells that are unknowns. */
function prolong(coarse: MultigridLevel, { grid, x, inverse }: MultigridLevel): void {
  const [nx, ny, nz] = grid.counts;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      const row = grid.index(0, j, k);
      const source = coarse.grid.index(0, j >> 1, k >> 1);
      for (let i = 0; i < nx; i++) if (inverse[row + i] !== 0) x[row + i] += coarse.x[source + (i >> 1)];
    }
  }
}
