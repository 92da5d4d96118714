import type { CellGrid } from '../CellGrid.ts';
import type { LiquidParticles } from './LiquidParticles.ts';

/** Reach of a particle and its radius, in cells (Zhu and Bridson 2005). */
const REACH = 1.5;
const RADIUS = 0.5;

/**
 * Distance to the surface of the particles at cell centres, m, negative inside (Zhu and Bridson 2005): |x - mean position of the particles around| - r,
 * weighted by (1 - s^2)^3. What no particle reaches is `REACH` cells away. Where the mean lies within the liquid this is no distance, but its sign is
 * right. Closed sides mirror the particles beside them, so that a level surface stays level up to the wall.
 */
export class ParticleDistance {
  private readonly grid: CellGrid;
  private readonly closedSides: readonly (readonly [low: boolean, high: boolean])[];
  /** Weight and weighted way to the particles, of every cell. */
  private readonly sums: Float64Array;

  constructor(grid: CellGrid, closedSides: readonly (readonly [low: boolean, high: boolean])[]) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.sums = new Float64Array(4 * grid.size);
  }

  measure({ positions, count }: LiquidParticles, phi: Float64Array): void {
    const { sums, grid } = this;
    const { h, origin } = grid;
    sums.fill(0);
    for (let p = 0; p < count; p++) {
      // Of the particle among centres, in cells: centre i is at i.
      this.mirror(
        (positions[3 * p] - origin[0]) / h - 0.5,
        (positions[3 * p + 1] - origin[1]) / h - 0.5,
        (positions[3 * p + 2] - origin[2]) / h - 0.5,
      );
    }
    for (let c = 0, at = 0; c < phi.length; c++, at += 4) {
      const w = sums[at];
      phi[c] = h * (w > 0 ? Math.hypot(sums[at + 1], sums[at + 2], sums[at + 3]) / w - RADIUS : REACH);
    }
  }

  /** Adds a particle and its images in the sides that it reaches. */
  private mirror(x: number, y: number, z: number): void {
    const otherX = this.image(x, 0);
    const otherY = this.image(y, 1);
    const otherZ = this.image(z, 2);
    for (let image = 0; image < 8; image++) {
      const atX = (image & 1) === 0 ? x : otherX;
      const atY = (image & 2) === 0 ? y : otherY;
      const atZ = (image & 4) === 0 ? z : otherZ;
      if (!Number.isNaN(atX + atY + atZ)) this.add(atX, atY, atZ);
    }
  }

  /** The mirror image of a place among centres in the closed side that it is near; NaN without one. */
  private image(x: number, axis: number): number {
    const [low, high] = this.closedSides[axis];
    const last = this.grid.counts[axis] - 1;
    if (low && x < REACH - 1) return -1 - x;
    return high && x > last + 1 - REACH ? 2 * last + 1 - x : NaN;
  }

  private add(x: number, y: number, z: number): void {
    const { sums, grid } = this;
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
