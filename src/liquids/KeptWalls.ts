import { type CellGrid, type FaceArrays, faceArrays } from './CellGrid.ts';

/** What a grid is among walls, as `LiquidObstacles` finds it. */
export interface WallState {
  readonly distance: Float64Array;
  readonly freeShare: Float64Array;
  readonly touched: Uint8Array;
  readonly near: Uint8Array;
  readonly open: FaceArrays;
}

/** A copy of what was found of walls, for grids that other solids are added to in every substep while the walls rest. */
export class KeptWalls {
  private readonly kept: WallState;
  private isSolid: boolean | undefined;

  constructor(grid: CellGrid) {
    this.kept = {
      distance: new Float64Array(grid.size),
      freeShare: new Float64Array(grid.size),
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
    this.isSolid = isSolid;
    copy(state, this.kept);
  }

  restore(state: WallState): void {
    copy(this.kept, state);
  }
}

function copy(from: WallState, to: WallState): void {
  to.distance.set(from.distance);
  to.freeShare.set(from.freeShare);
  to.touched.set(from.touched);
  to.near.set(from.near);
  for (const axis of [0, 1, 2] as const) to.open[axis].set(from.open[axis]);
}
