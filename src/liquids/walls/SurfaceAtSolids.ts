import { hypot3 } from '../../math/hypot3.ts';
import { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import { OffWallPoints } from './OffWallPoints.ts';
import type { LiquidObstacles } from './LiquidObstacles.ts';

/** Cells nearer to a solid than this miss particles that it displaces, in cells: the reach of a particle. */
const TOUCHED = 1.5;
/** Cells deeper in solids than this have no open face, in cells. */
const BURIED = -1;
/** Slope of the surface, and difference of phi over the way in cells, beyond which a level way says nothing of it; up to half of that it says all. */
const STEEPEST = 0.3;
const FARTHEST = 0.5;
/** phi of cells that no particle reaches, in cells; and what it is beyond for certain, but for rounding, between such cells. */
const UNREACHED = 1.49;
const SURELY_UNREACHED = 1.495;
/** Share of the cells of a pocket of air that no solid may cut, or it is a bubble. */
const MOST_FREE = 0.4;
/** Marks of cells with air that solids touch: not looked at, in the pocket that is looked at, in one that is open, in one that was closed. */
const AIR = 1;
const SEEN = 2;
const OPEN = 3;
const CLOSED = 4;

/**
 * The surface beside solids. Particles end at a wall, so that what they tell of the surface there is wrong by up to half a cell, and a pool would never
 * rest. Cells beside and in solids take phi from the liquid away from the wall instead: at the same height, and from there along the slope of the
 * surface. Where there is no such place (films, narrow gaps, floors) cells within solids are full where liquid is near, so that no surface lies in a wall. Air that is left
 * between a solid and liquid within reach of a particle from it, and nowhere else, is none: particles come in late behind what moves away from them, and the pressure would
 * vanish there.
 */
export class SurfaceAtSolids {
  private readonly grid: CellGrid;
  private readonly obstacles: LiquidObstacles;
  /** Direction against gravity; zero without it. */
  private readonly up = new Float64Array(3);
  private readonly cells: Uint32Array;
  private count = 0;
  /** What particles say of phi there, m. */
  private told = new Float64Array(0);
  /** 1 for those cells. */
  private readonly near: Uint8Array;
  private isStale = true;
  /** `wallCount` of the obstacles when the cells were found. */
  private wallCount = -1;
  private hadSolids = false;
  /** First of the cells, xyz, that solids other than walls changed then. */
  private readonly first = new Int32Array(3);
  /** Cells behind the last of them, xyz. */
  private readonly last = new Int32Array(3);
  /** Marks of cells with air that solids touch, 0 for others; and such cells next to each other. */
  private readonly airy: Uint8Array;
  private readonly pocket: Uint32Array;
  /** 1 for layers across the axis that gravity lies along in which particles reach a cell; that axis, where it lies along one. */
  private readonly reached: Uint8Array;
  private level: number | undefined;
  private readonly start = new Float64Array(3);
  private readonly point = new Float64Array(3);
  private readonly place = new Float64Array(3);
  private readonly offWallPoints: OffWallPoints;
  /** What is not air far away. */
  private readonly liquid: CellBox;
  /** phi and its gradient at a point. */
  private readonly sample = new Float64Array(4);

  constructor(grid: CellGrid, obstacles: LiquidObstacles) {
    this.grid = grid;
    this.obstacles = obstacles;
    this.cells = new Uint32Array(grid.size);
    this.near = new Uint8Array(grid.size);
    this.airy = new Uint8Array(grid.size);
    this.pocket = new Uint32Array(grid.size);
    this.reached = new Uint8Array(2 + Math.max(...grid.counts));
    this.offWallPoints = new OffWallPoints(grid, obstacles);
    this.liquid = new CellBox(grid);
  }

  /** Solids have changed. */
  update(): void {
    this.isStale = true;
  }

  /** Takes the solids as they stand: looks at all cells where walls are new, otherwise where other solids are or were. */
  private findCells(): void {
    const { grid, obstacles, near, first, last } = this;
    this.isStale = false;
    this.offWallPoints.forget();
    this.count = 0;
    this.airy.fill(0);
    const isNew = obstacles.wallCount !== this.wallCount || obstacles.hasSolids !== this.hadSolids;
    this.wallCount = obstacles.wallCount;
    this.hadSolids = obstacles.hasSolids;
    for (let axis = 0; axis < 3; axis++) {
      first[axis] = isNew ? 0 : Math.max(0, Math.min(first[axis], obstacles.firstAdded[axis] - 1));
      last[axis] = isNew
        ? grid.counts[axis]
        : Math.min(grid.counts[axis], Math.max(last[axis], obstacles.lastAdded[axis] + 1));
    }
    for (let k = first[2]; k < last[2]; k++) {
      for (let j = first[1]; j < last[1]; j++) {
        const row = grid.index(0, j, k);
        for (let i = first[0]; i < last[0]; i++) near[row + i] = this.isNear(row + i, i, j, k) ? 1 : 0;
      }
    }
    for (let c = 0; c < near.length; c++) if (near[c] !== 0) this.cells[this.count++] = c;
    for (let axis = 0; axis < 3; axis++) {
      first[axis] = Math.max(0, obstacles.firstAdded[axis] - 1);
      last[axis] = Math.min(grid.counts[axis], obstacles.lastAdded[axis] + 1);
    }
  }

  private isNear(c: number, i: number, j: number, k: number): boolean {
    const { obstacles, grid } = this;
    if (!obstacles.hasSolids || obstacles.isFar(c)) return false;
    this.centre(i, j, k);
    const d = obstacles.distanceAt(this.point, 0);
    return d < TOUCHED * grid.h && d > BURIED * grid.h;
  }

  /**
   * Replaces phi, m, of cells that solids touch; those that change far from where they were are added to `changed`. `gravity`: of this moment, xyz, m/s2; `box`: outside of it
   * all is air that no particle reaches.
   */
  extend(phi: Float64Array, gravity: ArrayLike<number>, box: CellBox, changed: CellBox): void {
    const size = hypot3(gravity[0], gravity[1], gravity[2]);
    for (let axis = 0; axis < 3; axis++) this.up[axis] = size > 0 ? -gravity[axis] / size : 0;
    if (this.isStale) this.findCells();
    this.offWallPoints.begin(this.count, this.up);
    this.liquid.set(box);
    this.findReached(phi);
    this.fillCovered(phi);
    this.closePockets(phi, changed);
    this.levelOut(phi, changed);
  }

  /** Fills the cells that solids mostly cover where liquid is near. */
  private fillCovered(phi: Float64Array): void {
    const half = this.grid.h / 2;
    const { fluidFraction } = this.obstacles;
    if (this.told.length < this.count) this.told = new Float64Array(2 * this.count);
    for (let n = 0; n < this.count; n++) {
      const c = this.cells[n];
      this.told[n] = phi[c];
      if (fluidFraction[c] < 0.5 && phi[c] < half) phi[c] = -half;
    }
  }

  /** Moves phi towards that of the liquid at the same height away from solids. */
  private levelOut(phi: Float64Array, changed: CellBox): void {
    const { grid, cells, start, point, airy, offWallPoints, liquid } = this;
    const sy = grid.strides[1];
    const sz = grid.strides[2];
    for (let n = 0; n < this.count; n++) {
      const c = cells[n];
      const k = Math.floor(c / sz);
      const j = Math.floor((c - k * sz) / sy);
      const i = c - k * sz - j * sy;
      const layer = this.level === undefined ? 0 : this.level === 0 ? i : this.level === 1 ? j : k;
      if (!this.isNearReached(layer)) continue;
      this.centre(i - 1, j - 1, k - 1);
      start.set(point);
      if (!offWallPoints.find(n, point)) continue;
      this.reached[layer] = 1;
      if (!this.isNearLiquid()) continue;
      const before = phi[c];
      this.blend(phi, c, airy[c] === CLOSED ? phi[c] : this.told[n]);
      if (phi[c] === before) continue;
      liquid.includeCell(c);
      changed.includeCell(c);
    }
  }

  /** Whether `point` has a cell around it that is not air far away: there alone it says something. */
  private isNearLiquid(): boolean {
    const { grid, point, place } = this;
    for (let a = 0; a < 3; a++) {
      const at = (point[a] - grid.origin[a]) / grid.h + 0.5;
      place[a] = Math.min(Math.max(at, 1), grid.counts[a]);
    }
    return this.liquid.isBeside(place[0], place[1], place[2]);
  }

  /** Finds the layers in which particles reach a cell, of a level that ways keep to. */
  private findReached(phi: Float64Array): void {
    const { up, grid, reached } = this;
    const level = up.findIndex((share) => Math.abs(share) === 1);
    this.level = level < 0 ? undefined : level;
    reached.fill(this.level === undefined ? 1 : 0);
    if (this.level === undefined) return;
    const { first } = this.liquid;
    const [one, two] = [(level + 1) % 3, (level + 2) % 3];
    const [lastOne, lastTwo] = [this.liquid.lastCell(one) + 1, this.liquid.lastCell(two) + 1];
    const most = SURELY_UNREACHED * grid.h;
    for (let layer = Math.max(1, first[level]); layer <= this.liquid.lastCell(level) + 1; layer++) {
      for (let m = Math.max(1, first[two]); m <= lastTwo && reached[layer] === 0; m++) {
        const begin = layer * grid.strides[level] + m * grid.strides[two];
        for (let n = Math.max(1, first[one]); n <= lastOne; n++) {
          if (phi[begin + n * grid.strides[one]] < most) reached[layer] = 1;
        }
      }
    }
  }

  /** Whether the way from a cell in a layer, counted from the outer one, may end among cells that particles reach: elsewhere it says nothing. */
  private isNearReached(layer: number): boolean {
    const { reached } = this;
    return this.level === undefined || reached[layer - 1] + reached[layer] + reached[layer + 1] > 0;
  }

  /** Fills the air in cells that solids touch where it meets liquid, but no air in other cells. */
  private closePockets(phi: Float64Array, changed: CellBox): void {
    const { airy, cells, pocket, grid } = this;
    for (let n = 0; n < this.count; n++) airy[cells[n]] = phi[cells[n]] >= 0 ? AIR : 0;
    const half = grid.h / 2;
    for (let n = 0; n < this.count; n++) {
      if (airy[cells[n]] !== AIR || !this.isBesideLiquid(phi, cells[n])) continue;
      const size = this.findPocket(phi, cells[n]);
      for (let k = 0; k < size; k++) {
        phi[pocket[k]] = -half;
        airy[pocket[k]] = CLOSED;
        this.liquid.includeCell(pocket[k]);
        changed.includeCell(pocket[k]);
      }
    }
  }

  /** Whether an open face connects a cell to liquid: pockets that meet none are never filled. */
  private isBesideLiquid(phi: Float64Array, c: number): boolean {
    const { open } = this.obstacles;
    for (let axis = 0; axis < 3; axis++) {
      const stride = this.grid.strides[axis];
      if ((phi[c - stride] < 0 && open[axis][c] !== 0) || (phi[c + stride] < 0 && open[axis][c + stride] !== 0))
        return true;
    }
    return false;
  }

  /** Writes the airy cells around one, beside liquid, that open faces connect to `pocket`; gives how many, or 0 where they meet other air or are a bubble. */
  private findPocket(phi: Float64Array, start: number): number {
    const { airy, pocket, grid, obstacles } = this;
    let size = 1;
    let free = 0;
    pocket[0] = start;
    airy[start] = SEEN;
    for (let n = 0; n < size; n++) {
      if (obstacles.fluidFraction[pocket[n]] === 1) free++;
      for (let side = 0; side < 6; side++) {
        const axis = side >> 1;
        const stride = grid.strides[axis];
        const isLow = (side & 1) === 0;
        const face = isLow ? pocket[n] : pocket[n] + stride;
        if (obstacles.open[axis][face] === 0) continue;
        const next = isLow ? pocket[n] - stride : face;
        if (phi[next] < 0) continue;
        if (airy[next] === 0 || airy[next] === OPEN) return this.leaveOpen(size);
        if (airy[next] === SEEN) continue;
        airy[next] = SEEN;
        pocket[size++] = next;
      }
    }
    return free <= MOST_FREE * size ? size : 0;
  }

  /** Whoever meets the first `size` cells of the pocket meets air. Gives 0. */
  private leaveOpen(size: number): number {
    for (let n = 0; n < size; n++) this.airy[this.pocket[n]] = OPEN;
    return 0;
  }

  /** Moves phi of a cell, where particles said `reached`, towards what the liquid at `point` says, by as much as that may say. */
  private blend(phi: Float64Array, c: number, reached: number): void {
    const { sample, start, point, up, grid } = this;
    this.interpolate(phi);
    const rise = sample[1] * up[0] + sample[2] * up[1] + sample[3] * up[2];
    let square = 0;
    let change = 0;
    for (let a = 0; a < 3; a++) {
      const level = sample[a + 1] - rise * up[a];
      square += level * level;
      change += level * (start[a] - point[a]);
    }
    const there = sample[0] + change;
    // Beside air there may be a film on the wall, and beside liquid air that no particle of this wall reaches.
    const most = UNREACHED * grid.h;
    if (sample[0] > most || (there > 0 ? reached < 0 : reached > most)) return;
    const slope = square > 0 ? Math.sqrt(square) / Math.max(rise, 0) : 0;
    const doubt = Math.max(slope / STEEPEST, Math.abs(change) / (FARTHEST * grid.h));
    const share = Math.min(1, Math.max(0, 2 * (1 - doubt)));
    phi[c] += share * (there - phi[c]);
  }

  private centre(i: number, j: number, k: number): void {
    const { origin, h } = this.grid;
    this.point[0] = origin[0] + (i + 0.5) * h;
    this.point[1] = origin[1] + (j + 0.5) * h;
    this.point[2] = origin[2] + (k + 0.5) * h;
  }

  /** Trilinear, among centres; beyond those at the sides as there. */
  private interpolate(phi: Float64Array): void {
    const { grid, point, place, sample } = this;
    const sy = grid.strides[1];
    const sz = grid.strides[2];
    for (let a = 0; a < 3; a++) {
      const at = (point[a] - grid.origin[a]) / grid.h - 0.5;
      place[a] = Math.min(Math.max(at, 0), grid.counts[a] - 1);
    }
    const i = Math.floor(place[0]);
    const j = Math.floor(place[1]);
    const k = Math.floor(place[2]);
    // The last centre has none after it.
    const dx = i + 1 < grid.counts[0] ? 1 : 0;
    const dy = j + 1 < grid.counts[1] ? sy : 0;
    const dz = k + 1 < grid.counts[2] ? sz : 0;
    const base = grid.index(i, j, k);
    sample.fill(0);
    for (let corner = 0; corner < 8; corner++) {
      const p = corner & 1;
      const q = (corner >> 1) & 1;
      const r = corner >> 2;
      const value = phi[base + p * dx + q * dy + r * dz];
      const wx = p === 1 ? place[0] - i : 1 - place[0] + i;
      const wy = q === 1 ? place[1] - j : 1 - place[1] + j;
      const wz = r === 1 ? place[2] - k : 1 - place[2] + k;
      sample[0] += value * wx * wy * wz;
      sample[1] += (value * (2 * p - 1) * wy * wz) / grid.h;
      sample[2] += (value * (2 * q - 1) * wx * wz) / grid.h;
      sample[3] += (value * (2 * r - 1) * wx * wy) / grid.h;
    }
  }
}
