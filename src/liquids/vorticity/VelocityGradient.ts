import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import { writeVelocity } from '../transport/moveParticles.ts';

/** How a velocity changes around a point, by differences over a cell. */
export class VelocityGradient {
  /** du_a / dx_b at `3 a + b`, 1/s. */
  readonly values = new Float64Array(9);
  private readonly grid: CellGrid;
  private readonly point = new Float64Array(3);
  private readonly low = new Float64Array(3);
  private readonly high = new Float64Array(3);

  constructor(grid: CellGrid) {
    this.grid = grid;
  }

  /** Computes the gradient around the point at `at` of `points` (xyz, m). */
  find(velocity: FaceArrays, points: Float64Array, at: number): void {
    const { grid, values, low, high, point } = this;
    for (let b = 0; b < 3; b++) {
      for (let a = 0; a < 3; a++) point[a] = points[at + a];
      point[b] -= grid.h / 2;
      writeVelocity(grid, velocity, point, 0, low);
      point[b] += grid.h;
      writeVelocity(grid, velocity, point, 0, high);
      for (let a = 0; a < 3; a++) values[3 * a + b] = (high[a] - low[a]) / grid.h;
    }
  }

  /** Writes the vorticity of the velocity where its gradient was computed last, 1/s. */
  writeCurl(out: Float64Array): void {
    const { values } = this;
    out[0] = values[7] - values[5];
    out[1] = values[2] - values[6];
    out[2] = values[3] - values[1];
  }
}
