import type { CellGrid } from '../CellGrid.ts';

/** Particles of a full cell, and how many of them it may lack: sites at solids are left out by their distance. */
const FULL = 8;
const LACKING = 3;

/**
 * Returns how many layers of cells from the floor up are full of liquid, or of solids.
 * @param counts particles of each cell.
 * @param distance to solids at the corners of cells, m, positive outside; none where left out.
 */
export function fullLayers(grid: CellGrid, counts: Uint8Array, distance?: Float64Array): number {
  const [nx, ny, nz] = grid.counts;
  for (let j = 0; j < ny; j++) {
    for (let k = 0; k < nz; k++) {
      for (let i = 0; i < nx; i++) {
        const c = grid.index(i, j, k);
        const share = distance === undefined ? 1 : freeShare(grid, distance, c);
        if (counts[c] < FULL * share - LACKING) return j;
      }
    }
  }
  return ny;
}

/** Share of a cell outside of solids, as if they were flat there. */
export function freeShare({ h, strides: [, sy, sz] }: CellGrid, distance: Float64Array, c: number): number {
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    sum += distance[c + (corner & 1) + ((corner >> 1) & 1) * sy + (corner >> 2) * sz];
  }
  return Math.min(1, Math.max(0, 0.5 + sum / (8 * h)));
}
