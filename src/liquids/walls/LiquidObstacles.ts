import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import { cornerDistance, placeAmong } from './cornerDistance.ts';
import { CachedWalls } from './CachedWalls.ts';
import { openFaces } from './openFaces.ts';
import type { LiquidParticles } from '../transport/LiquidParticles.ts';

/** Particles stay this far from the sides of the grid and from solids, in cells. */
const MARGIN = 1e-3;
/** Squared slope of the distance below which a point is half way through a thin solid: the way out is then no longer than twice the depth. */
const LEAST_SLOPE = 0.25;

/** Distance of a corner from the surface of solids, in cells, beyond which the surface is nowhere near its cells. */
const FAR = 3.5;

/** Distance without any solid, in cells: that beyond which distances of added solids are constant. */
const NOWHERE = 4;

export type ClosedSides = readonly (readonly [low: boolean, high: boolean])[];

/** The walls of a liquid: sides of the grid, and solids as distances at the corners of the cells. */
export class LiquidObstacles {
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;
  /** m, positive outside, at the corners; counts only where there are solids. */
  readonly distance: Float64Array;
  /** Particles stay this far from solids, m. */
  readonly margin: number;
  hasSolids = false;
  /** Fluid volume fraction of each cell, 0 to 1. */
  readonly fluidFraction: Float64Array;
  /** 1 for cells within which solids, or the margin around them, may be. */
  readonly touched: Uint8Array;
  /** 1 for cells with a corner that is less than a cell away from solids. */
  readonly near: Uint8Array;
  /** 1 for cells that thin surfaces may pass; undefined where there are none. */
  parted: Uint8Array | undefined;
  /** Gradient of the distance where `distanceAt` was asked last. */
  readonly gradient = new Float64Array(3);

  /** Open share of each face. */
  readonly open: FaceArrays;
  /** Velocity of the solids across each face, m/s. */
  readonly velocity: FaceArrays;
  /** Largest of them along one axis that meets liquid, m/s. */
  speed = 0;
  /** Raised when `setSolids` finds other walls than before. */
  wallCount = 0;
  /** Another number whenever solids are not those that they were. */
  version = 0;
  /** First and last corners, xyz, whose distance `addSolids` has changed since `setSolids`; none where the last lie before the first. */
  readonly firstAdded = new Int32Array(3);
  readonly lastAdded = new Int32Array(3);
  /** State of the walls alone, from when solids are first added to them. */
  private cachedWalls: CachedWalls | undefined;
  /** Faces of each axis whose open shares are not those of walls; all of them where undefined. */
  private covered: readonly CellBox[] | undefined;
  private readonly whole: CellBox;
  /** Whether `velocity` holds anything but 0. */
  hasVelocity = false;

