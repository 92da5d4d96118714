/** A Uint32Array that doubles when full. */
export class GrowingIndices {
  private data = new Uint32Array(1 << 12);
  private length = 0;

  get size(): number {
    return this.length;
  }

  push4(a: number, b: number, c: number, d: number): void {
    if (this.length + 4 > this.data.length) {
      const larger = new Uint32Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    const { data, length } = this;
    data[length] = a;
    data[length + 1] = b;
    data[length + 2] = c;
    data[length + 3] = d;
    this.length = length + 4;
  }

  take(): Uint32Array {
    return this.data.slice(0, this.length);
  }
}
