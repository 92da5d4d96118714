import { GHOST_LAYERS, type ColumnGrid } from './ColumnGrid.ts';
import type { ClosedEdges } from './ShallowSteps.ts';

/** Writes what a wall mirrors into the ghost cells of closed sides, times `signX` at those across x and `signZ` at those across z. Corners are in no stencil. */
export function mirrorEdges(grid: ColumnGrid, closed: ClosedEdges, values: Float64Array, signX: number, signZ = signX): void {
  const [nx, nz] = grid.counts;
  for (let layer = 0; layer < GHOST_LAYERS; layer++) {
    const x = Math.min(layer, nx - 1);
    for (let k = 0; k < nz; k++) {
      if (closed[0][0]) values[grid.index(-1 - layer, k)] = signX * values[grid.index(x, k)];
      if (closed[0][1]) values[grid.index(nx + layer, k)] = signX * values[grid.index(nx - 1 - x, k)];
    }
    const z = Math.min(layer, nz - 1);
    for (let side = 0; side < 2; side++) {
      if (!closed[1][side]) continue;
      const to = side === 0 ? grid.index(0, -1 - layer) : grid.index(0, nz + layer);
      const from = side === 0 ? grid.index(0, z) : grid.index(0, nz - 1 - z);
      for (let i = 0; i < nx; i++) values[to + i] = signZ * values[from + i];
    }
  }
}
