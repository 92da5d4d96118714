import type { PressureMatrix } from './PressureMatrix.ts';

/** Share of the fill-in that the diagonal makes up for, and the share of a diagonal entry below which it is taken as it was (Bridson 2015, 5.4). */
const MODIFIED = 0.97;
const SAFE = 0.25;

/** MIC(0), the modified incomplete Cholesky factorisation without fill-in, as a preconditioner: no better than needed, and independent of the multigrid. */
export class IncompleteCholesky {
  private readonly matrix: PressureMatrix;
  private readonly factor: Float64Array;

  constructor(matrix: PressureMatrix) {
    this.matrix = matrix;
    this.factor = new Float64Array(matrix.grid.size);
  }

  /** Takes the matrix as it stands. */
  update(): void {
    const { factor, matrix } = this;
    const { grid, diagonal, active } = matrix;
    const [lx, ly, lz] = matrix.links;
    const [, sy, sz] = grid.strides;
    factor.fill(0);
    grid.forEach((c) => {
      if (active[c] === 0) return;
      const x = factor[c - 1] * lx[c];
      const y = factor[c - sy] * ly[c];
      const z = factor[c - sz] * lz[c];
      const fill =
        x * factor[c - 1] * (ly[c - 1 + sy] + lz[c - 1 + sz]) +
        y * factor[c - sy] * (lx[c - sy + 1] + lz[c - sy + sz]) +
        z * factor[c - sz] * (lx[c - sz + 1] + ly[c - sz + sy]);
      const left = diagonal[c] - (x * x + y * y + z * z) - MODIFIED * fill;
      factor[c] = 1 / Math.sqrt(left < SAFE * diagonal[c] ? diagonal[c] : left);
    });
  }

  /** z = (L L^T)^-1 r. */
  apply(r: Float64Array, z: Float64Array): void {
    const { factor, matrix } = this;
    const { grid } = matrix;
    const [lx, ly, lz] = matrix.links;
    const [, sy, sz] = grid.strides;
    z.fill(0);
    for (let c = sz; c < z.length - sz; c++) {
      if (factor[c] === 0) continue;
      const known =
        lx[c] * factor[c - 1] * z[c - 1] + ly[c] * factor[c - sy] * z[c - sy] + lz[c] * factor[c - sz] * z[c - sz];
      z[c] = factor[c] * (r[c] + known);
    }
    for (let c = z.length - sz - 1; c >= sz; c--) {
      if (factor[c] === 0) continue;
      const known = lx[c + 1] * z[c + 1] + ly[c + sy] * z[c + sy] + lz[c + sz] * z[c + sz];
      z[c] = factor[c] * (z[c] + factor[c] * known);
    }
  }
}
