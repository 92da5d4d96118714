import type { CellGrid } from '../CellGrid.ts';
import { LiquidParticles } from '../transport/LiquidParticles.ts';

const LEAST = 1024;

/** Liquid that regions fill in before it is known which cells are tall: places and velocities of particles, in a fifth of the room that a liquid takes. */
export class PouredLiquid extends LiquidParticles {
  private length = 0;
  private points = new Float64Array(3 * LEAST);
  private kinds = new Uint16Array(LEAST);
  /** The velocities that there are, of which each region has one. */
  private readonly motions: (readonly [number, number, number])[] = [];

  override add(x: number, y: number, z: number, u: number, v: number, w: number): void {
    if (this.length === this.kinds.length) this.makeRoom();
    const last = this.motions.at(-1);
    if (last === undefined || last[0] !== u || last[1] !== v || last[2] !== w) this.motions.push([u, v, w]);
    this.points[3 * this.length] = x;
    this.points[3 * this.length + 1] = y;
    this.points[3 * this.length + 2] = z;
    this.kinds[this.length++] = this.motions.length - 1;
  }

  /** Calls `visit` with the place, m, and the velocity, m/s, of each. */
  forEach(visit: (x: number, y: number, z: number, velocity: readonly [number, number, number]) => void): void {
    const { points, kinds, motions } = this;
    for (let n = 0; n < this.length; n++) visit(points[3 * n], points[3 * n + 1], points[3 * n + 2], motions[kinds[n]]);
  }

  /** Returns how many lie in each cell of a grid; those beyond it count to none. */
  countCells(grid: CellGrid): Uint8Array {
    const counts = new Uint8Array(grid.size);
    const { origin, h } = grid;
    this.forEach((x, y, z) => {
      const [i, j, k] = [
        Math.floor((x - origin[0]) / h),
        Math.floor((y - origin[1]) / h),
        Math.floor((z - origin[2]) / h),
      ];
      if (i < 0 || j < 0 || k < 0 || i >= grid.counts[0] || j >= grid.counts[1] || k >= grid.counts[2]) return;
      const c = grid.index(i, j, k);
      if (counts[c] < 255) counts[c]++;
    });
    return counts;
  }

  private makeRoom(): void {
    const points = new Float64Array(2 * this.points.length);
    points.set(this.points);
    this.points = points;
    const kinds = new Uint16Array(2 * this.kinds.length);
    kinds.set(this.kinds);
    this.kinds = kinds;
  }
}
