import { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import { cornerDistance } from './cornerDistance.ts';
import type { LiquidObstacles } from './LiquidObstacles.ts';

/** Ways are looked at in steps of this many cells at the least. */
const STRIDE = 0.1;
/** Cells that a surface may move over a point. */
const FARTHEST = 4;
/** Cells by which a way between two places outside may seem to lead into a solid: the interpolated distance cuts corners. */
const SLACK = 0.1;
/** Squared slope of the distance below which it does not tell the nearer side of a thin solid. */
const LEAST_SLOPE = 0.25;

/**
 * Points that a substep has taken more than half through a thin solid, where the shortest way out is that on its other side: they go back to where they
 * came in. Solids may have moved meanwhile: where a point began counts as seen from the surface that it was nearest to.
 */
export class WallCrossings {
  private readonly grid: CellGrid;
  private readonly obstacles: LiquidObstacles;
  /** Distance to solids at the corners when the points began to move, as `LiquidObstacles.distance`, m. */
  private readonly before: Float64Array;
  /** Positions of the points when they began to move, m, xyz. */
  private starts = new Float64Array(0);
  private hasBegun = false;
  /** Slope of the distance where the point is, and where it was. */
  private readonly slope = new Float64Array(3);
  private readonly slopeBefore = new Float64Array(3);
  private readonly start = new Float64Array(3);
  private readonly nearestOut = new Float64Array(3);
  /** Low corner of the box of cells near solids, m. */
  private readonly low = new Float64Array(3);
  /** High corner of that box, m. */
  private readonly high = new Float64Array(3);
  /** Version of the obstacles that it was found for. */
  private boxed = -1;
  private readonly probe = new Float64Array(3);
  private readonly probeSlope = new Float64Array(3);

  constructor(grid: CellGrid, obstacles: LiquidObstacles) {
    this.grid = grid;
    this.obstacles = obstacles;
    this.before = new Float64Array(grid.size);
  }

  /** Keeps where solids and points (xyz, m) are before they move; `box` holds all of these. */
  begin(positions: Float64Array, count: number, box = new CellBox(this.grid)): void {
    this.hasBegun = this.obstacles.hasSolids;
    if (!this.hasBegun) return;
    box.copy(this.obstacles.distance, this.before);
    if (this.starts.length < 3 * count) this.starts = new Float64Array(6 * count);
    this.starts.set(positions.subarray(0, 3 * count));
  }

  /** Takes back points that have come through solids since `begin`. */
  undo(positions: Float64Array, count: number): void {
    const { obstacles, starts } = this;
    if (!this.hasBegun) return;
    this.hasBegun = false;
    if (this.boxed !== obstacles.version) this.boxNear();
    this.boxed = obstacles.version;
    for (let at = 0; at < 3 * count; at += 3) {
      if (!this.isInBox(positions, at) && !this.isInBox(starts, at)) continue;
      if (!obstacles.isNear(positions, at) && !this.hasLeft(positions, at)) continue;
      if (!this.mayHaveCrossed(positions, at)) continue;
      if (this.shareOutside(this.nearestOut, 0, -SLACK * this.grid.h) === 1) continue;
      const share = this.shareOutside(positions, at, obstacles.margin);
      for (let axis = 0; axis < 3; axis++) {
        positions[at + axis] = this.start[axis] + share * (positions[at + axis] - this.start[axis]);
      }
    }
  }

  /** Finds the box of the cells near solids; without bounds on a side of the grid that it touches, as points beyond count to the cells there. */
  private boxNear(): void {
    const { grid, obstacles, low, high } = this;
    const [nx, ny, nz] = grid.counts;
    const first = [nx, ny, nz];
    const last = [-1, -1, -1];
    for (let k = 0; k < nz; k++) {
      for (let j = 0; j < ny; j++) {
        const row = grid.index(0, j, k);
        let from = 0;
        while (from < nx && obstacles.near[row + from] === 0) from++;
        if (from === nx) continue;
        let to = nx - 1;
        while (obstacles.near[row + to] === 0) to--;
        first[0] = Math.min(first[0], from);
        last[0] = Math.max(last[0], to);
        first[1] = Math.min(first[1], j);
        last[1] = Math.max(last[1], j);
        first[2] = Math.min(first[2], k);
        last[2] = k;
      }
    }
    for (let axis = 0; axis < 3; axis++) {
      // A cell more, for rounding.
      low[axis] = first[axis] === 0 ? -Infinity : grid.origin[axis] + (first[axis] - 1) * grid.h;
      high[axis] = last[axis] === grid.counts[axis] - 1 ? Infinity : grid.origin[axis] + (last[axis] + 2) * grid.h;
    }
  }

  private isInBox(points: Float64Array, at: number): boolean {
    const { low, high } = this;
    return (
      points[at] >= low[0] &&
      points[at] <= high[0] &&
      points[at + 1] >= low[1] &&
      points[at + 1] <= high[1] &&
      points[at + 2] >= low[2] &&
      points[at + 2] <= high[2]
    );
  }

  /** Whether a point began near a solid and has come so far that it may lie behind it. */
  private hasLeft(positions: Float64Array, at: number): boolean {
    const { starts, obstacles, grid } = this;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) square += (positions[at + axis] - starts[at + axis]) ** 2;
    return square > grid.h * grid.h && obstacles.isNear(starts, at);
  }

  /** Whether the surface at a point does not face the way that the one it began at did; finds `start` and `nearestOut`. */
  private mayHaveCrossed(positions: Float64Array, at: number): boolean {
    const { grid, obstacles, slope, slopeBefore, start, nearestOut } = this;
    const { margin } = obstacles;
    const depth = margin - cornerDistance(grid, obstacles.distance, positions, at, slope);
    for (let axis = 0; axis < 3; axis++) start[axis] = this.starts[at + axis];
    const distance = cornerDistance(grid, this.before, start, 0, slopeBefore);
    const square = dot(slope, slope);
    if (square > LEAST_SLOPE && dot(slope, slopeBefore) > 0) return false;
    this.followSurface(Math.max(margin, distance));
    const out = Math.max(0, depth) / Math.max(square, LEAST_SLOPE);
    for (let axis = 0; axis < 3; axis++) nearestOut[axis] = positions[at + axis] + out * slope[axis];
    return true;
  }

  /**
   * Moves `start`, which is to be `distance`, m, from solids, along with the surface that it was nearest to: along its normal, through what has come over it and then by
   * as much as the distance has changed.
   */
  private followSurface(distance: number): void {
    const { grid, obstacles, start, slopeBefore, probeSlope } = this;
    const square = dot(slopeBefore, slopeBefore);
    if (!(square > LEAST_SLOPE)) return;
    const length = Math.sqrt(square);
    for (let way = 0; way < FARTHEST; way += STRIDE) {
      const present = cornerDistance(grid, obstacles.distance, start, 0, probeSlope);
      const isThere = dot(probeSlope, slopeBefore) > 0;
      // Outside of a surface that faces the other way another solid is near.
      if (!isThere && present > 0) return;
      const step = (isThere ? distance - present : STRIDE * grid.h) / length;
      for (let axis = 0; axis < 3; axis++) start[axis] += step * slopeBefore[axis];
      if (isThere) return;
    }
  }

  /** Returns the fraction of the segment from `start` to the point at `at` before the distance falls below `least`, m; 1 where it does not. */
  private shareOutside(points: Float64Array, at: number, least: number): number {
    const { grid, obstacles, start, probe, probeSlope } = this;
    const [x, y, z] = [points[at] - start[0], points[at + 1] - start[1], points[at + 2] - start[2]];
    const length = Math.sqrt(x * x + y * y + z * z);
    let outside = 0;
    let way = 0;
    while (way < length) {
      probe[0] = start[0] + (way / length) * x;
      probe[1] = start[1] + (way / length) * y;
      probe[2] = start[2] + (way / length) * z;
      const above = cornerDistance(grid, obstacles.distance, probe, 0, probeSlope) - least;
      if (above < 0) return outside / length;
      outside = way;
      way += Math.max(above / 2, STRIDE * grid.h);
    }
    return cornerDistance(grid, obstacles.distance, points, at, probeSlope) < least ? outside / length : 1;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
