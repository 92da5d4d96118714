import { checkCancelled, type JobContext } from '../base/job.ts';
import type { SurfaceQuery } from '../geometry/surfaceQuery/SurfaceQuery.ts';
import { BRICK_CELLS, BRICK_NODES, FAR_CELLS, type BrickGrid } from './BrickGrid.ts';

/** Distance in memory between neighbouring nodes of a brick along y and along z. */
const ROW = BRICK_NODES;
const LAYER = BRICK_NODES * BRICK_NODES;
/** Depth in cells that counts as inside: nodes on the surface itself are on either side of it by rounding. */
const LEAST_DEPTH = 0.1;

/**
 * Fills a grid with the signed distance (m) to a surface: exact at every coarse node, and at the fine nodes of every brick within
 * `FAR_CELLS` cells of the surface. `closed`: no open edges, so that the winding number can only change at the surface.
 * Returns whether any node is inside.
 */
export function sampleSignedDistance(grid: BrickGrid, query: SurfaceQuery, closed: boolean, job: JobContext): boolean {
  const sampler = new GridSampler(grid, query, closed);
  sampler.fillCoarse(job);
  sampler.fillBricks(job);
  return sampler.foundInside;
}

class GridSampler {
  private readonly grid: BrickGrid;
  private readonly query: SurfaceQuery;
  /** Whether the surface is closed: the winding number then only changes across it. */
  private readonly closed: boolean;
  private readonly closest = new Float64Array(4);
  foundInside = false;
  private hint = -1;
  private x = 0;
  private y = 0;
  private z = 0;

  constructor(grid: BrickGrid, query: SurfaceQuery, closed: boolean) {
    this.grid = grid;
    this.query = query;
    this.closed = closed;
  }

  fillCoarse(job: JobContext): void {
    const { grid } = this;
    const [bx, by, bz] = grid.bricks;
    for (let k = 0; k <= bz; k++) {
      checkCancelled(job);
      job.progress('level set', (0.1 * k) / (bz + 1));
      for (let j = 0; j <= by; j++) {
        let known = 0;
        for (let i = 0; i <= bx; i++) {
          known = this.distance(BRICK_CELLS * i, BRICK_CELLS * j, BRICK_CELLS * k, known, BRICK_CELLS);
          grid.coarse[i + (bx + 1) * (j + (by + 1) * k)] = known;
        }
      }
    }
  }

  fillBricks(job: JobContext): void {
    const { grid } = this;
    const [bx, by, bz] = grid.bricks;
    const count = grid.allocate((i, j, k) => this.holdsSurface(i, j, k));
    let done = 0;
    for (let k = 0; k < bz; k++)
      for (let j = 0; j < by; j++)
        for (let i = 0; i < bx; i++) {
          const start = grid.brickStart[i + bx * (j + by * k)];
          if (start < 0) continue;
          checkCancelled(job);
          job.progress('level set', 0.1 + (0.9 * done++) / count);
          this.fillBrick(start, i, j, k);
        }
  }

  /** Returns whether the surface, or the band around it, may pass through the brick, judged by the distance at its centre. */
  private holdsSurface(i: number, j: number, k: number): boolean {
    const reach = ((Math.sqrt(3) / 2) * BRICK_CELLS + FAR_CELLS) * this.grid.spacing;
    return this.nearest(BRICK_CELLS * (i + 0.5), BRICK_CELLS * (j + 0.5), BRICK_CELLS * (k + 0.5)) <= reach;
  }

  /** Fills a brick; nodes shared with a preceding brick along an axis are copied, so that bricks agree. */
  private fillBrick(start: number, i: number, j: number, k: number): void {
    const { fine } = this.grid;
    const before = [this.startOf(i - 1, j, k), this.startOf(i, j - 1, k), this.startOf(i, j, k - 1)];
    let at = start;
    for (let c = 0; c < BRICK_NODES; c++) {
      for (let b = 0; b < BRICK_NODES; b++) {
        for (let a = 0; a < BRICK_NODES; a++, at++) {
          if (a === 0 && before[0] >= 0) fine[at] = fine[before[0] + at - start + BRICK_CELLS];
          else if (b === 0 && before[1] >= 0) fine[at] = fine[before[1] + at - start + ROW * BRICK_CELLS];
          else if (c === 0 && before[2] >= 0) fine[at] = fine[before[2] + at - start + LAYER * BRICK_CELLS];
          else {
            const back = a > 0 ? 1 : b > 0 ? ROW : LAYER;
            const known = a + b + c > 0 ? fine[at - back] : 0;
            fine[at] = this.distance(BRICK_CELLS * i + a, BRICK_CELLS * j + b, BRICK_CELLS * k + c, known, 1);
          }
        }
      }
    }
  }

  /** Returns the index of the first value of a brick; -1 for bricks without fine nodes or outside the grid. */
  private startOf(i: number, j: number, k: number): number {
    const [bx, by] = this.grid.bricks;
    return Math.min(i, j, k) < 0 ? -1 : this.grid.brickStart[i + bx * (j + by * k)];
  }

  /**
   * Returns the signed distance at fine node (i, j, k), m. `known` is that of a node `step` cells away (0 where there is none): where
   * its magnitude exceeds that distance, the sign is the same.
   */
  private distance(i: number, j: number, k: number, known: number, step: number): number {
    const distance = this.nearest(i, j, k);
    const { grid, query } = this;
    const sameSide = this.closed && Math.abs(known) > 1.001 * step * grid.spacing;
    const inside = sameSide ? known < 0 : query.windingNumber(this.x, this.y, this.z) > 0.5;
    if (inside && distance > LEAST_DEPTH * grid.spacing) this.foundInside = true;
    return inside ? -distance : distance;
  }

  /** Returns the unsigned distance at (i, j, k); leaves that position in x, y, z. */
  private nearest(i: number, j: number, k: number): number {
    const { origin, spacing } = this.grid;
    this.x = origin[0] + spacing * i;
    this.y = origin[1] + spacing * j;
    this.z = origin[2] + spacing * k;
    this.hint = this.query.closestPoint(this.x, this.y, this.z, this.closest, this.hint);
    return this.closest[3];
  }
}
