import { CellGrid } from '../../src/liquids/CellGrid.ts';
import { transportOf } from '../../src/liquids/LiquidTransport.ts';
import { type GridLiquidSettings, GridLiquid } from '../../src/liquids/uniform/GridLiquid.ts';

export const CLOSED = [
  [true, true],
  [true, true],
  [true, true],
] as const;

/** A closed box of `counts` cells of edge h with particles, eight to a cell on a lattice, wherever `inside` says so; they are at rest. */
export function liquidPool(
  counts: readonly [number, number, number],
  h: number,
  inside: (x: number, y: number, z: number) => boolean,
  settings: Partial<GridLiquidSettings> & { readonly solidDistance?: Float64Array } = {},
): GridLiquid {
  const grid = new CellGrid(counts, h);
  const { definition, params } = transportOf(undefined);
  const solver = new GridLiquid(grid, {
    gravity: [0, -9.81, 0],
    closedSides: CLOSED,
    density: 1000,
    tolerance: 1e-6,
    maxIterations: 500,
    ...settings,
    transport: settings.transport ?? definition.create({ grid, closedSides: CLOSED, ...settings }, params),
  });
  if (settings.solidDistance !== undefined) solver.setSolids(settings.solidDistance);
  const [nx, ny, nz] = counts.map((count) => 2 * count);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const [x, y, z] = [i, j, k].map((n) => ((n + 0.5) * h) / 2);
        if (inside(x, y, z)) solver.particles.add(x, y, z, 0, 0, 0);
      }
    }
  }
  return solver;
}

/** A distance, m, at the corners of the cells of a grid. */
export function sampleAtCorners(
  counts: readonly [number, number, number],
  h: number,
  distance: (x: number, y: number, z: number) => number,
): Float64Array {
  const grid = new CellGrid(counts, h);
  const samples = new Float64Array(grid.size);
  for (let k = 0; k <= counts[2]; k++) {
    for (let j = 0; j <= counts[1]; j++) {
      for (let i = 0; i <= counts[0]; i++) samples[grid.index(i, j, k)] = distance(i * h, j * h, k * h);
    }
  }
  return samples;
}
