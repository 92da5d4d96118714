import { GHOST_LAYERS, type ColumnGrid } from './ColumnGrid.ts';
import type { ClosedEdges, ShallowSteps, WaterColumns } from './ShallowSteps.ts';

/** Brings the ghost cells up to date before a step, and those of open sides to where the first stage is written. */
export function prepareEdges(
  grid: ColumnGrid,
  closed: ClosedEdges,
  { water, ground }: Pick<ShallowSteps, 'water' | 'ground'>,
  between: WaterColumns,
): void {
  mirrorEdges(grid, closed, ground, 1);
  mirrorWater(grid, closed, water);
  copyOpenEdges(grid, closed, water.depth, between.depth);
  copyOpenEdges(grid, closed, water.velocityX, between.velocityX);
  copyOpenEdges(grid, closed, water.velocityZ, between.velocityZ);
}

/** Mirrors water at walls. */
export function mirrorWater(
  grid: ColumnGrid,
  closed: ClosedEdges,
  { depth, velocityX, velocityZ }: WaterColumns,
): void {
  mirrorEdges(grid, closed, depth, 1);
  mirrorEdges(grid, closed, velocityX, -1, 1);
  mirrorEdges(grid, closed, velocityZ, 1, -1);
}

/** Writes what a wall mirrors into the ghost cells of closed sides, times `signX` at those across x and `signZ` at those across z. Corners are in no stencil. */
function mirrorEdges(grid: ColumnGrid, closed: ClosedEdges, values: Float64Array, signX: number, signZ = signX): void {
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

/** Copies the ghost cells of open sides. */
function copyOpenEdges(grid: ColumnGrid, closed: ClosedEdges, from: Float64Array, to: Float64Array): void {
  const [nx, nz] = grid.counts;
  for (let layer = 1; layer <= GHOST_LAYERS; layer++) {
    for (let k = 0; k < nz; k++) {
      if (!closed[0][0]) to[grid.index(-layer, k)] = from[grid.index(-layer, k)];
      if (!closed[0][1]) to[grid.index(nx - 1 + layer, k)] = from[grid.index(nx - 1 + layer, k)];
    }
    for (let i = 0; i < nx; i++) {
      if (!closed[1][0]) to[grid.index(i, -layer)] = from[grid.index(i, -layer)];
      if (!closed[1][1]) to[grid.index(i, nz - 1 + layer)] = from[grid.index(i, nz - 1 + layer)];
    }
  }
}
