import { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';

/** What a grid is among walls, as `LiquidObstacles` finds it. */
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

/** A copy of what was found of walls, for grids that other solids are added to in every substep while the walls rest. */
export class CachedWalls {
  private readonly kept: WallState;
  private isSolid: boolean | undefined;
  private readonly changed: CellBox;

  constructor(grid: CellGrid) {
    this.changed = new CellBox(grid);
    this.kept = {
      distance: new Float64Array(grid.size),
      fluidFraction: new Float64Array(grid.size),
      touched: new Uint8Array(grid.size),
      near: new Uint8Array(grid.size),
      open: faceArrays(grid),
    };
  }

  /** Whether these are the walls that are kept, or none as was kept. */
  isOf(distance: Float64Array | undefined): boolean {
    if (distance === undefined || this.isSolid !== true) return distance === undefined && this.isSolid === false;
    const { distance: kept } = this.kept;
    for (let c = 0; c < kept.length; c++) if (kept[c] !== distance[c]) return false;
    return true;
  }

  keep(state: WallState, isSolid: boolean): void {
    const { kept } = this;
    this.isSolid = isSolid;
    kept.distance.set(state.distance);
    kept.fluidFraction.set(state.fluidFraction);
    kept.touched.set(state.touched);
    kept.near.set(state.near);
    for (const axis of [0, 1, 2] as const) kept.open[axis].set(state.open[axis]);
  }

  /** Open shares were changed within `covered`, of each axis; anywhere where left out. */
  restore(state: ChangedWalls, covered: readonly CellBox[] | undefined): void {
    const { kept, changed } = this;
    changed.clear();
    changed.includeCorners(state.firstAdded, state.lastAdded);
    // Cells have their corners at both sides.
    changed.grow(1);
    changed.copy(kept.distance, state.distance);
    changed.copy(kept.fluidFraction, state.fluidFraction);
    changed.copy(kept.touched, state.touched);
    changed.copy(kept.near, state.near);
    for (const axis of [0, 1, 2] as const) {
      if (covered === undefined) state.open[axis].set(kept.open[axis]);
      else covered[axis].copy(kept.open[axis], state.open[axis]);
    }
  }
}
