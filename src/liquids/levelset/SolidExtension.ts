import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { LiquidObstacles } from '../walls/LiquidObstacles.ts';
import type { CentreSamples } from './centreSamples.ts';

/** Cells within solids take phi from this far outside of them, in cells: from centres that are outside. */
const CLEAR = 1;
/** Cells deeper than this are air: nothing reads them. */
const DEEPEST = 3;

/** Goes on with phi into solids as it is outside of them, along their normals: so liquid has no surface in a wall, and meets it at right angles. */
export class SolidExtension {
  private readonly grid: CellGrid;
  private readonly samples: CentreSamples;
  private readonly before: Float64Array;
  private readonly point = new Float64Array(3);

  constructor(grid: CellGrid, samples: CentreSamples) {
    this.grid = grid;
    this.samples = samples;
    this.before = new Float64Array(grid.size);
  }

  /** Replaces phi, m, of cells whose centre lies in a solid; `far`, m, is that of air, and of all cells outside of `box`. */
  apply(phi: Float64Array, obstacles: LiquidObstacles, far: number, box: CellBox): void {
    if (!obstacles.hasSolids) return;
    const { grid, before, point, samples } = this;
    const { gradient } = obstacles;
    const { h, origin } = grid;
    box.copy(phi, before);
    box.forEach((c, i, j, k) => {
      point[0] = origin[0] + (i + 0.5) * h;
      point[1] = origin[1] + (j + 0.5) * h;
      point[2] = origin[2] + (k + 0.5) * h;
      const distance = obstacles.distanceAt(point, 0);
      const square = gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2];
      if (distance >= 0) return;
      if (distance < -DEEPEST * h || square === 0) {
        phi[c] = far;
        return;
      }
      for (let a = 0; a < 3; a++) point[a] += ((CLEAR * h - distance) * gradient[a]) / square;
      phi[c] = samples.at(before, point, 0);
    });
  }
}
