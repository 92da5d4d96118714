import { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import type { Checkpoint } from '../frames/Checkpoint.ts';
import type { MotionState } from '../solids/MotionState.ts';

/** The arrays of a motion state, in the order in which they are packed. */
const MEMBERS = [
  ['positions', Float64Array],
  ['velocities', Float64Array],
  ['contactVertices', Uint32Array],
  ['phases', Uint8Array],
  ['counts', Uint8Array],
  ['colliders', Uint16Array],
  ['vectors', Float64Array],
] as const;

const valuesSchema = z.strictObject({ frame: z.int(), solids: z.array(z.string()) });

/** The motions of all solids at one frame as a checkpoint. */
export function packMotions(
  frame: number,
  motions: readonly { readonly id: string; readonly motion: MotionState }[],
): Checkpoint {
  const arrays: Checkpoint['arrays'] = new Map(
    motions.flatMap(({ id, motion }) => MEMBERS.map(([member]) => [`${id}/${member}`, motion[member]] as const)),
  );
  return { values: { frame, solids: motions.map(({ id }) => id) }, arrays };
}

/** The inverse of `packMotions` for the given solids in their order. Throws `cache-damaged` when the checkpoint is of others. */
export function unpackMotions(
  { values, arrays }: Checkpoint,
  solids: readonly string[],
): { frame: number; motions: MotionState[] } {
  const parsed = valuesSchema.safeParse(values);
  if (!parsed.success || parsed.data.solids.join() !== solids.join()) throw foreign();
  const motions = solids.map((id) => {
    const members = MEMBERS.map(([member, Type]) => {
      const array = arrays.get(`${id}/${member}`);
      if (!(array instanceof Type)) throw foreign();
      return [member, array];
    });
    return Object.fromEntries(members) as MotionState;
  });
  return { frame: parsed.data.frame, motions };
}

function foreign(): CoreError {
  return new CoreError('cache-damaged', 'the checkpoint is not of this shot');
}
