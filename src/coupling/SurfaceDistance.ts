import { closestOnTriangle } from '../geometry/surfaceQuery/closestOnTriangle.ts';
import type { CellGrid } from '../liquids/CellGrid.ts';
import type { SolidShares } from './SolidShares.ts';

/** Cells from a surface within which distances are exact; beyond it they say no more than that. */
const REACH = 2;
/** Squared distances that differ by less, of their size, belong to triangles that meet at the closest point. */
const SAME = 1e-9;

/** Signed distance to closed surfaces at the corners of a grid's cells, m, positive outside: exact within two cells, constant beyond. */
export class SurfaceDistance {
  readonly distance: Float64Array;
  private readonly grid: CellGrid;
  private readonly square: Float64Array;
  /** Cosine between the way to the closest point and the normal there, times the way, m. */
  private readonly height: Float64Array;
  /** A corner of a triangle and two edges from there, as `closestOnTriangle` takes them. */
  private readonly corners = new Float64Array(9);
  private readonly closest = new Float64Array(3);
  private readonly low = new Int32Array(3);
  private readonly high = new Int32Array(3);

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.distance = new Float64Array(grid.size);
    this.square = new Float64Array(grid.size);
    this.height = new Float64Array(grid.size);
  }

  clear(): void {
    this.square.fill(Infinity);
  }

  /** Takes outward triangles into account, three vertex numbers each. */
  add(positions: Float64Array, triangles: Uint32Array): void {
    const { grid, corners, low, high } = this;
    for (let t = 0; t < triangles.length; t += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const a = positions[3 * triangles[t] + axis];
        const b = positions[3 * triangles[t + 1] + axis];
        const c = positions[3 * triangles[t + 2] + axis];
        corners[axis] = a;
        corners[3 + axis] = b - a;
        corners[6 + axis] = c - a;
        const from = (Math.min(a, b, c) - grid.origin[axis]) / grid.h - REACH;
        const to = (Math.max(a, b, c) - grid.origin[axis]) / grid.h + REACH;
        low[axis] = Math.max(0, Math.ceil(from));
        high[axis] = Math.min(grid.counts[axis], Math.floor(to));
      }
      this.addTriangle();
    }
  }

  /** Writes `distance`; `shares` says what lies inside where no triangle is near. */
  finish(shares: SolidShares): void {
    const { distance, square, height } = this;
    const far = REACH * this.grid.h;
    for (let c = 0; c < distance.length; c++) {
      const size = Math.sqrt(square[c]);
      if (size < far) distance[c] = height[c] < 0 ? -size : size;
      else distance[c] = shares.cells[c] > 0.5 ? -far : far;
    }
  }

  private addTriangle(): void {
    const { corners: e, grid, low, high, closest, square, height } = this;
    const nx = e[4] * e[8] - e[5] * e[7];
    const ny = e[5] * e[6] - e[3] * e[8];
    const nz = e[3] * e[7] - e[4] * e[6];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0)) return;
    for (let k = low[2]; k <= high[2]; k++) {
      const z = grid.origin[2] + k * grid.h;
      for (let j = low[1]; j <= high[1]; j++) {
        const y = grid.origin[1] + j * grid.h;
        for (let i = low[0]; i <= high[0]; i++) {
          const x = grid.origin[0] + i * grid.h;
          const c = grid.index(i, j, k);
          const d = closestOnTriangle(e, 0, x, y, z, closest);
          if (d > square[c] * (1 + SAME)) continue;
          const rise = ((x - closest[0]) * nx + (y - closest[1]) * ny + (z - closest[2]) * nz) / length;
          // Where triangles meet at the closest point, the one seen most from the front tells the side.
          if (d >= square[c] * (1 - SAME) && Math.abs(rise) <= Math.abs(height[c])) continue;
          square[c] = Math.min(d, square[c]);
          height[c] = rise;
        }
      }
    }
  }
}
