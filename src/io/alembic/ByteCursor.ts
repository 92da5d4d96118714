/** Reads fields one after the other, little-endian; `fail` is called (and must throw) when the bytes run out. */
export class ByteCursor {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly fail: (message: string) => never;
  private position = 0;

  constructor(bytes: Uint8Array, fail: (message: string) => never) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.fail = fail;
  }

  get remaining(): number {
    return this.bytes.length - this.position;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  u16(): number {
    return this.view.getUint16(this.take(2), true);
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  u64(): number {
    const low = this.u32();
    return this.u32() * 2 ** 32 + low;
  }

  f32(): number {
    return this.view.getFloat32(this.take(4), true);
  }

  f64(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  /** A field of a property header: 8, 16 or 32 bits by the header's size hint. */
  hinted(hint: number): number {
    if (hint === 0) return this.u8();
    return hint === 1 ? this.u16() : this.u32();
  }

  text(length: number): string {
    const start = this.take(length);
    return new TextDecoder().decode(this.bytes.subarray(start, start + length));
  }

  private take(length: number): number {
    if (length > this.remaining) this.fail(`${length - this.remaining} bytes are missing`);
    const start = this.position;
    this.position += length;
    return start;
  }
}
