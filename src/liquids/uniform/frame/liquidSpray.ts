import { PARTICLES, pointMotion, sprayFlag, withValues } from '../../../frames/makeStreams.ts';
import type { Stream } from '../../../frames/Stream.ts';
import type { CellGrid } from '../../CellGrid.ts';
import type { GridLiquid } from '../GridLiquid.ts';
import { isolatedParticles } from '../../spray/isolatedParticles.ts';
import type { LiquidParticles } from '../../transport/LiquidParticles.ts';

/** The particles of a liquid as frames hold them. `sprayDistance`: in cells; undefined where spray is not kept apart. */
export function particleStream(
  entity: string,
  grid: CellGrid,
  liquid: GridLiquid,
  sprayDistance: number | undefined,
): Stream {
  const { positions, velocities, ids, count } = shownParticles(liquid);
  const spray = sprayFlags(grid, liquid, sprayDistance);
  const [position, velocity, id] = pointMotion;
  const attributes = [
    withValues(position, inSingle(positions, 3 * count)),
    withValues(velocity, inSingle(velocities, 3 * count)),
    withValues(id, ids.slice(0, count)),
    ...(spray === undefined ? [] : [withValues(sprayFlag, spray)]),
  ];
  return { entity, name: PARTICLES, type: 'points', topology: 'changing', attributes };
}

/** The first `count` numbers in single precision: a loop, as arrays in shared memory are copied slowly. */
function inSingle(numbers: Float64Array, count: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(count);
  for (let k = 0; k < count; k++) result[k] = numbers[k];
  return result;
}

/** Returns the particles of a liquid, or the drops that have left its level set. */
export function shownParticles({ particles, drops }: GridLiquid): LiquidParticles {
  return drops?.particles ?? particles;
}

/** 1 for each particle that flies by itself; nothing where spray is not kept apart. */
function sprayFlags(
  grid: CellGrid,
  liquid: GridLiquid,
  sprayDistance: number | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  if (sprayDistance === undefined) return undefined;
  const { positions, count } = shownParticles(liquid);
  if (liquid.drops !== undefined) return new Uint8Array(count).fill(1);
  return isolatedParticles(grid, positions, count, sprayDistance);
}

/** m3 of a particle of a liquid, or of a drop of a level set. */
function volumeOfOne({ h }: CellGrid, { drops }: GridLiquid): number {
  return drops?.dropVolume ?? h ** 3 / 8;
}

/** How many particles fly by themselves, and their m3; nothing where spray is not kept apart. */
export function sprayStats(grid: CellGrid, liquid: GridLiquid, sprayDistance: number | undefined) {
  const spray = sprayFlags(grid, liquid, sprayDistance);
  if (spray === undefined) return undefined;
  const particles = spray.reduce((sum, flag) => sum + flag, 0);
  return { particles, volume: particles * volumeOfOne(grid, liquid) };
}
