import type { CellGrid } from '../CellGrid.ts';

/** Keeps what lies on the last side of the grid within its last cell, in cells. */
const ROUNDING = 1e-9;

/**
 * Trilinear value, m, at the point (xyz, m) at `at` of what stands at the corners of cells, corner (i, j, k) under the index of cell (i, j, k); points beyond the grid are
 * taken to its sides. `gradient` <- its slope there.
 */
export function cornerDistance(
  grid: CellGrid,
  corners: Float64Array,
  points: Float64Array,
  at: number,
  gradient: Float64Array,
): number {
  const [, sy, sz] = grid.strides;
  const x = placeAmong(grid, points[at], 0);
  const y = placeAmong(grid, points[at + 1], 1);
  const z = placeAmong(grid, points[at + 2], 2);
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  const c = grid.index(i, j, k);
  let sum = 0;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  for (let corner = 0; corner < 8; corner++) {
    const p = corner & 1;
    const q = (corner >> 1) & 1;
    const r = corner >> 2;
    const value = corners[c + p + q * sy + r * sz];
    const wx = p === 1 ? x - i : 1 - x + i;
    const wy = q === 1 ? y - j : 1 - y + j;
    const wz = r === 1 ? z - k : 1 - z + k;
    sum += value * wx * wy * wz;
    dx += value * (2 * p - 1) * wy * wz;
    dy += value * (2 * q - 1) * wx * wz;
    dz += value * (2 * r - 1) * wx * wy;
  }
  gradient[0] = dx / grid.h;
  gradient[1] = dy / grid.h;
  gradient[2] = dz / grid.h;
  return sum;
}

/** Returns the place of a coordinate, m, among the corners of the grid's cells along an axis, in cells. */
export function placeAmong(grid: CellGrid, x: number, axis: number): number {
  const place = (x - grid.origin[axis]) / grid.h;
  return Math.min(Math.max(place, 0), grid.counts[axis] - ROUNDING);
}
