import { requireBudget } from './meshBudget.ts';

type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array;

/** Largest length of one list: of coordinates, and of others. */
const MOST_COORDINATES = 3 * 2 ** 23;
const MOST_NUMBERS = 2 ** 25;

/** A typed array that grows as numbers are pushed: memory stays within a small factor of its length, and below a limit. */
export class NumberList<A extends NumberArray> {
  length = 0;
  private values: A;
  private readonly make: (length: number) => A;
  private readonly most: number;

  constructor(make: (length: number) => A, capacity = 1024, most = MOST_NUMBERS) {
    this.most = most;
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

  /** Returns a tight copy of the numbers. */
  toArray(): A {
    return this.values.slice(0, this.length) as A;
  }

  private grow(): void {
    requireBudget(this.length + 1, this.most, 'numbers in one table');
    const larger = this.make(Math.min(2 * this.values.length, this.most));
    larger.set(this.values);
    this.values = larger;
  }
}

export function float64List(capacity?: number): NumberList<Float64Array> {
  return new NumberList((length) => new Float64Array(length), capacity, MOST_COORDINATES);
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
