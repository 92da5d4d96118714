import { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';

/**
 * Extrapolates the velocities of valid faces (1) to those within `layers` of them, each the mean of its valid neighbours, layer by layer. `valid` of
 * those becomes 2 and more; what is marked higher than that stays and gives nothing. None is valid outside of `within`. Deterministic: a layer reads only those before it.
 */
export function extrapolateVelocity(
  grid: CellGrid,
  u: Float64Array,
  valid: Uint8Array,
  axis: 0 | 1 | 2,
  layers: number,
  within = new CellBox(grid),
): void {
  boxOfValid(within, valid, axis, layers, box);
  for (let layer = 1; layer <= layers; layer++) {
    for (let k = 0; k < 3; k++) {
      box.low[k] = Math.max(0, box.low[k] - 1);
      box.high[k] = Math.min(k === axis ? grid.counts[k] : grid.counts[k] - 1, box.high[k] + 1);
    }
    extrapolateLayer(grid, u, valid, layer, box);
  }
}

/** First and last faces along x, y, z of a part of the grid. */
interface FaceBox {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/** Scratch: that of the faces under way. */
const box: FaceBox = { low: new Int32Array(3), high: new Int32Array(3) };

/** Finds the box of the valid faces that give their velocity to others within `layers`. */
function boxOfValid(within: CellBox, valid: Uint8Array, axis: 0 | 1 | 2, layers: number, { low, high }: FaceBox): void {
  low.set(within.grid.counts);
  for (let d = 0; d < 3; d++) high[d] = -1;
  within.forEachCells((begin, end, first, j, k) => {
    for (let c = begin; c < end; c++) {
      const state = valid[c];
      if (state === 0 || state > layers) continue;
      const i = first + c - begin;
      if (i < low[0]) low[0] = i;
      if (i > high[0]) high[0] = i;
      if (j < low[1]) low[1] = j;
      if (j > high[1]) high[1] = j;
      if (k < low[2]) low[2] = k;
      high[2] = k;
    }
  }, axis);
}

/** Extrapolates to the faces of a box that have valid neighbours in the layers before. */
function extrapolateLayer(
  grid: CellGrid,
  u: Float64Array,
  valid: Uint8Array,
  layer: number,
  { low, high }: FaceBox,
): void {
  const { size, strides } = grid;
  for (let k = low[2]; k <= high[2]; k++) {
    for (let j = low[1]; j <= high[1]; j++) {
      const end = grid.index(high[0], j, k);
      for (let c = grid.index(low[0], j, k); c <= end; c++) {
        if (valid[c] !== 0) continue;
        let sum = 0;
        let count = 0;
        for (let side = 0; side < 6; side++) {
          const stride = strides[side >> 1];
          const next = (side & 1) === 0 ? c - stride : c + stride;
          // Beyond the last faces along z there is nothing.
          if (next >= size) continue;
          const state = valid[next];
          if (state === 0 || state > layer) continue;
          sum += u[next];
          count++;
        }
        if (count === 0) continue;
        u[c] = sum / count;
        valid[c] = layer + 1;
      }
    }
  }
}

/** Faces of the layer around the grid, in `box`, take the velocity of the nearest face of the grid: along the sides the liquid slips. */
export function fillLayer(grid: CellGrid, u: Float64Array, axis: 0 | 1 | 2, box = new CellBox(grid)): void {
  const [nx, ny, nz] = grid.counts;
  const ends = [nx - 1, ny - 1, nz - 1];
  ends[axis]++;
  const { first, end } = box;
  const isAtStart = first[0] === 0;
  const last = end[0] - 2;
  for (let k = first[2] - 1; k < end[2] - 1; k++) {
    for (let j = first[1] - 1; j < end[1] - 1; j++) {
      const isSide = k < 0 || j < 0 || k > ends[2] || j > ends[1];
      const nearest = grid.index(0, within(j, ends[1]), within(k, ends[2]));
      const row = grid.index(0, j, k);
      if (isSide)
        for (let i = Math.max(0, first[0] - 1); i <= Math.min(ends[0], last); i++) u[row + i] = u[nearest + i];
      if (isAtStart) u[row - 1] = u[nearest];
      for (let i = ends[0] + 1; i <= last; i++) u[row + i] = u[nearest + ends[0]];
    }
  }
}

function within(i: number, last: number): number {
  return Math.min(Math.max(i, 0), last);
}
