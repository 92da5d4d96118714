import { z } from 'zod';
import { CoreError } from '../../base/errors.ts';
import type { Checkpoint } from '../../frames/Checkpoint.ts';
import type { PackableArray } from '../../frames/packedArrays.ts';
import type { LiquidMemory } from './SimulatedLiquid.ts';

const number = z.number().min(0);
/** What of a liquid's memory is no array. */
export const liquidValues = z.strictObject({
  id: z.string(),
  nextId: z.int().min(0),
  volume: number,
  emitted: number,
  drained: number,
});

/** The numbers of a liquid's memory; its arrays are added to `arrays`. */
export function packLiquidMemory(
  id: string,
  { state, owed, emitted, drained }: LiquidMemory,
  arrays: Map<string, PackableArray>,
): z.output<typeof liquidValues> {
  const { positions, velocities, gradients, ids, nextId, volume } = state;
  for (const [name, array] of Object.entries({ positions, velocities, gradients, ids, owed })) {
    arrays.set(`${id}/liquid/${name}`, array);
  }
  return { id, nextId, volume, emitted, drained };
}

/** The inverse of `packLiquidMemory`. Throws `cache-damaged` where an array is missing. */
export function unpackLiquidMemory(values: z.output<typeof liquidValues>, { arrays }: Checkpoint): LiquidMemory {
  const { id, nextId, volume, emitted, drained } = values;
  const f64 = (name: string): Float64Array => {
    const array = arrays.get(`${id}/liquid/${name}`);
    if (array instanceof Float64Array) return array;
    throw foreign(id);
  };
  const ids = arrays.get(`${id}/liquid/ids`);
  const count = ids?.length ?? 0;
  const [positions, velocities, gradients, owed] = ['positions', 'velocities', 'gradients', 'owed'].map(f64);
  const fits = positions.length === 3 * count && velocities.length === 3 * count && gradients.length === 9 * count;
  if (!(ids instanceof Uint32Array) || !fits) throw foreign(id);
  return { state: { positions, velocities, gradients, ids, nextId, volume }, emitted, drained, owed };
}

function foreign(id: string): CoreError {
  return new CoreError('cache-damaged', `the checkpoint does not hold the liquid '${id}'`);
}
