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
  since: z.number().optional(),
  /** Names of the arrays that its transport keeps; left out where that is particles alone. */
  carried: z.array(z.string()).optional(),
});

/** The numbers of a liquid's memory; its arrays are added to `arrays`. */
export function packLiquidMemory(
  id: string,
  { state, owed, emitted, drained, since }: LiquidMemory,
  arrays: Map<string, PackableArray>,
): z.output<typeof liquidValues> {
  const { positions, velocities, gradients, ids, nextId, volume, carried } = state;
  for (const [name, array] of Object.entries({ positions, velocities, gradients, ids, owed })) {
    arrays.set(`${id}/liquid/${name}`, array);
  }
  const values = { id, nextId, volume, emitted, drained, ...(since !== undefined && { since }) };
  if (carried === undefined) return values;
  for (const [name, array] of Object.entries(carried)) arrays.set(`${id}/liquid/carried/${name}`, array);
  return { ...values, carried: Object.keys(carried) };
}

/** The inverse of `packLiquidMemory`. Throws `cache-damaged` where an array is missing. */
export function unpackLiquidMemory(values: z.output<typeof liquidValues>, { arrays }: Checkpoint): LiquidMemory {
  const { id, nextId, volume, emitted, drained, since, carried: names } = values;
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
  const particles = { positions, velocities, gradients, ids, nextId, volume };
  if (names === undefined) return { state: particles, emitted, drained, owed, since };
  const carried = Object.fromEntries(names.map((name) => [name, carriedArray(values.id, name, arrays)]));
  return { state: { ...particles, carried }, emitted, drained, owed, since };
}

function carriedArray(id: string, name: string, arrays: Checkpoint['arrays']): Float64Array | Float32Array {
  const array = arrays.get(`${id}/liquid/carried/${name}`);
  if (array instanceof Float64Array || array instanceof Float32Array) return array;
  throw foreign(id);
}

function foreign(id: string): CoreError {
  return new CoreError('cache-damaged', `the checkpoint does not hold the liquid '${id}'`);
}
