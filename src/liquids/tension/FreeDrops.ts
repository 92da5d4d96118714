import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import { measureShare } from '../pressure/PressureMatrix.ts';
import type { LiquidState } from '../pressure/PressureProjection.ts';

/** Marks of cells: of no part that was looked at, of one that may touch a wall, of one that is free. */
const UNSEEN = 0;
const HELD = 1;
const FREE = 2;

type BoxedLiquid = LiquidState & { readonly box: CellBox };

/**
 * Parts of a liquid that touch no wall: their surface tension pulls at nothing but themselves. Curvature is known to some percent, so that what it adds up to over such a part is not 0,
 * and small drops would fly off by themselves. `balance` takes the sum from all faces of the part alike; the momentum that counts is that which the projection keeps, of faces with their share of liquid.
 */
export class FreeDrops {
  private readonly grid: CellGrid;
  private readonly marks: Uint8Array;
  /** Cells of the part at hand. */
  private readonly cells: Uint32Array;
  private readonly share = new Float64Array(1);

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.marks = new Uint8Array(grid.size);
    this.cells = new Uint32Array(grid.size);
  }

  /**
   * Balances the push u <- u - scale (value above - value below), m/s, that faces of the liquid had, in its parts that touch no wall. `isBeside`: 1 for cells beside the surface; `parted`: cells that thin surfaces may pass,
   * which are walls here.
   */
  balance(liquid: BoxedLiquid, value: Float64Array, scale: number, isBeside: Uint8Array, parted?: Uint8Array): void {
    const { marks } = this;
    liquid.box.fill(marks, UNSEEN);
    liquid.box.forEachCells((begin, end) => {
      for (let c = begin; c < end; c++) {
        if (isBeside[c] === 0 || marks[c] !== UNSEEN || !(liquid.phi[c] < 0)) continue;
        const count = this.flood(liquid, c, parted);
        for (let axis = 0; axis < 3 && count > 0; axis++) this.balanceAxis(liquid, value, scale, axis, count);
      }
    });
  }

  /** Finds the cells of the part of `start`; returns how many, or 0 as soon as it meets a wall. */
  private flood({ phi, open }: BoxedLiquid, start: number, parted: Uint8Array | undefined): number {
    const { cells, marks, grid } = this;
    let count = 1;
    cells[0] = start;
    marks[start] = FREE;
    for (let n = 0; n < count; n++) {
      const c = cells[n];
      let isFree = parted === undefined || parted[c] === 0;
      for (let side = 0; side < 6; side++) {
        const axis = side >> 1;
        const next = (side & 1) === 0 ? c - grid.strides[axis] : c + grid.strides[axis];
        const face = Math.max(c, next);
        if (open[axis][face] < 1 || (phi[next] < 0 && marks[next] === HELD)) isFree = false;
        if (!(phi[next] < 0) || marks[next] !== UNSEEN || open[axis][face] === 0) continue;
        marks[next] = FREE;
        cells[count++] = next;
      }
      if (isFree) continue;
      // Whoever meets one of these later need not look further.
      for (let k = 0; k < count; k++) marks[cells[k]] = HELD;
      return 0;
    }
    return count;
  }

  private balanceAxis(
    { phi, velocity }: BoxedLiquid,
    value: Float64Array,
    scale: number,
    axis: number,
    count: number,
  ): void {
    const { cells, grid, share } = this;
    const stride = grid.strides[axis];
    const u = velocity[axis];
    let mass = 0;
    let sum = 0;
    for (let n = 0; n < count; n++) {
      const c = cells[n];
      if (phi[c - stride] < 0) share[0] = 1;
      else measureShare(phi, c, c - stride, share);
      mass += share[0];
      sum += share[0] * (value[c] - value[c - stride]);
      if (phi[c + stride] < 0) continue;
      measureShare(phi, c, c + stride, share);
      mass += share[0];
      sum += share[0] * (value[c + stride] - value[c]);
    }
    const change = (scale * sum) / mass;
    for (let n = 0; n < count; n++) {
      const c = cells[n];
      u[c] += change;
      if (!(phi[c + stride] < 0)) u[c + stride] += change;
    }
  }
}
