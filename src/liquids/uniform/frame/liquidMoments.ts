import type { CellGrid } from '../../CellGrid.ts';
import type { LiquidParticles } from '../../transport/LiquidParticles.ts';
import type { StoredLevelSet } from '../../transport/TransportScheme.ts';
import type { GridLiquid } from '../GridLiquid.ts';

/** Sums over equal parts of a liquid. */
export interface LiquidMoments {
  /** Parts; those that are cut count by their share. */
  readonly parts: number;
  /** Sum of squared speeds, m2/s2. */
  readonly square: number;
  /** Largest squared speed, m2/s2. */
  readonly most: number;
  /** Sum of -g . x, m2/s2. */
  readonly height: number;
}

/** Sums the moments of a liquid in the given gravity, m/s2: of its particles, or of the cells of its level set and the drops that have left it. */
export function liquidMoments(grid: CellGrid, liquid: GridLiquid, gravity: Float64Array): LiquidMoments {
  const { levelSet, drops, particles, fluidFraction } = liquid;
  if (levelSet === undefined) return particleMoments(particles, gravity);
  const cells = cellMoments(grid, levelSet, fluidFraction, gravity);
  if (drops === undefined) return cells;
  const flying = particleMoments(drops.particles, gravity);
  const share = drops.dropVolume / grid.h ** 3;
  return {
    parts: cells.parts + share * flying.parts,
    square: cells.square + share * flying.square,
    most: Math.max(cells.most, flying.most),
    height: cells.height + share * flying.height,
  };
}

function particleMoments({ positions, velocities, count }: LiquidParticles, gravity: Float64Array): LiquidMoments {
  const [gx, gy, gz] = gravity;
  let square = 0;
  let most = 0;
  let height = 0;
  for (let k = 0; k < 3 * count; k += 3) {
    const own = velocities[k] ** 2 + velocities[k + 1] ** 2 + velocities[k + 2] ** 2;
    square += own;
    most = Math.max(most, own);
    height -= gx * positions[k] + gy * positions[k + 1] + gz * positions[k + 2];
  }
  return { parts: count, square, most, height };
}

function cellMoments(
  grid: CellGrid,
  { phi, velocity }: StoredLevelSet,
  fluidFraction: Float64Array,
  gravity: Float64Array,
): LiquidMoments {
  const { h, origin, strides } = grid;
  const [gx, gy, gz] = gravity;
  let parts = 0;
  let square = 0;
  let most = 0;
  let height = 0;
  grid.forEach((c, i, j, k) => {
    const share = fluidFraction[c] * Math.min(1, Math.max(0, 0.5 - phi[c] / h));
    if (share === 0) return;
    let own = 0;
    for (let axis = 0; axis < 3; axis++) {
      const u = (velocity[axis][c] + velocity[axis][c + strides[axis]]) / 2;
      own += u * u;
    }
    parts += share;
    square += share * own;
    most = Math.max(most, own);
    height -=
      share * (gx * (origin[0] + (i + 0.5) * h) + gy * (origin[1] + (j + 0.5) * h) + gz * (origin[2] + (k + 0.5) * h));
  });
  return { parts, square, most, height };
}
