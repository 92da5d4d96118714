import { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { LiquidParticles } from './LiquidParticles.ts';
import { ParticleShell } from './ParticleShell.ts';

/** Reach of a particle and its radius, in cells (Zhu and Bridson 2005). */
export const REACH = 1.5;
export const RADIUS = 0.5;

/**
 * Distance to the surface of the particles at cell centres, m, negative inside (Zhu and Bridson 2005): |x - mean position of the particles around| - r,
 * weighted by (1 - s^2)^3. What no particle reaches is `REACH` cells away. Where the mean lies within the liquid this is no distance, but its sign is
 * right. Closed sides mirror the particles beside them, so that a level surface stays level up to the wall. Cells with particles in all cells around them
 * count as evenly filled, -r.
 */
export class ParticleDistance {
  private readonly grid: CellGrid;
  private readonly shell: ParticleShell | undefined;
  /** Weight and weighted way to the particles, of every cell. */
  private readonly sums: Float64Array;
  private readonly kernel: LiquidKernel | undefined;

  /** Creates the measure; a kernel of the same grid and sides gives the same bytes. */
  constructor(grid: CellGrid, closedSides: ClosedSides, kernel?: LiquidKernel) {
    this.grid = grid;
    this.kernel = kernel;
    this.sums = new Float64Array(kernel === undefined ? 4 * grid.size : 0);
    if (kernel === undefined) this.shell = new ParticleShell(grid, closedSides, REACH);
  }

  measure(particles: LiquidParticles, phi: Float64Array, box = new CellBox(this.grid)): void {
    if (this.kernel !== undefined) {
      this.kernel.measure(particles, phi, REACH, RADIUS, box);
      return;
    }
    const { sums, grid } = this;
    const shell = this.shell!;
    const { h } = grid;
    box.forEachRow((begin, end) => sums.fill(0, 4 * begin, 4 * end));
    shell.forEachCentre(particles, box, (c, dx, dy, dz) => {
      const left = 1 - (dx * dx + dy * dy + dz * dz) / (REACH * REACH);
      if (left <= 0) return;
      const w = left * left * left;
      const at = 4 * c;
      sums[at] += w;
      sums[at + 1] += w * dx;
      sums[at + 2] += w * dy;
      sums[at + 3] += w * dz;
    });
    box.fill(phi, h * REACH);
    box.forEach((c) => {
      const at = 4 * c;
      const w = sums[at];
      const square = sums[at + 1] * sums[at + 1] + sums[at + 2] * sums[at + 2] + sums[at + 3] * sums[at + 3];
      if (shell.deep[c] === 1) phi[c] = h * -RADIUS;
      else if (w > 0) phi[c] = h * (Math.sqrt(square) / w - RADIUS);
    });
  }
}
