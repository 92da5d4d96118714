import type { CellGrid } from '../CellGrid.ts';
import type { TallLayers } from './TallLayers.ts';

const UP = 1;

/**
 * A grid of columns of one level of `ColumnMultigrid`: a matrix that couples samples along a column to those below and above, and to the samples of the same height in the columns beside; the two samples of a
 * tall cell also to the other one there. Numbers are single, which is enough for what conjugate gradients correct. Coupling arrays are positive where the matrix has a negative entry.
 */
export class ColumnLevel {
  readonly grid: CellGrid;
  /** Coupling of a sample with that of the column at lower x, and at lower z. */
  readonly sides: readonly [Float32Array, Float32Array];
  /** Coupling of the lower sample of a tall cell with the upper one of the column at lower x, and at lower z, and the other way round. */
  readonly crosses: readonly [Float32Array, Float32Array];
  /** Coupling with the sample below. */
  readonly below: Float32Array;
  /** What surfaces add to the diagonal. */
  readonly surface: Float32Array;
  readonly x: Float32Array;
  readonly b: Float32Array;
  readonly residual: Float32Array;
  /** Samples of a column up to the highest that is an unknown. */
  rows = 0;
  private readonly layers: TallLayers;
  private readonly diagonal: Float32Array;
  /** Matrix entry with the sample below. */
  private readonly lower: Float32Array;
  /** One over the pivots of each column, and the entry with the sample below over the pivot there. */
  private readonly inverse: Float32Array;
  private readonly factor: Float32Array;
  private readonly work: Float32Array;

  constructor(grid: CellGrid, layers: TallLayers) {
    const vector = () => new Float32Array(grid.size);
    this.grid = grid;
    this.layers = layers;
    this.sides = [vector(), vector()];
    this.crosses = [vector(), vector()];
    this.below = vector();
    this.surface = vector();
    this.x = vector();
    this.b = vector();
    this.residual = vector();
    this.diagonal = vector();
    this.lower = vector();
    this.inverse = vector();
    this.factor = vector();
    this.work = vector();
  }

  /** Factorises every column, once the couplings are set. */
  update(): void {
    const { grid, rows } = this;
    const [nx, , nz] = grid.counts;
    const [, sy, sz] = grid.strides;
    const { sides, crosses, below, surface, diagonal, lower, inverse, factor } = this;
    const [ax, az] = sides;
    const [mx, mz] = crosses;
    for (let k = 0; k < nz; k++) {
      for (let j = 0; j < rows; j++) {
        const begin = grid.index(0, j, k);
        // Within a tall cell the crosses of all sides act against the coupling of its samples.
        const isUpper = j > 0 && j < this.layers.samples && this.layers.isLower[j - 1] === 1;
        for (let c = begin; c < begin + nx; c++) {
          diagonal[c] = surface[c] + below[c] + below[c + sy] + ax[c] + ax[c + 1] + az[c] + az[c + sz];
          lower[c] = -below[c];
          if (isUpper) lower[c] += mx[c - sy] + mx[c - sy + 1] + mz[c - sy] + mz[c - sy + sz];
          factor[c] = lower[c] * inverse[c - sy];
          const pivot = diagonal[c] - lower[c] * factor[c];
          inverse[c] = pivot > SINGULAR * diagonal[c] ? 1 / pivot : 0;
        }
      }
    }
  }

  /** Solves every second column exactly, given its neighbours; `fromZero`: all of them are 0 yet. */
  relax(colour: number, fromZero = false): void {
    const { grid, rows, b, x, work, factor, inverse, lower } = this;
    const [nx, , nz] = grid.counts;
    const sy = grid.strides[UP];
    for (let k = 0; k < nz; k++) {
      const first = (k + colour) & 1;
      for (let j = 0; j < rows; j++) {
        const begin = grid.index(first, j, k);
        const end = begin - first + nx;
        if (fromZero) for (let c = begin; c < end; c += 2) work[c] = b[c] - factor[c] * work[c - sy];
        else {
          this.gather(begin, end, j);
          for (let c = begin; c < end; c += 2) work[c] -= factor[c] * work[c - sy];
        }
      }
      for (let j = rows - 1; j >= 0; j--) {
        const begin = grid.index(first, j, k);
        const end = begin - first + nx;
        for (let c = begin; c < end; c += 2) x[c] = inverse[c] * (work[c] - lower[c + sy] * x[c + sy]);
      }
    }
  }

  /** residual = b - A x of every second column. */
  findResidual(colour: number): void {
    const { grid, rows, residual, work, x, diagonal, lower } = this;
    const [nx, , nz] = grid.counts;
    const sy = grid.strides[UP];
    for (let k = 0; k < nz; k++) {
      const first = (k + colour) & 1;
      for (let j = 0; j < rows; j++) {
        const begin = grid.index(first, j, k);
        const end = begin - first + nx;
        this.gather(begin, end, j);
        for (let c = begin; c < end; c += 2) {
          residual[c] = work[c] - diagonal[c] * x[c] - lower[c] * x[c - sy] - lower[c + sy] * x[c + sy];
        }
      }
    }
  }

  /** work = b and what the columns beside give, in every second sample of a row of layer `j`. */
  private gather(begin: number, end: number, j: number): void {
    const { b, x, work, grid, layers } = this;
    const [ax, az] = this.sides;
    const sz = grid.strides[2];
    for (let c = begin; c < end; c += 2) {
      work[c] = b[c] + (ax[c] * x[c - 1] + ax[c + 1] * x[c + 1]) + (az[c] * x[c - sz] + az[c + sz] * x[c + sz]);
    }
    if (j >= layers.samples) return;
    if (layers.isLower[j] === 1) this.gatherUpper(begin, end);
    else if (j > 0 && layers.isLower[j - 1] === 1) this.gatherLower(begin, end);
  }

  /** Adds to the lower samples of tall cells what the upper ones beside give. */
  private gatherUpper(begin: number, end: number): void {
    const { x, work, grid } = this;
    const [mx, mz] = this.crosses;
    const [, sy, sz] = grid.strides;
    for (let c = begin; c < end; c += 2) {
      const d = c + sy;
      work[c] += mx[c] * x[d - 1] + mx[c + 1] * x[d + 1] + (mz[c] * x[d - sz] + mz[c + sz] * x[d + sz]);
    }
  }

  /** Adds to the upper samples of tall cells what the lower ones beside give. */
  private gatherLower(begin: number, end: number): void {
    const { x, work, grid } = this;
    const [mx, mz] = this.crosses;
    const [, sy, sz] = grid.strides;
    for (let c = begin; c < end; c += 2) {
      const d = c - sy;
      work[c] += mx[d] * x[d - 1] + mx[d + 1] * x[d + 1] + (mz[d] * x[d - sz] + mz[d + sz] * x[d + sz]);
    }
  }
}

/** Share of a diagonal entry below which a pivot counts as none: the sample is determined by those below it. */
const SINGULAR = 1e-10;
