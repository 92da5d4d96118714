import type { FrameLiquid } from '../../frames/FrameLiquid.ts';
import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { LiquidSolver } from '../../liquids/LiquidSolver.ts';
import { isolatedParticles } from '../../liquids/spray/isolatedParticles.ts';

/** The particles of a liquid as frames hold them. `sprayDistance`: in cells; undefined where spray is not kept apart. */
export function frameParticles(
  grid: CellGrid,
  { particles, levelSet }: LiquidSolver,
  sprayDistance: number | undefined,
): Pick<FrameLiquid, 'positions' | 'velocities' | 'ids' | 'spray'> {
  const drops = levelSet?.drops;
  const { positions, velocities, ids, count } = drops?.particles ?? particles;
  const shown = {
    positions: Float32Array.from(positions.subarray(0, 3 * count)),
    velocities: Float32Array.from(velocities.subarray(0, 3 * count)),
    ids: ids.slice(0, count),
  };
  if (sprayDistance === undefined) return shown;
  const isolated = () => isolatedParticles(grid, positions, count, sprayDistance);
  return { ...shown, spray: drops === undefined ? isolated() : new Uint8Array(count).fill(1) };
}

/** m3 of a particle of a liquid, or of a drop of a level set. */
function volumeOfOne({ h }: CellGrid, { levelSet }: LiquidSolver): number {
  return levelSet?.drops?.dropVolume ?? h ** 3 / 8;
}

/** How many particles fly by themselves, and their m3; nothing where spray is not kept apart. */
export function sprayStats(grid: CellGrid, solver: LiquidSolver, sprayDistance: number | undefined) {
  const { spray } = frameParticles(grid, solver, sprayDistance);
  if (spray === undefined) return undefined;
  const particles = spray.reduce((sum, flag) => sum + flag, 0);
  return { particles, volume: particles * volumeOfOne(grid, solver) };
}
