import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import { gridPlace } from '../transport/ParticleTransfer.ts';

/** The drops that may land. */
interface Drops {
  /** xyz, m and m/s. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

/**
 * Gives the momentum of drop `p` to the faces of the liquid around it: each, which holds a cell of it, mixes with its share w of the drop's volume V,
 *
 *     u <- (h^3 u + w V v) / (h^3 + w V),    w trilinear among the faces that have liquid on one side at least, of sum 1.
 */
export function landDrop(
  grid: CellGrid,
  phi: Float64Array,
  velocity: FaceArrays,
  { positions, velocities }: Drops,
  p: number,
  volume: number,
): void {
  const [, sy, sz] = grid.strides;
  for (const axis of [0, 1, 2] as const) {
    const u = velocity[axis];
    const stride = grid.strides[axis];
    const x = gridPlace(grid, positions[3 * p], 0, axis);
    const y = gridPlace(grid, positions[3 * p + 1], 1, axis);
    const z = gridPlace(grid, positions[3 * p + 2], 2, axis);
    const first = Math.floor(x) + Math.floor(y) * sy + Math.floor(z) * sz;
    const weights = [x - Math.floor(x), y - Math.floor(y), z - Math.floor(z)];
    const faceOf = (corner: number) => first + (corner & 1) + ((corner >> 1) & 1) * sy + (corner >> 2) * sz;
    const weightOf = (corner: number) => {
      const face = faceOf(corner);
      if (Math.min(phi[face], phi[face - stride]) >= 0) return 0;
      return weights.reduce((product, w, a) => product * (((corner >> a) & 1) === 1 ? w : 1 - w), 1);
    };
    let sum = 0;
    for (let corner = 0; corner < 8; corner++) sum += weightOf(corner);
    if (sum === 0) continue;
    for (let corner = 0; corner < 8; corner++) {
      const part = (weightOf(corner) / sum) * volume;
      u[faceOf(corner)] += (part * (velocities[3 * p + axis] - u[faceOf(corner)])) / (grid.h ** 3 + part);
    }
  }
}
