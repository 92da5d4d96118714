type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array;

/** A typed array that grows as numbers are pushed: memory stays within a small factor of what was read. */
export class NumberList<A extends NumberArray> {
  length = 0;
  private values: A;
  private readonly make: (length: number) => A;

  constructor(make: (length: number) => A, capacity = 1024) {
    this.make = make;
    this.values = make(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.grow();
    this.values[this.length++] = value;
  }

  get(index: number): number {
    return this.values[index];
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }

  /** A tight copy of what was pushed. */
  toArray(): A {
    return this.values.slice(0, this.length) as A;
  }

  private grow(): void {
    const larger = this.make(2 * this.values.length);
    larger.set(this.values);
    this.values = larger;
  }
}

export function float64List(capacity?: number): NumberList<Float64Array> {
  return new NumberList((length) => new Float64Array(length), capacity);
}

export function float32List(capacity?: number): NumberList<Float32Array> {
  return new NumberList((length) => new Float32Array(length), capacity);
}

export function uint32List(capacity?: number): NumberList<Uint32Array> {
  return new NumberList((length) => new Uint32Array(length), capacity);
}

export function int32List(capacity?: number): NumberList<Int32Array> {
  return new NumberList((length) => new Int32Array(length), capacity);
}
