import type { NumberArray } from '../../../base/state/numberArrays.ts';
import type { SavedState } from '../../../base/state/stateFields.ts';
import { ID, positionsOf, streamOf, valuesOf, velocitiesOf, type Stream } from '../../../frames/Stream.ts';
import type { CellGrid } from '../../CellGrid.ts';
import { transportOfFrame } from '../../levelset/levelSetFrame.ts';

/**
 * The state of a `GridLiquid` as far as a frame knows it: how velocities change around a particle is in no frame and counts as nothing, and there are no vortices.
 * @param streams Those of the liquid.
 * @param volume m3, without what flies apart from a level set.
 */
export function stateOfFrame(grid: CellGrid, entity: string, streams: readonly Stream[], volume: number): SavedState {
  const points = streamOf({ streams }, entity, 'points');
  if (points === undefined) throw new Error(`the frame has no particles of '${entity}'`);
  const levelSet = streamOf({ streams }, entity, 'grid');
  const particles = {
    positions: positionsOf(points),
    velocities: velocitiesOf(points),
    ids: valuesOf(points, ID, Uint32Array),
  };
  const none = new Float64Array(0);
  const liquidItself =
    levelSet === undefined
      ? particlesOf('particles', particles)
      : [
          ...particlesOf('particles', { positions: none, velocities: none, ids: new Uint32Array(0) }),
          ...transportOfFrame(grid, levelSet).map(([name, array]): [string, NumberArray] => [`carrier/${name}`, array]),
          ...particlesOf('carrier/drops', particles),
        ];
  return new Map<string, NumberArray>([
    ['volume', Float64Array.of(volume)],
    ['drained', Float64Array.of(0)],
    ...liquidItself,
    ['vortices/positions', none],
    ['vortices/vorticities', none],
    ['vortices/seeds', Float64Array.of(0)],
    ['vortices/owed', Float64Array.of(0)],
  ]);
}

function particlesOf(
  prefix: string,
  { positions, velocities, ids }: Record<'positions' | 'velocities', ArrayLike<number>> & { readonly ids: Uint32Array },
): [string, NumberArray][] {
  const nextId = ids.reduce((most, id) => Math.max(most, id + 1), 0);
  return [
    [`${prefix}/positions`, Float64Array.from(positions)],
    [`${prefix}/velocities`, Float64Array.from(velocities)],
    [`${prefix}/gradients`, new Float64Array(9 * ids.length)],
    [`${prefix}/ids`, ids],
    [`${prefix}/nextId`, Float64Array.of(nextId)],
  ];
}
