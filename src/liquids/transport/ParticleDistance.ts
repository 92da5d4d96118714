import type { CellGrid } from '../CellGrid.ts';
import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import type { LiquidParticles } from './LiquidParticles.ts';

/** Reach of a particle and its radius, in cells (Zhu and Bridson 2005). */
const REACH = 1.5;
const RADIUS = 0.5;

/**
 * Distance to the surface of the particles at cell centres, m, negative inside (Zhu and Bridson 2005): |x - mean position of the particles around| - r,
 * weighted by (1 - s^2)^3. What no particle reaches is `REACH` cells away. Where the mean lies within the liquid this is no distance, but its sign is
 * right. Closed sides mirror the particles beside them, so that a level surface stays level up to the wall. Cells with particles in all cells around them
 * count as evenly filled, -r.
 */
export class ParticleDistance {
  private readonly grid: CellGrid;
  private readonly closedSides: readonly (readonly [low: boolean, high: boolean])[];
  /** Weight and weighted way to the particles, of every cell. */
  private readonly sums: Float64Array;
  /** 1 in cells that hold particles, then in those whose particles no cell around asks for. */
  private readonly filled: Uint8Array;
  /** 1 in cells that have particles in all cells around them. */
  private readonly deep: Uint8Array;
  /** The place of a particle along x, y, z, each followed by that of its image; NaN without one. */
  private readonly places = new Float64Array(6);
  private readonly kernel: LiquidKernel | undefined;

  /** With a kernel, of the same grid and sides, the bytes are the same. */
  constructor(grid: CellGrid, closedSides: readonly (readonly [low: boolean, high: boolean])[], kernel?: LiquidKernel) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.kernel = kernel;
    this.sums = new Float64Array(kernel === undefined ? 4 * grid.size : 0);
    this.filled = new Uint8Array(kernel === undefined ? grid.size : 0);
    this.deep = new Uint8Array(kernel === undefined ? grid.size : 0);
  }

  measure(particles: LiquidParticles, phi: Float64Array): void {
    if (this.kernel !== undefined) {
      this.kernel.measure(particles, phi, REACH, RADIUS);
      return;
    }
    const { positions, count } = particles;
    const { sums, grid, deep, filled } = this;
    const { h } = grid;
    this.findFilled(particles);
    this.findAllAround(filled, deep);
    this.findAllAround(deep, filled);
    sums.fill(0);
    for (let p = 0; p < count; p++) {
      const c = this.cellOf(positions, p);
      if (c >= 0 && filled[c] === 1) continue;
      for (let axis = 0; axis < 3; axis++) this.findPlaces(positions[3 * p + axis], axis);
      for (let image = 0; image < 8; image++) this.add(image);
    }
    phi.fill(h * REACH);
    grid.forEach((c) => {
      const at = 4 * c;
      const w = sums[at];
      const square = sums[at + 1] * sums[at + 1] + sums[at + 2] * sums[at + 2] + sums[at + 3] * sums[at + 3];
      if (deep[c] === 1) phi[c] = h * -RADIUS;
      else if (w > 0) phi[c] = h * (Math.sqrt(square) / w - RADIUS);
    });
  }

  /** Marks the cells that hold particles, and those beyond closed sides, where their images are. */
  private findFilled({ positions, count }: LiquidParticles): void {
    const { filled, grid } = this;
    const [nx, ny, nz] = grid.counts;
    filled.fill(0);
    for (let k = -1; k <= nz; k++) {
      for (let j = -1; j <= ny; j++) {
        for (let i = -1; i <= nx; i++) {
          const isInside = i >= 0 && i < nx && j >= 0 && j < ny && k >= 0 && k < nz;
          const isClosed = this.isWithin(i, 0) && this.isWithin(j, 1) && this.isWithin(k, 2);
          if (isClosed && !isInside) filled[grid.index(i, j, k)] = 1;
        }
      }
    }
    for (let p = 0; p < count; p++) {
      const c = this.cellOf(positions, p);
      if (c >= 0) filled[c] = 1;
    }
  }

  /** Whether a cell of the layer or of the grid lies in the grid or beyond a closed side. */
  private isWithin(i: number, axis: number): boolean {
    const [low, high] = this.closedSides[axis];
    if (i < 0) return low;
    return i < this.grid.counts[axis] || high;
  }

  /** The cell of a particle; -1 for one beyond the grid. */
  private cellOf(positions: Float64Array, p: number): number {
    const { origin, h, counts } = this.grid;
    const x = (positions[3 * p] - origin[0]) / h;
    const y = (positions[3 * p + 1] - origin[1]) / h;
    const z = (positions[3 * p + 2] - origin[2]) / h;
    const isInside = x >= 0 && y >= 0 && z >= 0 && x < counts[0] && y < counts[1] && z < counts[2];
    return isInside ? this.grid.index(Math.floor(x), Math.floor(y), Math.floor(z)) : -1;
  }

  /** target = 1 where `source` is 1 in a cell and all around it, and in the layer. */
  private findAllAround(source: Uint8Array, target: Uint8Array): void {
    const [, sy, sz] = this.grid.strides;
    target.fill(1);
    this.grid.forEach((c) => {
      let all = 1;
      for (let k = -sz; k <= sz; k += sz) {
        for (let j = -sy; j <= sy; j += sy) all &= source[c + k + j - 1] & source[c + k + j] & source[c + k + j + 1];
      }
      target[c] = all;
    });
  }

  /** Where a particle lies among centres along an axis, in cells (centre i is at i), and its image in a closed side that it reaches. */
  private findPlaces(position: number, axis: number): void {
    const { grid, places, closedSides } = this;
    const x = (position - grid.origin[axis]) / grid.h - 0.5;
    const last = grid.counts[axis] - 1;
    places[2 * axis] = x;
    places[2 * axis + 1] = NaN;
    if (closedSides[axis][0] && x < REACH - 1) places[2 * axis + 1] = -1 - x;
    else if (closedSides[axis][1] && x > last + 1 - REACH) places[2 * axis + 1] = 2 * last + 1 - x;
  }

  /** Adds a particle, or its image along the axes whose bit is set. */
  private add(image: number): void {
    const { sums, grid, places } = this;
    const x = places[image & 1];
    const y = places[2 + ((image >> 1) & 1)];
    const z = places[4 + (image >> 2)];
    if (Number.isNaN(x + y + z)) return;
    const [nx, ny, nz] = grid.counts;
    const [, sy, sz] = grid.strides;
    const lastI = Math.min(nx - 1, Math.floor(x + REACH));
    const lastJ = Math.min(ny - 1, Math.floor(y + REACH));
    const lastK = Math.min(nz - 1, Math.floor(z + REACH));
    for (let k = Math.max(0, Math.ceil(z - REACH)); k <= lastK; k++) {
      for (let j = Math.max(0, Math.ceil(y - REACH)); j <= lastJ; j++) {
        for (let i = Math.max(0, Math.ceil(x - REACH)); i <= lastI; i++) {
          const dx = x - i;
          const dy = y - j;
          const dz = z - k;
          const left = 1 - (dx * dx + dy * dy + dz * dz) / (REACH * REACH);
          if (left <= 0) continue;
          const w = left * left * left;
          const at = 4 * (i + 1 + (j + 1) * sy + (k + 1) * sz);
          sums[at] += w;
          sums[at + 1] += w * dx;
          sums[at + 2] += w * dy;
          sums[at + 3] += w * dz;
        }
      }
    }
  }
}
