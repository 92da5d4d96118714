/** Builds small binary files for tests. */
export class BinaryWriter {
  private readonly parts: Uint8Array[] = [];
  private readonly littleEndian: boolean;

  constructor(littleEndian = true) {
    this.littleEndian = littleEndian;
  }

  text(text: string): this {
    this.parts.push(new TextEncoder().encode(text));
    return this;
  }

  uint8(...values: number[]): this {
    this.parts.push(Uint8Array.from(values));
    return this;
  }

  uint16(...values: number[]): this {
    return this.each(values, 2, (view, value) => view.setUint16(0, value, this.littleEndian));
  }

  int32(...values: number[]): this {
    return this.each(values, 4, (view, value) => view.setInt32(0, value, this.littleEndian));
  }

  uint64(...values: number[]): this {
    return this.each(values, 8, (view, value) => view.setBigUint64(0, BigInt(value), this.littleEndian));
  }

  float32(...values: number[]): this {
    return this.each(values, 4, (view, value) => view.setFloat32(0, value, this.littleEndian));
  }

  float64(...values: number[]): this {
    return this.each(values, 8, (view, value) => view.setFloat64(0, value, this.littleEndian));
  }

  get length(): number {
    return this.parts.reduce((sum, part) => sum + part.length, 0);
  }

  bytes(): Uint8Array {
    const whole = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  private each(values: readonly number[], size: number, write: (view: DataView, value: number) => void): this {
    for (const value of values) {
      const part = new Uint8Array(size);
      write(new DataView(part.buffer), value);
      this.parts.push(part);
    }
    return this;
  }
}
