import { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';

/** Cells beside the surface keep what they have while the slope is 1 within this: every change moves the surface a little. */
const KEPT_SLOPE = 0.3;

/** Deviation of the slope from 1 within which cells further off keep what they have: sweeping is of the first order, by which surfaces that are curved outwards shrink. */
const KEPT_SLOPE_BEYOND = 0.03;
/** They may be this far from what sweeping makes of them, in cells. */
const KEPT_DIFFERENCE = 0.2;

/** Least distance from the nearest neighbour to a cell, in cells: that of three neighbours at one distance. */
const LEAST_STEP = 1 / Math.sqrt(3);

/**
 * Makes a function at cell centres the signed distance to where it is 0. Cells beside the surface are scaled by the slope of the function, so that the
 * surface stays where it is (Russo and Smereka 2000, 3); those that are a distance already stay; the others follow by fast sweeping of |grad phi| = 1 (Zhao 2005, 2), of the first order.
 */
export class Redistancer {
  private readonly grid: CellGrid;
  /** Unsigned distance, m; no number in the layer around the grid is ever nearer. */
  private readonly distance: Float64Array;
  private readonly isBeside: Uint8Array;
  private readonly kept: Float64Array;

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.distance = new Float64Array(grid.size).fill(Infinity);
    this.isBeside = new Uint8Array(grid.size);
    this.kept = new Float64Array(grid.size);
  }

  /** Replaces phi, m; distances beyond `limit`, m, become that, which they are outside of `box` already. */
  apply(phi: Float64Array, limit: number, box = new CellBox(this.grid)): void {
    this.startBeside(phi, limit, box);
    for (let corner = 0; corner < 8; corner++) this.sweep(corner, box);
    const { distance, isBeside, kept } = this;
    box.forEach((c) => {
      if (isBeside[c] !== 0 || !this.isDistance(phi, c)) kept[c] = phi[c] < 0 ? -distance[c] : distance[c];
      else kept[c] = phi[c];
    });
    box.forEach((c) => (phi[c] = kept[c]));
  }

  /** Whether a function has the slope of a distance in a cell, and is near what sweeping made of it. */
  private isDistance(phi: Float64Array, c: number): boolean {
    const { grid, distance } = this;
    const { h } = grid;
    if (Math.abs(Math.abs(phi[c]) - distance[c]) > KEPT_DIFFERENCE * h) return false;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const stride = grid.strides[axis];
      // At the sides the function goes on as beside them.
      const low = distance[c - stride] === Infinity ? c : c - stride;
      const high = distance[c + stride] === Infinity ? c : c + stride;
      const span = (low === c ? 0 : 1) + (high === c ? 0 : 1);
      if (span > 0) square += ((phi[high] - phi[low]) / (span * h)) ** 2;
    }
    return Math.abs(Math.sqrt(square) - 1) < KEPT_SLOPE_BEYOND;
  }

  private startBeside(phi: Float64Array, limit: number, box: CellBox): void {
    const { distance, isBeside } = this;
    box.forEach((c, i, j, k) => {
      const d = this.besideDistance(phi, c, i, j, k);
      isBeside[c] = d < Infinity ? 1 : 0;
      distance[c] = Math.min(d, limit);
    });
  }

  /** |phi| over its slope where a neighbour lies on the other side, at most the way to where the function passes 0 along an axis; Infinity elsewhere. */
  private besideDistance(phi: Float64Array, c: number, i: number, j: number, k: number): number {
    const { grid } = this;
    const { h } = grid;
    const here = phi[c];
    const isIn = here < 0;
    let nearest = Infinity;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const at = axis === 0 ? i : axis === 1 ? j : k;
      const stride = grid.strides[axis];
      const low = at > 0 ? phi[c - stride] : here;
      const high = at < grid.counts[axis] - 1 ? phi[c + stride] : here;
      // At the sides the function goes on as beside them.
      const span = (at > 0 ? 1 : 0) + (at < grid.counts[axis] - 1 ? 1 : 0);
      let rise = span === 0 ? 0 : Math.abs(high - low) / span;
      const lowCrosses = low < 0 !== isIn;
      const highCrosses = high < 0 !== isIn;
      if (lowCrosses || highCrosses) {
        const across = Math.max(lowCrosses ? Math.abs(here - low) : 0, highCrosses ? Math.abs(here - high) : 0);
        rise = across;
        nearest = Math.min(nearest, (h * Math.abs(here)) / across);
      }
      square += rise * rise;
    }
    const slope = Math.sqrt(square) / h;
    if (nearest === Infinity) return Infinity;
    if (Math.abs(slope - 1) < KEPT_SLOPE) return Math.abs(here);
    return Math.min(nearest, Math.abs(here) / slope);
  }

  /** One pass over the cells from a corner of a box. */
  private sweep(corner: number, { first, end, isEmpty }: CellBox): void {
    if (isEmpty) return;
    const { grid } = this;
    const { h } = grid;
    const { distance, isBeside } = this;
    const sy = grid.strides[1];
    const sz = grid.strides[2];
    const [lowI, lowJ, lowK] = [0, 1, 2].map((axis) => Math.max(0, first[axis] - 1));
    const [endI, endJ, endK] = [0, 1, 2].map((axis) => Math.min(grid.counts[axis], end[axis] - 1));
    const step = (corner & 1) === 0 ? 1 : -1;
    for (let n = lowK; n < endK; n++) {
      const k = (corner & 4) === 0 ? n : lowK + endK - 1 - n;
      for (let m = lowJ; m < endJ; m++) {
        const j = (corner & 2) === 0 ? m : lowJ + endJ - 1 - m;
        let c = grid.index(step > 0 ? lowI : endI - 1, j, k);
        for (let i = lowI; i < endI; i++, c += step) {
          if (isBeside[c] !== 0) continue;
          const a = Math.min(distance[c - 1], distance[c + 1]);
          const b = Math.min(distance[c - sy], distance[c + sy]);
          const d = Math.min(distance[c - sz], distance[c + sz]);
          if (Math.min(a, b, d) + h * LEAST_STEP >= distance[c]) continue;
          const own = upwindDistance(a, b, d, h);
          if (own < distance[c]) distance[c] = own;
        }
      }
    }
  }
}

/** The largest root of sum max(0, x - a_i)^2 = h^2 over the three nearest distances along the axes. */
function upwindDistance(a: number, b: number, c: number, h: number): number {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  const middle = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  let x = low + h;
  if (x <= middle) return x;
  x = (low + middle + Math.sqrt(2 * h * h - (low - middle) * (low - middle))) / 2;
  if (x <= high) return x;
  const sum = low + middle + high;
  const rest = low * low + middle * middle + high * high - h * h;
  return (sum + Math.sqrt(Math.max(0, sum * sum - 3 * rest))) / 3;
}
