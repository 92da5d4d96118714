/** No entry; pairs below it are marked by one bit each. */
const NONE = -1;

/**
 * The candidates of each vertex, as linked lists: a sweep finds the pairs that it moves there. Entry 4 p + k is the k-th vertex of
 * pair p. Also contains a mark per pair; marks are taken in ascending order.
 */
export class PairIndex {
  /** First entry of each vertex, and the successor of each entry. */
  private readonly head: Int32Array;
  private next = new Int32Array(0);
  private marks = new Int32Array(0);
  /** Number of listed pairs. */
  private count = 0;
  /** Whether the lists are up to date. */
  built = false;

  constructor(vertexCount: number) {
    this.head = new Int32Array(vertexCount);
  }

  /** Clears the index; nothing is listed until the next `add`. */
  clear(): void {
    this.built = false;
  }

  /** Lists the pairs up to `count`, of four `vertices` each, that are not listed yet; allocates for `capacity` pairs. */
  add(vertices: Int32Array, count: number, capacity: number): void {
    if (!this.built) this.start();
    this.reserve(capacity);
    const { head, next } = this;
    for (let entry = 4 * this.count; entry < 4 * count; entry++) {
      const vertex = vertices[entry];
      next[entry] = head[vertex];
      head[vertex] = entry;
    }
    this.count = count;
  }

  /** Returns the first entry of a vertex' list; negative where it is empty. */
  first(vertex: number): number {
    return this.head[vertex];
  }

  after(entry: number): number {
    return this.next[entry];
  }

  /** Marks the pairs of a vertex that come after `pair`. */
  mark(vertex: number, pair: number): void {
    const { next, marks } = this;
    for (let entry = this.head[vertex]; entry >= 0; entry = next[entry]) {
      const other = entry >> 2;
      if (other > pair) marks[other >> 5] |= 1 << (other & 31);
    }
  }

  /** Clears and returns the first marked pair after `pair`; negative where there is none. */
  take(pair: number): number {
    const { marks } = this;
    const end = (this.count + 31) >> 5;
    for (let word = (pair + 1) >> 5; word < end; word++) {
      const bits = marks[word];
      if (bits === 0) continue;
      const lowest = bits & -bits;
      marks[word] = bits ^ lowest;
      return 32 * word + 31 - Math.clz32(lowest);
    }
    return NONE;
  }

  private start(): void {
    this.head.fill(NONE);
    this.marks.fill(0);
    this.count = 0;
    this.built = true;
  }

  private reserve(capacity: number): void {
    if (4 * capacity <= this.next.length) return;
    const next = new Int32Array(4 * capacity);
    next.set(this.next.subarray(0, 4 * this.count));
    const marks = new Int32Array((capacity + 31) >> 5);
    marks.set(this.marks);
    this.next = next;
    this.marks = marks;
  }
}
