import { CoreError } from '../base/errors.ts';
import { ContactPhase, MAX_CONTACTS, type ContactState } from '../collision/contactState.ts';

/** Everything that the future motion of a body depends on; contacts only of the vertices that have any. Plain data. */
export interface MotionState extends MotionMemory {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Vertices in contact, ascending; the arrays below have one row for each. */
  readonly contactVertices: Uint32Array;
  readonly phases: Uint8Array;
  readonly counts: Uint8Array;
  /** Three per row. */
  readonly colliders: Uint16Array;
  /** Per row: 3 x 3 of normals, 3 normal forces, 3 of the slip direction. */
  readonly vectors: Float64Array;
}

/** What some schemes keep beside the motion. */
export interface MotionMemory {
  /** Of the one-rings, Pa, where volumes are kept. */
  readonly pressures?: Float64Array;
  /** The state before the last, m and m/s, and the step between them, s, of second-order schemes. */
  readonly lastPositions?: Float64Array;
  readonly lastVelocities?: Float64Array;
  readonly lastStep?: Float64Array;
}

/** Names of a motion's memory. */
export const motionMemories = [
  'pressures',
  'lastPositions',
  'lastVelocities',
  'lastStep',
] as const satisfies (keyof MotionMemory)[];

const NUMBERS_PER_ROW = 4 * MAX_CONTACTS + 3;

/** Copies positions (m), velocities (m/s) and the contacts of touching vertices, rows in ascending order of vertex. */
export function saveMotionState(
  positions: Float64Array,
  velocities: Float64Array,
  contacts: ContactState,
  memory: MotionMemory = {},
): MotionState {
  const touching: number[] = [];
  for (let v = 0; v < contacts.vertexCount; v++) if (contacts.phases[v] !== ContactPhase.free) touching.push(v);
  const state: MotionState = {
    positions: positions.slice(),
    velocities: velocities.slice(),
    contactVertices: Uint32Array.from(touching),
    phases: Uint8Array.from(touching, (v) => contacts.phases[v]),
    counts: Uint8Array.from(touching, (v) => contacts.counts[v]),
    colliders: new Uint16Array(MAX_CONTACTS * touching.length),
    vectors: new Float64Array(NUMBERS_PER_ROW * touching.length),
    ...Object.fromEntries(motionMemories.flatMap((name) => (memory[name] ? [[name, memory[name].slice()]] : []))),
  };
  touching.forEach((v, row) => {
    const slot = MAX_CONTACTS * v;
    const at = NUMBERS_PER_ROW * row;
    state.colliders.set(contacts.colliders.subarray(slot, slot + MAX_CONTACTS), MAX_CONTACTS * row);
    state.vectors.set(contacts.normals.subarray(3 * slot, 3 * (slot + MAX_CONTACTS)), at);
    state.vectors.set(contacts.normalForces.subarray(slot, slot + MAX_CONTACTS), at + 3 * MAX_CONTACTS);
    state.vectors.set(contacts.slipDirections.subarray(3 * v, 3 * v + 3), at + 4 * MAX_CONTACTS);
  });
  return state;
}

/** The opposite of `saveMotionState`, in place. Throws `cache-damaged` when the state is not of this body. */
export function loadMotionState(
  state: MotionState,
  positions: Float64Array,
  velocities: Float64Array,
  contacts: ContactState,
  memory: MotionMemory = {},
): void {
  const rows = state.contactVertices.length;
  const fits =
    state.positions.length === positions.length &&
    state.velocities.length === velocities.length &&
    motionMemories.every((name) => state[name]?.length === memory[name]?.length) &&
    state.phases.length === rows &&
    state.counts.length === rows &&
    state.colliders.length === MAX_CONTACTS * rows &&
    state.vectors.length === NUMBERS_PER_ROW * rows &&
    state.contactVertices.every((v) => v < contacts.vertexCount);
  if (!fits) throw new CoreError('cache-damaged', 'the saved motion is not of this body');
  positions.set(state.positions);
  velocities.set(state.velocities);
  for (const name of motionMemories) {
    const saved = state[name];
    if (saved !== undefined) memory[name]?.set(saved);
  }
  contacts.releaseAll();
  state.contactVertices.forEach((v, row) => {
    const slot = MAX_CONTACTS * v;
    const vectors = state.vectors.subarray(NUMBERS_PER_ROW * row, NUMBERS_PER_ROW * (row + 1));
    contacts.phases[v] = state.phases[row];
    contacts.counts[v] = state.counts[row];
    contacts.colliders.set(state.colliders.subarray(MAX_CONTACTS * row, MAX_CONTACTS * (row + 1)), slot);
    contacts.normals.set(vectors.subarray(0, 3 * MAX_CONTACTS), 3 * slot);
    contacts.normalForces.set(vectors.subarray(3 * MAX_CONTACTS, 4 * MAX_CONTACTS), slot);
    contacts.slipDirections.set(vectors.subarray(4 * MAX_CONTACTS), 3 * v);
  });
}
