import { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';

/** How walls cut a grid, as `LiquidObstacles` finds it. */
export interface WallState {
  readonly distance: Float64Array;
  readonly fluidFraction: Float64Array;
  readonly touched: Uint8Array;
  readonly near: Uint8Array;
  readonly open: FaceArrays;
}

/** The state of walls with the first and last corners, xyz, whose distance other solids have changed. */
interface ChangedWalls extends WallState {
  readonly firstAdded: ArrayLike<number>;
  readonly lastAdded: ArrayLike<number>;
}

/** The cut cells and faces of walls, for grids that other solids are added to in every substep while the walls rest. */
export class CachedWalls {
  private readonly cached: WallState;
  private isSolid: boolean | undefined;
  private readonly changed: CellBox;

  constructor(grid: CellGrid) {
    this.changed = new CellBox(grid);
    this.cached = {
      distance: new Float64Array(grid.size),
      fluidFraction: new Float64Array(grid.size),
      touched: new Uint8Array(grid.size),
      near: new Uint8Array(grid.size),
      open: faceArrays(grid),
    };
  }

  /** Returns whether walls with this distance are in the cache; none where it is undefined. */
  isOf(distance: Float64Array | undefined): boolean {
    if (distance === undefined || this.isSolid !== true) return distance === undefined && this.isSolid === false;
    const { distance: cached } = this.cached;
    for (let c = 0; c < cached.length; c++) if (cached[c] !== distance[c]) return false;
    return true;
  }

  store(state: WallState, isSolid: boolean): void {
    const { cached } = this;
    this.isSolid = isSolid;
    cached.distance.set(state.distance);
    cached.fluidFraction.set(state.fluidFraction);
    cached.touched.set(state.touched);
    cached.near.set(state.near);
    for (const axis of [0, 1, 2] as const) cached.open[axis].set(state.open[axis]);
  }

  /** Open shares were changed within `covered`, of each axis; anywhere where left out. */
  restore(state: ChangedWalls, covered: readonly CellBox[] | undefined): void {
    const { cached, changed } = this;
    changed.clear();
    changed.includeCorners(state.firstAdded, state.lastAdded);
    // Cells have their corners at both sides.
    changed.grow(1);
    changed.copy(cached.distance, state.distance);
    changed.copy(cached.fluidFraction, state.fluidFraction);
    changed.copy(cached.touched, state.touched);
    changed.copy(cached.near, state.near);
    for (const axis of [0, 1, 2] as const) {
      if (covered === undefined) state.open[axis].set(cached.open[axis]);
      else covered[axis].copy(cached.open[axis], state.open[axis]);
    }
  }
}
