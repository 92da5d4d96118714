import type { CellGrid } from '../CellGrid.ts';

/** Place along an axis among the centres of cells, in cells as indices count (0 is the layer's); kept between the first and the last centre. */
function centrePlace(grid: CellGrid, x: number, axis: number): number {
  const place = (x - grid.origin[axis]) / grid.h + 0.5;
  return Math.min(Math.max(place, 1), grid.counts[axis]);
}

/** A function given at the centres of cells, between them by trilinear interpolation; beyond the outermost centres as there. */
export class CentreSamples {
  /** Gradient of the function at the point that `atWithGradient` was asked for, per m. */
  readonly gradient = new Float64Array(3);
  private readonly grid: CellGrid;
  /** Offsets of the four centres along each axis that `smoothAt` reads. */
  private readonly offsets = new Int32Array(12);
  private readonly weights = new Float64Array(12);

  constructor(grid: CellGrid) {
    this.grid = grid;
  }

  /** The value at the point that stands at `at` of `points` (xyz, m). */
  at(values: Float64Array, points: Float64Array, at: number): number {
    const { grid } = this;
    const sy = grid.strides[1];
    const sz = grid.strides[2];
    const x = centrePlace(grid, points[at], 0);
    const y = centrePlace(grid, points[at + 1], 1);
    const z = centrePlace(grid, points[at + 2], 2);
    const i = Math.floor(x);
    const j = Math.floor(y);
    const k = Math.floor(z);
    // The last centre has none after it.
    const dx = i < grid.counts[0] ? 1 : 0;
    const dy = j < grid.counts[1] ? sy : 0;
    const dz = k < grid.counts[2] ? sz : 0;
    const c = i + j * sy + k * sz;
    const a = x - i;
    const b = y - j;
    const d = z - k;
    const near = (1 - a) * values[c] + a * values[c + dx];
    const nearHigh = (1 - a) * values[c + dy] + a * values[c + dx + dy];
    const far = (1 - a) * values[c + dz] + a * values[c + dx + dz];
    const farHigh = (1 - a) * values[c + dy + dz] + a * values[c + dx + dy + dz];
    return (1 - d) * ((1 - b) * near + b * nearHigh) + d * ((1 - b) * far + b * farHigh);
  }

  /** Interpolates by cubics through four centres along each axis (Catmull and Rom 1974): of the third order where the function is smooth. */
  smoothAt(values: Float64Array, points: Float64Array, at: number): number {
    const { grid, offsets, weights } = this;
    for (let axis = 0; axis < 3; axis++) {
      const place = centrePlace(grid, points[at + axis], axis);
      const first = Math.floor(place);
      writeCubicWeights(place - first, weights, 4 * axis);
      for (let n = 0; n < 4; n++) {
        const index = Math.min(Math.max(first + n - 1, 1), grid.counts[axis]);
        offsets[4 * axis + n] = index * grid.strides[axis];
      }
    }
    let sum = 0;
    for (let k = 8; k < 12; k++) {
      for (let j = 4; j < 8; j++) {
        const row = offsets[k] + offsets[j];
        const across =
          weights[0] * values[row + offsets[0]] +
          weights[1] * values[row + offsets[1]] +
          weights[2] * values[row + offsets[2]] +
          weights[3] * values[row + offsets[3]];
        sum += weights[k] * weights[j] * across;
      }
    }
    return sum;
  }
}

/** Writes the weights of the four points around a place at `t` between the middle two. */
function writeCubicWeights(t: number, weights: Float64Array, at: number): void {
  weights[at] = ((2 - t) * t - 1) * t * 0.5;
  weights[at + 1] = (t * t * (3 * t - 5) + 2) * 0.5;
  weights[at + 2] = t * (t * (4 - 3 * t) + 1) * 0.5;
  weights[at + 3] = t * t * (t - 1) * 0.5;
}