  constructor(grid: CellGrid, closedSides: ClosedSides) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.distance = new Float64Array(grid.size);
    this.margin = MARGIN * grid.h;
    this.fluidFraction = new Float64Array(grid.size);
    this.touched = new Uint8Array(grid.size);
    this.near = new Uint8Array(grid.size);
    this.open = faceArrays(grid);
    this.velocity = faceArrays(grid);
    this.whole = new CellBox(grid);
    this.setSolids(undefined);
  }

  /**
   * What is given is copied; none where left out.
   * @param distance to the solids, m, positive outside, at the corners.
   * @param velocity of the solids across each face, m/s; 0 where left out, and on the sides of the grid.
   */
  setSolids(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    this.hasSolids = distance !== undefined;
    this.version++;
    if (this.cachedWalls?.isOf(distance) === true) this.cachedWalls.restore(this, this.covered);
    else this.findWalls(distance);
    this.firstAdded.set(this.grid.counts);
    this.lastAdded.fill(-1);
    this.covered = undefined;
    this.speed = 0;
    if (velocity === undefined && !this.hasVelocity) return;
    for (const axis of [0, 1, 2] as const) this.takeVelocity(axis, velocity?.[axis]);
    this.hasVelocity = velocity !== undefined;
  }

  private findWalls(distance: Float64Array | undefined): void {
    const { grid } = this;
    if (distance === undefined) this.distance.fill(NOWHERE * grid.h);
    else this.distance.set(distance);
    this.findFreeShares([0, 0, 0], grid.counts);
    openFaces(grid, this.distance, this.open, this.closedSides);
    this.cachedWalls?.store(this, this.hasSolids);
    this.wallCount++;
  }

  /** Adds solids, nearer than walls within `near` alone; open shares are not those of walls within `covered`, of each axis. Both may be anywhere where left out. */
  addSolids(given: Float64Array, near = this.whole, covered?: readonly CellBox[]): void {
    const { distance, grid, firstAdded, lastAdded } = this;
    this.cachedWalls ??= new CachedWalls(grid);
    this.hasSolids = true;
    this.version++;
    this.covered = covered;
    const [endX, endY, endZ] = [0, 1, 2].map((axis) => Math.min(grid.counts[axis] + 1, near.end[axis] - 1));
    const firstX = Math.max(0, near.first[0] - 1);
    for (let k = Math.max(0, near.first[2] - 1); k < endZ; k++) {
      for (let j = Math.max(0, near.first[1] - 1); j < endY; j++) {
        const row = grid.index(0, j, k);
        for (let i = firstX; i < endX; i++) {
          const c = row + i;
          if (!(given[c] < distance[c])) continue;
          distance[c] = given[c];
          addTo(firstAdded, lastAdded, i, j, k);
        }
      }
    }
    this.findFreeShares(
      Array.from(firstAdded, (first) => Math.max(0, first - 1)),
      Array.from(lastAdded, (last, axis) => Math.min(grid.counts[axis], last + 1)),
    );
  }

  /** Whether a cell is certainly far from the surface of solids, by its first corner: at its other ones the distance differs by less than two cells. */
  isFar(c: number): boolean {
    return Math.abs(this.distance[c]) > FAR * this.grid.h;
  }

  /** Moves points (xyz, m) out of solids along the shortest way, and back from closed sides. */
  pushOut(positions: Float64Array, count: number): void {
    const { grid, gradient, closedSides, margin } = this;
    for (let at = 0; at < 3 * count; at += 3) {
      if (this.hasSolids && this.isTouched(positions, at)) {
        const depth = margin - this.distanceAt(positions, at);
        const square = gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2];
        if (depth > 0) {
          const share = depth / Math.max(square, LEAST_SLOPE);
          for (let axis = 0; axis < 3; axis++) positions[at + axis] += share * gradient[axis];
        }
      }
      for (let axis = 0; axis < 3; axis++) {
        const low = grid.origin[axis];
        const high = low + grid.counts[axis] * grid.h;
        if (closedSides[axis][0]) positions[at + axis] = Math.max(positions[at + axis], low + margin);
        if (closedSides[axis][1]) positions[at + axis] = Math.min(positions[at + axis], high - margin);
      }
    }
  }

  /** Pushes out and flags particles as `pushOut` and `flagOutside` do, with the same bytes by a kernel, of the same grid and sides. */
  pushParticles(particles: LiquidParticles, kernel?: LiquidKernel): number {
    const { hasSolids, distance, touched, margin, version } = this;
    if (kernel === undefined) {
      this.pushOut(particles.positions, particles.count);
      return this.flagOutside(particles.positions, particles.count, particles.flags);
    }
    return kernel.pushOut(particles, {
      hasSolids,
      distance,
      touched,
      margin,
      leastSlope: LEAST_SLOPE,
      version,
    });
  }

  /** Flags the points that have left the grid, through open sides, by 1 and the others by 0; gives how many have. */
  flagOutside(positions: Float64Array, count: number, flags: Uint8Array): number {
    const { grid } = this;
    let outside = 0;
    for (let p = 0; p < count; p++) {
      flags[p] = 0;
      for (let axis = 0; axis < 3; axis++) {
        const way = positions[3 * p + axis] - grid.origin[axis];
        if (!(way >= 0 && way <= grid.counts[axis] * grid.h)) flags[p] = 1;
      }
      outside += flags[p];
    }
    return outside;
  }

  /** Whether a point lies in a cell with a corner nearer to solids than a cell. */
  isNear(positions: Float64Array, at: number): boolean {
    return this.near[this.cellOf(positions, at)] === 1;
  }

  /** Whether a point lies in a cell that solids touch. */
  private isTouched(positions: Float64Array, at: number): boolean {
    return this.touched[this.cellOf(positions, at)] === 1;
  }

  private cellOf(positions: Float64Array, at: number): number {
    const { grid } = this;
    const i = Math.floor(placeAmong(grid, positions[at], 0));
    const j = Math.floor(placeAmong(grid, positions[at + 1], 1));
    const k = Math.floor(placeAmong(grid, positions[at + 2], 2));
    return grid.index(i, j, k);
  }

  /** Trilinear distance at a point, m; its gradient in `gradient`. */
  distanceAt(positions: Float64Array, at: number): number {
    return cornerDistance(this.grid, this.distance, positions, at, this.gradient);
  }

  private takeVelocity(axis: 0 | 1 | 2, given: Float64Array | undefined): void {
    const { grid } = this;
    const velocity = this.velocity[axis];
    const open = this.open[axis];
    velocity.fill(0);
    if (given === undefined) return;
    let fastest = this.speed;
    const last = grid.counts[axis];
    this.whole.forEachCells((begin, end, i, j, k) => {
      const at = axis === 1 ? j : k;
      if (axis !== 0 && (at === 0 || at === last)) return;
      const isAcross = axis === 0 ? 1 : 0;
      let most = fastest;
      for (let c = begin - i + isAcross; c < end - isAcross; c++) {
        if (open[c] === 1) continue;
        velocity[c] = given[c];
        most = Math.max(most, Math.abs(given[c]));
      }
      if (most > fastest) fastest = most;
    }, axis);
    this.speed = fastest;
  }

  /** Computes the fluid volume fractions of the cells from `first` to before `end` from the distance at the centre, as if the solid were flat, and finds the cells that solids touch. */
  private findFreeShares(first: ArrayLike<number>, end: ArrayLike<number>): void {
    const { grid, fluidFraction, touched, near, distance, margin } = this;
    const sy = grid.strides[1];
    const sz = grid.strides[2];
    for (let k = first[2]; k < end[2]; k++) {
      for (let j = first[1]; j < end[1]; j++) {
        const last = grid.index(end[0], j, k);
        for (let c = grid.index(first[0], j, k); c < last; c++) {
          if (this.isFar(c)) {
            fluidFraction[c] = distance[c] > 0 ? 1 : 0;
            touched[c] = 1 - fluidFraction[c];
            near[c] = touched[c];
            continue;
          }
          const low = distance[c] + distance[c + 1] + distance[c + sy] + distance[c + sy + 1];
          const d = c + sz;
          const high = distance[d] + distance[d + 1] + distance[d + sy] + distance[d + sy + 1];
          const share = 0.5 + (low + high) / (8 * grid.h);
          fluidFraction[c] = Math.min(1, Math.max(0, share));
          const nearest = Math.min(
            Math.min(distance[c], distance[c + 1], distance[c + sy], distance[c + sy + 1]),
            Math.min(distance[d], distance[d + 1], distance[d + sy], distance[d + sy + 1]),
          );
          // Within a cell the distance is nowhere less than at its corners, but for rounding.
          touched[c] = nearest < 2 * margin ? 1 : 0;
          near[c] = nearest < grid.h ? 1 : 0;
        }
      }
    }
  }
}

/** Makes a box, of its first and last corner, hold another one. */
function addTo(first: Int32Array, last: Int32Array, i: number, j: number, k: number): void {
  if (i < first[0]) first[0] = i;
  if (j < first[1]) first[1] = j;
  if (k < first[2]) first[2] = k;
  if (i > last[0]) last[0] = i;
  if (j > last[1]) last[1] = j;
  if (k > last[2]) last[2] = k;
}
