/** Lines of text and binary numbers put together into one file. */
export class BinaryText {
  private readonly parts: Uint8Array[] = [];

  text(text: string): void {
    this.parts.push(new TextEncoder().encode(text));
  }

  /** `size` bytes filled by `fill`. */
  binary(size: number, fill: (view: DataView) => void): void {
    const bytes = new Uint8Array(size);
    fill(new DataView(bytes.buffer));
    this.parts.push(bytes);
  }

  bytes(): Uint8Array {
    const out = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0));
    let next = 0;
    for (const part of this.parts) {
      out.set(part, next);
      next += part.length;
    }
    return out;
  }
}
