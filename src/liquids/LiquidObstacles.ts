import type { CellGrid, FaceArrays } from './CellGrid.ts';
import { openFaces } from './openFaces.ts';

/** Particles stay this far from the sides of the grid and from solids, in cells. */
const MARGIN = 1e-3;
/** Distance into the liquid of cells within solids beside it, in cells: they are full. */
const FULL = -0.5;

export type ClosedSides = readonly (readonly [low: boolean, high: boolean])[];

/** The walls of a liquid: sides of the grid, and solids as distances at the corners of the cells. */
export class LiquidObstacles {
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;
  private readonly distance: Float64Array | undefined;
  private readonly solidCentres: Uint8Array;
  private readonly gradient = new Float64Array(3);

  /** `distance`: to the solids, m, positive outside, at the corners; none where left out. */
  constructor(grid: CellGrid, closedSides: ClosedSides, distance?: Float64Array) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.distance = distance;
    this.solidCentres = new Uint8Array(grid.size);
    if (distance !== undefined) this.findSolidCentres(distance);
  }

  /** Open shares of all faces. */
  writeOpenFaces(open: FaceArrays): void {
    const { grid, closedSides } = this;
    openFaces(grid, this.distance ?? new Float64Array(grid.size).fill(grid.h), open, closedSides);
  }

  /** Cells whose centre a solid covers are full where liquid is near: no surface lies in a wall. */
  fillSolids(phi: Float64Array): void {
    const { solidCentres, grid } = this;
    for (let c = 0; c < phi.length; c++) {
      if (solidCentres[c] === 1 && phi[c] < -FULL * grid.h) phi[c] = FULL * grid.h;
    }
  }

  /** Moves points (xyz, m) out of solids along the shortest way, and back within the grid. */
  pushOut(positions: Float64Array, count: number): void {
    const { grid, gradient } = this;
    for (let at = 0; at < 3 * count; at += 3) {
      if (this.distance !== undefined) {
        const depth = MARGIN * grid.h - this.distanceAt(positions, at);
        const size = Math.hypot(gradient[0], gradient[1], gradient[2]);
        if (depth > 0 && size > 0) {
          for (let axis = 0; axis < 3; axis++) positions[at + axis] += (depth * gradient[axis]) / (size * size);
        }
      }
      for (let axis = 0; axis < 3; axis++) {
        const low = grid.origin[axis] + MARGIN * grid.h;
        const high = grid.origin[axis] + (grid.counts[axis] - MARGIN) * grid.h;
        positions[at + axis] = Math.min(Math.max(positions[at + axis], low), high);
      }
    }
  }

  /** Trilinear distance at a point, m; its gradient in `gradient`. */
  private distanceAt(positions: Float64Array, at: number): number {
    const { grid, gradient } = this;
    const distance = this.distance!;
    const [, sy, sz] = grid.strides;
    const [x, y, z] = [0, 1, 2].map((axis) => {
      const place = (positions[at + axis] - grid.origin[axis]) / grid.h;
      return Math.min(Math.max(place, 0), grid.counts[axis] - 1e-9);
    });
    const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    const c = grid.index(i, j, k);
    const [a, b, d] = [x - i, y - j, z - k];
    let sum = 0;
    gradient.fill(0);
    for (let corner = 0; corner < 8; corner++) {
      const [p, q, r] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const value = distance[c + p + q * sy + r * sz];
      const wx = p === 1 ? a : 1 - a;
      const wy = q === 1 ? b : 1 - b;
      const wz = r === 1 ? d : 1 - d;
      sum += value * wx * wy * wz;
      gradient[0] += (value * (2 * p - 1) * wy * wz) / grid.h;
      gradient[1] += (value * (2 * q - 1) * wx * wz) / grid.h;
      gradient[2] += (value * (2 * r - 1) * wx * wy) / grid.h;
    }
    return sum;
  }

  private findSolidCentres(distance: Float64Array): void {
    const { grid, solidCentres } = this;
    const [, sy, sz] = grid.strides;
    grid.forEach((c) => {
      let sum = 0;
      for (const corner of [c, c + 1, c + sy, c + sy + 1, c + sz, c + sz + 1, c + sz + sy, c + sz + sy + 1]) {
        sum += distance[corner];
      }
      solidCentres[c] = sum < 0 ? 1 : 0;
    });
  }
}
