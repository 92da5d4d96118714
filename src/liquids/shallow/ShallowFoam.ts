import type { ColumnGrid } from './ColumnGrid.ts';
import type { WaterColumns } from './ShallowSteps.ts';

/** Rate at which water comes together, over sqrt(g / h), from which it breaks, and the rise from there to white: an estimate by eye. */
const BREAKS = 0.2;
const RISE = 0.5;
/** Time, s, over which foam goes to 1/e. */
const LIFETIME = 1.2;
/** Depth, in cells, up to which foam is thinner: a film has none. */
const FILM = 0.05;

/**
 * Foam of shallow water, as a share of the surface of each column that is white. It begins where water comes together fast against the speed of its waves, as it does in bores and hydraulic jumps, moves with the
 * water (semi-Lagrangian: Stam 1999) and goes by and by. It moves nothing itself.
 */
export class ShallowFoam {
  readonly share: Float64Array;
  private readonly grid: ColumnGrid;
  private readonly before: Float64Array;

  constructor(grid: ColumnGrid) {
    this.grid = grid;
    this.share = new Float64Array(grid.size);
    this.before = new Float64Array(grid.size);
  }

  /** Moves the foam by `dt`, s, with the water as it is then; `gravity`: m/s2, downwards. */
  move({ depth, velocityX, velocityZ }: WaterColumns, dt: number, gravity: number): void {
    const { grid, share, before } = this;
    const { h, row } = grid;
    before.set(share);
    const kept = Math.exp(-dt / LIFETIME);
    const film = FILM * h;
    grid.forEach((c, i, k) => {
      const deep = depth[c];
      if (deep <= 0) {
        share[c] = 0;
        return;
      }
      const u = velocityX[c];
      const w = velocityZ[c];
      const closing = -(velocityX[c + 1] - velocityX[c - 1] + velocityZ[c + row] - velocityZ[c - row]) / (2 * h);
      const breaking = (closing / Math.sqrt(gravity / deep) - BREAKS) / RISE;
      const old = u === 0 && w === 0 ? before[c] : this.at(i - (u * dt) / h, k - (w * dt) / h);
      const most = Math.min(1, deep / film);
      share[c] = Math.min(Math.max(kept * old, Math.min(breaking, 1)), most);
    });
  }

  /** Returns what there was at a place, in columns from the first centre: bilinear, at the sides as beside them. */
  private at(x: number, z: number): number {
    const { grid, before } = this;
    const [nx, nz] = grid.counts;
    const i = Math.min(Math.max(x, 0), nx - 1);
    const k = Math.min(Math.max(z, 0), nz - 1);
    const [i0, k0] = [Math.floor(i), Math.floor(k)];
    const stepX = i0 + 1 < nx ? 1 : 0;
    const stepZ = k0 + 1 < nz ? grid.row : 0;
    const [a, b] = [i - i0, k - k0];
    const c = grid.index(i0, k0);
    const near = before[c] + a * (before[c + stepX] - before[c]);
    const far = before[c + stepZ] + a * (before[c + stepZ + stepX] - before[c + stepZ]);
    return near + b * (far - near);
  }
}
