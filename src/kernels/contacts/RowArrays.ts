import { allocated } from '../../base/outOfMemory.ts';
import { compileRigidContactKernels } from '../kernelModules.ts';
import { detectKernelSupport } from '../kernelSupport.ts';
import { ROW } from './contactRow.ts';

/** Indices of `limits`: length of the substep, s; change of a velocity below which a row has not changed, and approach that is a bounce, m/s. */
export const DT = 0;
export const UNCHANGED = 1;
export const SLOW = 2;
/** Overlap that stays, m; share of the rest that a substep removes, and the most of it, m. */
export const SLOP = 3;
export const PUSH_SHARE = 4;
export const PUSH_MOST = 5;
const LIMITS = 6;

/** What a sweep changed: nothing, velocities by less than limits[UNCHANGED], or more. */
export const NOTHING = 0;
export const LITTLE = 1;
export const MUCH = 2;

const NUMBER_BYTES = 8;
const INDEX_BYTES = 4;
const PAGE_BYTES = 65536;

/** What is done with rows [from, to) of contact, one after the other. See `ReferenceSweeps`, which says what that is; numbers that are yes or no are not 0 or 0. */
export interface RowSweeps {
  begin(): void;
  visited(): number;
  start(from: number, to: number): void;
  bounce(from: number, to: number): number;
  sweep(from: number, to: number, back: number, all: number): number;
  beginDirections(from: number, to: number, firstMember: number, lastMember: number): void;
  accelerate(from: number, to: number, firstMember: number, lastMember: number): void;
  findOverlaps(from: number, to: number): number;
  pushApart(from: number, to: number): void;
}

interface Kernels extends RowSweeps {
  bind(...addresses: readonly number[]): void;
}

/** Rows of contact in the order of their sweeps and the bodies between which they act, in one memory with the kernels that sweep them; without SIMD there are none. */
export class RowArrays {
  readonly capacity: number;
  /** `ROW` numbers per row, as `contactRow.ts` says. */
  readonly rows: Float64Array;
  /** First and second body of each row. */
  readonly ends: Int32Array;
  /** Times at which each row was visited last, and at which a row last changed the velocity of each body by more than limits[UNCHANGED], by a clock that counts visits. */
  readonly visits: Int32Array;
  readonly changes: Int32Array;
  readonly limits: Float64Array;
  /** Copies of the arrays of `BodyVelocities`. */
  readonly velocities: Float64Array;
  readonly shifts: Float64Array;
  readonly inverseMasses: Float64Array;
  readonly inverseInertias: Float64Array;
  /** Deepest overlap of each body at the end of the substep, m. */
  readonly overlaps: Float64Array;
  /** Velocities where the last sweep began, and the direction in which sweeps have changed them. */
  readonly befores: Float64Array;
  readonly directions: Float64Array;
  /** Bodies in the order of their islands. */
  readonly members: Int32Array;
  readonly kernels: RowSweeps | undefined;

  constructor(bodies: number, capacity: number) {
    this.capacity = capacity;
    const bytes = NUMBER_BYTES * (ROW * capacity + LIMITS + 32 * bodies) + INDEX_BYTES * (3 * capacity + 2 * bodies);
    const memory = allocated(bytes, () => new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) }));
    let at = 0;
    const numbers = (length: number) =>
      new Float64Array(memory.buffer, (at += NUMBER_BYTES * length) - NUMBER_BYTES * length, length);
    const indices = (length: number) =>
      new Int32Array(memory.buffer, (at += INDEX_BYTES * length) - INDEX_BYTES * length, length);
    this.rows = numbers(ROW * capacity);
    this.limits = numbers(LIMITS);
    this.velocities = numbers(6 * bodies);
    this.shifts = numbers(6 * bodies);
    this.inverseMasses = numbers(bodies);
    this.inverseInertias = numbers(6 * bodies);
    this.overlaps = numbers(bodies);
    this.befores = numbers(6 * bodies);
    this.directions = numbers(6 * bodies);
    this.ends = indices(2 * capacity);
    this.visits = indices(capacity);
    this.changes = indices(bodies);
    this.members = indices(bodies);
    this.kernels = instantiate(memory);
    const arrays = [
      this.rows,
      this.ends,
      this.visits,
      this.changes,
      this.limits,
      this.velocities,
      this.shifts,
      this.inverseMasses,
      this.inverseInertias,
      this.overlaps,
      this.directions,
      this.befores,
      this.members,
    ];
    (this.kernels as Kernels | undefined)?.bind(...arrays.map(({ byteOffset }) => byteOffset));
  }
}

function instantiate(memory: WebAssembly.Memory): Kernels | undefined {
  if (!detectKernelSupport().simd) return undefined;
  const abort = (): never => {
    throw new Error('kernel assertion failed');
  };
  const { exports } = new WebAssembly.Instance(compileRigidContactKernels(), { env: { memory, abort } });
  return exports as unknown as Kernels;
}
