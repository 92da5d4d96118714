import { compileContactKernels } from '../kernelModules.ts';
import { detectKernelSupport } from '../kernelSupport.ts';

/** f64 numbers of each contact; what they are is said in `ContactList.ts`. */
export const CONTACT_NUMBERS = 13;
/** Bytes of its vertices (4 i32), its compliance (f64), its numbers and its place among those that push (i32). */
const VERTEX_BYTES = 16;
const COMPLIANCE_BYTES = 8;
const NUMBER_BYTES = 8 * CONTACT_NUMBERS;
const PLACE_BYTES = 4;
const CONTACT_BYTES = VERTEX_BYTES + COMPLIANCE_BYTES + NUMBER_BYTES + PLACE_BYTES;
/** Bytes of an inverse mass and a velocity. */
const INVERSE_BYTES = 8;
const VELOCITY_BYTES = 24;
const PAGE_BYTES = 65536;

/** See `assembly/contacts.entry.ts`. */
interface ContactKernels {
  relaxAll(
    count: number,
    numbers: number,
    vertices: number,
    compliances: number,
    velocity: number,
    inverseMasses: number,
    pushing: number,
  ): number;
  relaxChosen(
    count: number,
    numbers: number,
    vertices: number,
    compliances: number,
    velocity: number,
    inverseMasses: number,
    chosen: number,
  ): void;
}

/** The arrays of a list of contacts, in one memory with the kernels that pass over them; there are none of these where the machine has no lanes. */
export class ContactArrays {
  /** Four per contact. */
  readonly vertices: Int32Array;
  readonly numbers: Float64Array;
  /** 1/kg. */
  readonly compliances: Float64Array;
  /** Per vertex, 1/kg. */
  readonly inverseMasses: Float64Array;
  /** Contacts that push, after `relax`. */
  readonly pushing: Int32Array;
  /** xyz per vertex, m/s. */
  private readonly velocity: Float64Array;
  private readonly kernels: ContactKernels | undefined;

  constructor(vertexCount: number, capacity: number) {
    const bytes = (INVERSE_BYTES + VELOCITY_BYTES) * vertexCount + CONTACT_BYTES * capacity;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    const { buffer } = memory;
    let at = 0;
    const next = (size: number) => (at += size) - size;
    this.numbers = new Float64Array(buffer, next(NUMBER_BYTES * capacity), CONTACT_NUMBERS * capacity);
    this.compliances = new Float64Array(buffer, next(COMPLIANCE_BYTES * capacity), capacity);
    this.inverseMasses = new Float64Array(buffer, next(INVERSE_BYTES * vertexCount), vertexCount);
    this.velocity = new Float64Array(buffer, next(VELOCITY_BYTES * vertexCount), 3 * vertexCount);
    this.vertices = new Int32Array(buffer, next(VERTEX_BYTES * capacity), 4 * capacity);
    this.pushing = new Int32Array(buffer, next(PLACE_BYTES * capacity), capacity);
    this.kernels = instantiate(memory);
  }

  get hasKernels(): boolean {
    return this.kernels !== undefined;
  }

  /** Takes what is in smaller arrays. */
  copy({ vertices, numbers, compliances, inverseMasses }: ContactArrays): void {
    this.vertices.set(vertices);
    this.numbers.set(numbers);
    this.compliances.set(compliances);
    this.inverseMasses.set(inverseMasses);
  }

  /**
   * Relaxes the first `count` contacts on `velocity`, m/s, in their order, `passes` times; after the first pass only those that push then, where `onlyPushing` says so:
   * they are in `pushing`. Returns how many those of the last whole pass are. The same bytes as by `ContactList.relax`; there must be kernels.
   */
  relax(count: number, velocity: Float64Array, passes: number, onlyPushing: boolean): number {
    this.velocity.set(velocity);
    let found = 0;
    for (let pass = 0; pass < passes; pass++) {
      if (pass === 0 || !onlyPushing) found = this.relaxAll(count);
      else this.relaxPushing(found);
    }
    velocity.set(this.velocity);
    return found;
  }

  private relaxAll(count: number): number {
    const { kernels, numbers, vertices, compliances, velocity, inverseMasses, pushing } = this;
    const found = kernels?.relaxAll(
      count,
      numbers.byteOffset,
      vertices.byteOffset,
      compliances.byteOffset,
      velocity.byteOffset,
      inverseMasses.byteOffset,
      pushing.byteOffset,
    );
    return found ?? 0;
  }

  private relaxPushing(count: number): void {
    const { kernels, numbers, vertices, compliances, velocity, inverseMasses, pushing } = this;
    kernels?.relaxChosen(
      count,
      numbers.byteOffset,
      vertices.byteOffset,
      compliances.byteOffset,
      velocity.byteOffset,
      inverseMasses.byteOffset,
      pushing.byteOffset,
    );
  }
}

function instantiate(memory: WebAssembly.Memory): ContactKernels | undefined {
  if (!detectKernelSupport().simd) return undefined;
  const abort = (): never => {
    throw new Error('kernel assertion failed');
  };
  const { exports } = new WebAssembly.Instance(compileContactKernels(), { env: { memory, abort } });
  return exports as unknown as ContactKernels;
}
