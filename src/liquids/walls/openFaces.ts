import type { CellGrid, FaceArrays } from '../CellGrid.ts';

/** Shares nearer to 0 or 1 than this are taken for it: cells with hardly any opening make the pressure matrix bad (Zarifi 2017, 4.6). */
const ROUNDED = 0.01;

/**
 * Share of each face that lies outside solids, of the distance to them at the corners of the cells (m, positive outside; the corner of a cell has its
 * index), as if it were linear along the edges of the face. Faces of the sides of the grid are closed where `closedSides` says so.
 */
export function openFaces(
  grid: CellGrid,
  distance: Float64Array,
  open: FaceArrays,
  closedSides: readonly (readonly [low: boolean, high: boolean])[],
): void {
  for (let axis = 0; axis < 3; axis++) {
    const along = grid.strides[(axis + 1) % 3];
    const across = grid.strides[(axis + 2) % 3];
    const [low, high] = closedSides[axis];
    const last = grid.counts[axis];
    const shares = open[axis];
    grid.forEach(
      (c, i, j, k) => {
        const at = axis === 0 ? i : axis === 1 ? j : k;
        if ((at === 0 && low) || (at === last && high)) {
          shares[c] = 0;
          return;
        }
        const first = distance[c];
        const second = distance[c + along];
        const third = distance[c + along + across];
        const fourth = distance[c + across];
        if (first > 0 && second > 0 && third > 0 && fourth > 0) shares[c] = 1;
        else if (first <= 0 && second <= 0 && third <= 0 && fourth <= 0) shares[c] = 0;
        else shares[c] = roundedShare(positiveShare([first, second, third, fourth]));
      },
      axis as 0 | 1 | 2,
    );
  }
}

/** A share as the pressure takes it: wholly open or closed where it nearly is. */
export function roundedShare(share: number): number {
  if (share < ROUNDED) return 0;
  return share > 1 - ROUNDED ? 1 : share;
}

/** Share of a unit square where a function is positive that is linear along its edges, from its corners in turn. */
export function positiveShare(corners: readonly [number, number, number, number]): number {
  let twice = 0;
  let firstX = NaN;
  let firstY = NaN;
  let lastX = NaN;
  let lastY = NaN;
  const visit = (x: number, y: number) => {
    if (Number.isNaN(firstX)) {
      firstX = x;
      firstY = y;
    } else twice += lastX * y - x * lastY;
    lastX = x;
    lastY = y;
  };
  for (let n = 0; n < 4; n++) {
    const here = corners[n];
    const next = corners[(n + 1) % 4];
    const [x, y] = SQUARE[n];
    if (here > 0) visit(x, y);
    if (here > 0 !== next > 0) {
      const t = here / (here - next);
      const [toX, toY] = SQUARE[(n + 1) % 4];
      visit(x + t * (toX - x), y + t * (toY - y));
    }
  }
  if (Number.isNaN(firstX)) return 0;
  return (twice + lastX * firstY - firstX * lastY) / 2;
}

const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;
