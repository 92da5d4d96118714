import type { CellGrid } from '../CellGrid.ts';
import type { LiquidObstacles } from './LiquidObstacles.ts';

/** Interpolation at points this far from solids reads no cell that they touch, in cells. */
const CLEAR = 3;
/** Sine of the steepest angle between level and wall that the way is taken at: it would be longer than `CLEAR / LEAST_SINE` cells. */
const LEAST_SINE = 0.25;
/** Steps of the way: walls bend. */
const STEPS = 8;
/** What the way is taken further than planned, in cells, so that it ends. */
const OVERSHOT = 0.05;
/** Whether a cell has an off-wall point: not found yet, yes, no. */
const UNKNOWN = 0;
const FOUND = 1;
const NONE = 2;

/** The places at the same height as cells beside solids that are clear of these; they stay as they are while solids rest. */
export class OffWallPoints {
  private readonly grid: CellGrid;
  private readonly obstacles: LiquidObstacles;
  private readonly up = new Float64Array(3);
  private readonly way = new Float64Array(3);
  /** Place of each cell, by its number among those beside solids; m, xyz. */
  private places = new Float64Array(0);
  private states = new Uint8Array(0);

  constructor(grid: CellGrid, obstacles: LiquidObstacles) {
    this.grid = grid;
    this.obstacles = obstacles;
  }

  /** Solids have changed. */
  forget(): void {
    this.states.fill(UNKNOWN);
  }

  /** Makes room for `count` cells, where `up` is against gravity, of length 1; zero without gravity. */
  begin(count: number, up: Float64Array): void {
    if (up.some((share, axis) => share !== this.up[axis])) this.forget();
    this.up.set(up);
    if (this.states.length >= count) return;
    this.states = new Uint8Array(2 * count);
    this.places = new Float64Array(6 * count);
  }

  /** Moves `point`, the centre of the cell with number `n`, to its place; false where there is none. */
  find(n: number, point: Float64Array): boolean {
    const { states, places } = this;
    if (states[n] === UNKNOWN) {
      states[n] = this.search(point) ? FOUND : NONE;
      for (let a = 0; a < 3; a++) places[3 * n + a] = point[a];
    }
    for (let a = 0; a < 3; a++) point[a] = places[3 * n + a];
    return states[n] === FOUND;
  }

  /** Moves `point` at its height away from the solid until that is `CLEAR` cells away. */
  private search(point: Float64Array): boolean {
    const { way, up, obstacles, grid } = this;
    let distance = obstacles.distanceAt(point, 0);
    const normal = obstacles.gradient;
    const rise = normal[0] * up[0] + normal[1] * up[1] + normal[2] * up[2];
    for (let a = 0; a < 3; a++) way[a] = normal[a] - rise * up[a];
    const sine = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (!(sine > LEAST_SINE)) return false;
    for (let step = 0; step < STEPS && distance < CLEAR * grid.h; step++) {
      const length = (CLEAR * grid.h - distance) / (sine * sine) + OVERSHOT * grid.h;
      for (let a = 0; a < 3; a++) point[a] += length * way[a];
      distance = obstacles.distanceAt(point, 0);
    }
    return distance >= CLEAR * grid.h;
  }
}
