import { allocated } from '../../base/outOfMemory.ts';
import { compileContactKernels } from '../kernelModules.ts';
import { detectKernelSupport } from '../kernelSupport.ts';

/** f64 numbers of each contact, as defined in `ContactList.ts`. */
export const CONTACT_NUMBERS = 13;
/** Bytes of its vertices (4 i32), its compliance (f64), its numbers and its index among those with an impulse (i32). */
const VERTEX_BYTES = 16;
const COMPLIANCE_BYTES = 8;
const NUMBER_BYTES = 8 * CONTACT_NUMBERS;
const PLACE_BYTES = 4;
const CONTACT_BYTES = VERTEX_BYTES + COMPLIANCE_BYTES + NUMBER_BYTES + PLACE_BYTES;
/** Bytes of an inverse mass and a velocity. */
const INVERSE_BYTES = 8;
const VELOCITY_BYTES = 24;
const PAGE_BYTES = 65536;

/** Byte addresses of arrays. */
type Addresses = readonly [
  numbers: number,
  vertices: number,
  compliances: number,
  velocity: number,
  inverseMasses: number,
  pushing: number,
];

/** See `assembly/contacts.entry.ts`. */
interface ContactKernels {
  relaxAll(count: number, ...arrays: Addresses): number;
  relaxChosen(count: number, ...arrays: Addresses): void;
}

/** The arrays of a list of contacts, in one memory with the kernels that process them; without SIMD there are no kernels. */
export class ContactArrays {
  /** Vertices, four per contact. */
  readonly vertices: Int32Array;
  readonly numbers: Float64Array;
  /** Compliances, 1/kg. */
  readonly compliances: Float64Array;
  /** Inverse mass of each vertex, 1/kg. */
  readonly inverseMasses: Float64Array;
  /** Contacts with an impulse, after `relax`. */
  readonly pushing: Int32Array;
  /** xyz per vertex, m/s. */
  private readonly velocity: Float64Array;
  private readonly kernels: ContactKernels | undefined;
  private readonly addresses: Addresses;

  constructor(vertexCount: number, capacity: number) {
    const bytes = (INVERSE_BYTES + VELOCITY_BYTES) * vertexCount + CONTACT_BYTES * capacity;
    const memory = allocated(bytes, () => new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) }));
    const { buffer } = memory;
    let at = 0;
    const next = (size: number) => (at += size) - size;
    this.numbers = new Float64Array(buffer, next(NUMBER_BYTES * capacity), CONTACT_NUMBERS * capacity);
    this.compliances = new Float64Array(buffer, next(COMPLIANCE_BYTES * capacity), capacity);
    this.inverseMasses = new Float64Array(buffer, next(INVERSE_BYTES * vertexCount), vertexCount);
    this.velocity = new Float64Array(buffer, next(VELOCITY_BYTES * vertexCount), 3 * vertexCount);
    this.vertices = new Int32Array(buffer, next(VERTEX_BYTES * capacity), 4 * capacity);
    this.pushing = new Int32Array(buffer, next(PLACE_BYTES * capacity), capacity);
    this.addresses = [
      this.numbers.byteOffset,
      this.vertices.byteOffset,
      this.compliances.byteOffset,
      this.velocity.byteOffset,
      this.inverseMasses.byteOffset,
      this.pushing.byteOffset,
    ];
    this.kernels = instantiate(memory);
  }

  get hasKernels(): boolean {
    return this.kernels !== undefined;
  }

  /** Copies the content of smaller arrays. */
  copy({ vertices, numbers, compliances, inverseMasses }: ContactArrays): void {
    this.vertices.set(vertices);
    this.numbers.set(numbers);
    this.compliances.set(compliances);
    this.inverseMasses.set(inverseMasses);
  }

  /**
   * Relaxes the first `count` contacts on `velocity`, m/s, in order, `passes` times; after the first pass only those with an impulse where `onlyPushing` is set:
   * they are in `pushing`. Returns their number in the last whole pass. The same bytes as `ContactList.relax`; there must be kernels.
   */
  relax(count: number, velocity: Float64Array, passes: number, onlyPushing: boolean): number {
    const { kernels, addresses } = this;
    this.velocity.set(velocity);
    let found = 0;
    for (let pass = 0; pass < passes; pass++) {
      if (pass === 0 || !onlyPushing) found = kernels?.relaxAll(count, ...addresses) ?? 0;
      else kernels?.relaxChosen(found, ...addresses);
    }
    velocity.set(this.velocity);
    return found;
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
