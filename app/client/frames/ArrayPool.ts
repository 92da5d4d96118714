/** Float32Arrays that are used again: frames come and go at 60 a second, and their arrays must not be garbage. */
export class ArrayPool {
  private readonly free = new Map<number, Float32Array[]>();
  private freeBytes = 0;
  private readonly mostBytes: number;

  /** `mostBytes`: what may wait for use at most; more is left to the garbage collector. */
  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  /** An array of that length; its content is undefined. */
  take(length: number): Float32Array {
    const array = this.free.get(length)?.pop();
    if (array === undefined) return new Float32Array(length);
    this.freeBytes -= array.byteLength;
    return array;
  }

  give(array: Float32Array): void {
    if (array.length === 0 || this.freeBytes + array.byteLength > this.mostBytes) return;
    const same = this.free.get(array.length);
    if (same === undefined) this.free.set(array.length, [array]);
    else same.push(array);
    this.freeBytes += array.byteLength;
  }

  clear(): void {
    this.free.clear();
    this.freeBytes = 0;
  }
}
