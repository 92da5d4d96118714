import type { CellGrid } from './CellGrid.ts';

/**
 * Carries the velocities of faces that are known (1) to those within `layers` of them, each the mean of its known neighbours, layer by layer. `known` of
 * those becomes 2 and more; what is marked higher than that stays and gives nothing. Deterministic: a layer reads only those before it.
 */
export function extrapolateVelocity(
  grid: CellGrid,
  u: Float64Array,
  known: Uint8Array,
  axis: 0 | 1 | 2,
  layers: number,
): void {
  const [sx, sy, sz] = grid.strides;
  for (let layer = 1; layer <= layers; layer++) {
    grid.forEach((c) => {
      if (known[c] !== 0) return;
      let sum = 0;
      let count = 0;
      for (let side = 0; side < 6; side++) {
        const stride = side < 2 ? sx : side < 4 ? sy : sz;
        const next = (side & 1) === 0 ? c - stride : c + stride;
        // Beyond the last faces along z there is nothing.
        if (next >= grid.size) continue;
        const state = known[next];
        if (state === 0 || state > layer) continue;
        sum += u[next];
        count++;
      }
      if (count === 0) return;
      u[c] = sum / count;
      known[c] = layer + 1;
    }, axis);
  }
}

/** Faces of the layer around the grid take the velocity of the nearest face of the grid: along the sides the liquid slips. */
export function fillLayer(grid: CellGrid, u: Float64Array, axis: 0 | 1 | 2): void {
  const ends = grid.counts.map((count, k) => (k === axis ? count : count - 1));
  const [nx, ny, nz] = grid.counts;
  for (let k = -1; k <= nz; k++) {
    for (let j = -1; j <= ny; j++) {
      const isSide = k < 0 || j < 0 || k > ends[2] || j > ends[1];
      for (let i = -1; i <= nx; i++) {
        if (!isSide && i >= 0 && i <= ends[0]) continue;
        const nearest = grid.index(within(i, ends[0]), within(j, ends[1]), within(k, ends[2]));
        u[grid.index(i, j, k)] = u[nearest];
      }
    }
  }
}

function within(i: number, last: number): number {
  return Math.min(Math.max(i, 0), last);
}
