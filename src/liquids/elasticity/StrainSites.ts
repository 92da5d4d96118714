import type { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { LiquidShares } from '../viscosity/LiquidShares.ts';

/**
 * A symmetric tensor on a grid, staggered as the velocity of faces is: its diagonal at the centres of cells and its other components in the middles of
 * edges. `edges[r]`, in the numbering of the cells whose low edges they are, is the component of the two axes across r (`PLANES`).
 */
export interface StaggeredTensor {
  readonly centres: FaceArrays;
  readonly edges: FaceArrays;
}

/** Returns a tensor of zeros. */
export function staggeredTensor(grid: CellGrid): StaggeredTensor {
  return { centres: faceArrays(grid), edges: faceArrays(grid) };
}

/** Calls `visit` with the rows of the edges along `along` that lie in a box, those on the sides of the grid among them; of its centres where left out. */
export function forEachRowOfSites(
  box: CellBox,
  along: number | undefined,
  visit: (begin: number, end: number, i: number, j: number, k: number) => void,
): void {
  const { grid, first } = box;
  const [lastX, lastY, lastZ] = [lastSite(box, 0, along), lastSite(box, 1, along), lastSite(box, 2, along)];
  const i = Math.max(0, first[0] - 1);
  if (lastX < i) return;
  for (let k = Math.max(0, first[2] - 1); k <= lastZ; k++) {
    for (let j = Math.max(0, first[1] - 1); j <= lastY; j++) {
      const begin = grid.index(i, j, k);
      visit(begin, begin + lastX - i + 1, i, j, k);
    }
  }
}

function lastSite({ grid, end }: CellBox, axis: number, along: number | undefined): number {
  const more = along === undefined || along === axis ? 0 : 1;
  return Math.min(grid.counts[axis] - 1 + more, end[axis] - 2);
}

/** Returns the mean of the values at c and two steps from it, and both, of those sites that have a share of liquid; 0 where none has. */
export function meanOfFour(values: Float64Array, shares: Float64Array, c: number, one: number, two: number): number {
  let sum = 0;
  let count = 0;
  for (let corner = 0; corner < 4; corner++) {
    const n = c + (corner & 1) * one + (corner >> 1) * two;
    if (!(shares[n] > 0)) continue;
    sum += values[n];
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** Returns the shares of the edges along `r`, or of the centres where that is left out. */
export function sharesOfSites({ centres, edges }: LiquidShares, r: number | undefined): Float64Array {
  return r === undefined ? centres : edges[r];
}
