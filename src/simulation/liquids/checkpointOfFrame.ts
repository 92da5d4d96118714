import type { FrameLiquid } from '../../frames/FrameLiquid.ts';
import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { LiquidCheckpoint } from '../../liquids/LiquidSolver.ts';
import { carriedOfFrame } from './levelSetFrame.ts';

/**
 * What a liquid goes on from as far as a frame knows it: how velocities change around a particle is in no frame and counts as nothing.
 * @param volume m3, without what flies apart from a level set.
 */
export function checkpointOfFrame(grid: CellGrid, liquid: FrameLiquid, volume: number): LiquidCheckpoint {
  const { levelSet, ids } = liquid;
  const positions = Float64Array.from(liquid.positions);
  const velocities = Float64Array.from(liquid.velocities);
  const nextId = ids.reduce((most, id) => Math.max(most, id + 1), 0);
  if (levelSet === undefined) {
    return { positions, velocities, gradients: new Float64Array(9 * ids.length), ids, nextId, volume };
  }
  const none = new Float64Array(0);
  const drops = {
    drops: positions,
    dropVelocities: velocities,
    dropIds: Float64Array.from(ids),
    nextDrop: Float64Array.of(nextId),
  };
  const carried = { ...carriedOfFrame(grid, levelSet), ...drops };
  return { positions: none, velocities: none, gradients: none, ids: new Uint32Array(0), nextId: 0, volume, carried };
}
