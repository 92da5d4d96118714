import { MOST_TRIANGLE_PAIRS, tooCrowded } from './tooCrowded.ts';

/** A growing list of integers, mostly of pairs; the storage only grows, so that a warm list allocates nothing. */
export class IntList {
  values: Int32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.values = new Int32Array(capacity);
  }

  /** Reserves `count` more numbers, which may then be written to `values` directly before `length` is increased. */
  reserve(count: number): void {
    if (this.length + count <= this.values.length) return;
    if (this.length + count > 2 * MOST_TRIANGLE_PAIRS) throw tooCrowded(MOST_TRIANGLE_PAIRS);
    const grown = new Int32Array(Math.max(2 * this.values.length, this.length + count));
    grown.set(this.values.subarray(0, this.length));
    this.values = grown;
  }

  push(value: number): void {
    if (this.length + 1 > this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  pushPair(first: number, second: number): void {
    if (this.length + 2 > this.values.length) this.reserve(2);
    const { values, length } = this;
    values[length] = first;
    values[length + 1] = second;
    this.length = length + 2;
  }

  /** Appends the first `count` of some numbers. */
  append(numbers: Int32Array, count: number): void {
    this.reserve(count);
    const { values, length } = this;
    for (let k = 0; k < count; k++) values[length + k] = numbers[k];
    this.length = length + count;
  }

  clear(): void {
    this.length = 0;
  }
}
