import { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import type { ContactMemoryState } from '../collision/selfContact/ContactMemory.ts';
import { TABLE_NUMBERS } from '../collision/selfContact/ContactTable.ts';
import type { Checkpoint } from '../frames/Checkpoint.ts';
import type { PackableArray } from '../frames/packedArrays.ts';
import type { PlasticState } from '../plasticity/PlasticPoints.ts';
import type { ShellState } from '../solids/cloth/ShellPlasticity.ts';
import { motionMemories, type MotionState } from '../solids/MotionState.ts';
import { liquidValues, packLiquidMemory, unpackLiquidMemory } from './liquids/liquidArrays.ts';
import type { LiquidMemory } from './liquids/SimulatedLiquid.ts';
import type { FractureState } from './SolidFracture.ts';

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

const valuesSchema = z.strictObject({
  frame: z.int(),
  solids: z.array(z.string()),
  /** Left out where there are none. */
  liquids: z.array(liquidValues).optional(),
});

/** The same for plastic solids. */
const PLASTIC_MEMBERS = [
  ['points', Uint32Array],
  ['strain', Float64Array],
  ['inverse', Float64Array],
  ['leastSquares', Float64Array],
  ['hardening', Float64Array],
] as const;

/** The same for solids that tear. */
const FRACTURE_MEMBERS = [
  ['planes', Float64Array],
  ['seeds', Uint32Array],
  ['crackOf', Uint16Array],
  ['cut', Uint8Array],
  ['idle', Uint32Array],
] as const;

/** The same for shells that keep dents. */
const SHELL_MEMBERS = [
  ['restAngles', Float64Array],
  ['gradients', Float64Array],
] as const;

/** The same for the contacts of a group that pushed. */
const CONTACT_MEMBERS = [
  ['vertices', Uint32Array],
  ['numbers', Float64Array],
] as const;

/** What a checkpoint keeps of one solid or cloth. */
export interface SolidState {
  readonly motion: MotionState;
  /** Of plastic solids. */
  readonly plastic?: PlasticState;
  /** Of solids that tear. */
  readonly fracture?: FractureState;
  /** Of shells that keep dents. */
  readonly shell?: ShellState;
}

/** The motions of all solids, the memories of all liquids and of the contacts of each group at one frame as a checkpoint. */
export function packMotions(
  frame: number,
  solids: readonly (SolidState & { readonly id: string })[],
  liquids: readonly (LiquidMemory & { readonly id: string })[] = [],
  contacts: readonly (ContactMemoryState | undefined)[] = [],
): Checkpoint {
  const arrays = new Map<string, PackableArray>(
    solids.flatMap(({ id, motion, plastic, fracture, shell }) => [
      ...MEMBERS.map(([member]) => [`${id}/${member}`, motion[member]] as const),
      ...motionMemories.flatMap((name) => {
        const kept = motion[name];
        return kept === undefined ? [] : [[`${id}/${name}`, kept] as const];
      }),
      ...(plastic === undefined
        ? []
        : PLASTIC_MEMBERS.map(([member]) => [`${id}/plastic/${member}`, plastic[member]] as const)),
      ...(fracture === undefined
        ? []
        : FRACTURE_MEMBERS.map(([member]) => [`${id}/fracture/${member}`, fracture[member]] as const)),
      ...(shell === undefined
        ? []
        : SHELL_MEMBERS.map(([member]) => [`${id}/shell/${member}`, shell[member]] as const)),
    ]),
  );
  contacts.forEach((state, group) => {
    if (state === undefined || state.vertices.length === 0) return;
    for (const [member] of CONTACT_MEMBERS) arrays.set(contactsOf(group) + member, state[member]);
  });
  const packed = liquids.map((liquid) => packLiquidMemory(liquid.id, liquid, arrays));
  const values = { frame, solids: solids.map(({ id }) => id), ...(packed.length > 0 && { liquids: packed }) };
  return { values, arrays };
}

/** What the contacts of a group remember, as `packMotions` has packed it; undefined where nothing pushed. Throws `cache-damaged` when it is of something else. */
export function unpackContacts({ arrays }: Checkpoint, group: number): ContactMemoryState | undefined {
  if (!arrays.has(`${contactsOf(group)}vertices`)) return undefined;
  const state = namedMembers(arrays, contactsOf(group), CONTACT_MEMBERS) as unknown as ContactMemoryState;
  if (4 * state.numbers.length !== TABLE_NUMBERS * state.vertices.length) throw foreign();
  return state;
}

/** No entity's arrays begin so: its id is not empty. */
function contactsOf(group: number): string {
  return `/contacts/${group}/`;
}

/** The inverse of `packMotions` for the given solids and liquids in their order. Throws `cache-damaged` when the checkpoint is of others. */
export function unpackMotions(
  checkpoint: Checkpoint,
  solids: readonly string[],
  liquids: readonly string[] = [],
): { frame: number; motions: SolidState[]; memories: LiquidMemory[] } {
  const { values, arrays } = checkpoint;
  const parsed = valuesSchema.safeParse(values);
  if (!parsed.success || parsed.data.solids.join() !== solids.join()) throw foreign();
  const kept = parsed.data.liquids ?? [];
  if (kept.map(({ id }) => id).join() !== liquids.join()) throw foreign();
  const memories = kept.map((liquid) => unpackLiquidMemory(liquid, checkpoint));
  const motions = solids.map((id): SolidState => {
    const memory = motionMemories.filter((name) => arrays.has(`${id}/${name}`));
    const members = [...MEMBERS, ...memory.map((name) => [name, Float64Array] as const)];
    const motion = namedMembers(arrays, `${id}/`, members) as unknown as MotionState;
    return {
      motion,
      plastic: arrays.has(`${id}/plastic/points`)
        ? (namedMembers(arrays, `${id}/plastic/`, PLASTIC_MEMBERS) as unknown as PlasticState)
        : undefined,
      fracture: arrays.has(`${id}/fracture/cut`)
        ? (namedMembers(arrays, `${id}/fracture/`, FRACTURE_MEMBERS) as unknown as FractureState)
        : undefined,
      shell: arrays.has(`${id}/shell/gradients`)
        ? (namedMembers(arrays, `${id}/shell/`, SHELL_MEMBERS) as unknown as ShellState)
        : undefined,
    };
  });
  return { frame: parsed.data.frame, motions, memories };
}

function namedMembers(
  arrays: Checkpoint['arrays'],
  prefix: string,
  members: readonly (readonly [string, new () => PackableArray])[],
): Record<string, PackableArray> {
  const found = members.map(([member, Type]) => {
    const array = arrays.get(prefix + member);
    if (!(array instanceof Type)) throw foreign();
    return [member, array];
  });
  return Object.fromEntries(found) as Record<string, PackableArray>;
}

function foreign(): CoreError {
  return new CoreError('cache-damaged', 'the checkpoint is not of this shot');
}
