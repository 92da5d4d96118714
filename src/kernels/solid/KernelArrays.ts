import * as Field from '../bodyFields.ts';
import { ArenaLayout } from '../ArenaLayout.ts';

/** The record of a body and the arrays whose addresses are in it, in one memory. */
export class KernelArrays {
  readonly memory: WebAssembly.Memory;
  /** Size of the memory, bytes. */
  readonly byteLength: number;
  /** Address of the record. */
  readonly record: number;
  /** Addresses and integers of the record, in `Field` order. */
  fields: Uint32Array;
  /** f64 numbers of the record. */
  scalars: Float64Array;

  /**
   * Reserves the arrays in the order of the list: [field of the address, bytes], then those of `more`, which has a record of its own. Throws
   * `limit-exceeded` beyond 4 GiB. The memory `grows` only on request; views outlive growth where it is shared.
   */
  constructor(
    sizes: readonly (readonly [field: number, bytes: number])[],
    shared: boolean,
    more?: { reserve(layout: ArenaLayout): void },
    grows = false,
  ) {
    const layout = new ArenaLayout();
    this.record = layout.reserve(4 * Field.FIELD_COUNT + 8 * Field.SCALAR_COUNT);
    const addresses = sizes.map(([, bytes]) => layout.reserve(bytes));
    more?.reserve(layout);
    this.memory = layout.createMemory(shared, grows);
    this.byteLength = layout.byteLength;
    const { buffer } = this.memory;
    this.fields = this.recordFields(buffer);
    this.scalars = this.recordScalars(buffer);
    sizes.forEach(([field], index) => (this.fields[field] = addresses[index]));
  }

  /** Takes the views of the record again: a memory that is not shared has grown. Those of arrays are for their owners to take. */
  renew(): void {
    this.fields = this.recordFields(this.memory.buffer);
    this.scalars = this.recordScalars(this.memory.buffer);
  }

  private recordFields(buffer: ArrayBufferLike): Uint32Array {
    return new Uint32Array(buffer, this.record, Field.FIELD_COUNT);
  }

  private recordScalars(buffer: ArrayBufferLike): Float64Array {
    return new Float64Array(buffer, this.record + 4 * Field.FIELD_COUNT, Field.SCALAR_COUNT);
  }

  f64(field: number, count: number): Float64Array {
    return new Float64Array(this.memory.buffer, this.fields[field], count);
  }

  f32(field: number, count: number): Float32Array {
    return new Float32Array(this.memory.buffer, this.fields[field], count);
  }

  u32(field: number, count: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, this.fields[field], count);
  }

  u16(field: number, count: number): Uint16Array {
    return new Uint16Array(this.memory.buffer, this.fields[field], count);
  }

  u8(field: number, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.fields[field], count);
  }
}
