/**
 * Numbers sets of `size` vertices (faces of cells) in order of first appearance, whatever the order of their corners. Open
 * addressing over sorted corners: linear time and no objects.
 */
export class CornerSets {
  readonly size: number;
  /** Number of different sets so far. */
  count = 0;
  private readonly keys: Uint32Array;
  private readonly slots: Int32Array;
  private readonly sorted: Uint32Array;

  /** `limit`: largest number of sets. */
  constructor(size: number, limit: number) {
    this.size = size;
    this.keys = new Uint32Array(size * limit);
    this.sorted = new Uint32Array(size);
    let capacity = 16;
    while (capacity < 2 * limit) capacity *= 2;
    this.slots = new Int32Array(capacity).fill(-1);
  }

  /** Returns the number of the set, adding it where it is new. */
  add(vertices: ArrayLike<number>): number {
    const slot = this.slotOf(vertices);
    if (this.slots[slot] < 0) {
      this.slots[slot] = this.count;
      this.keys.set(this.sorted, this.size * this.count++);
    }
    return this.slots[slot];
  }

  /** Returns the number of the set; undefined where it was never added. */
  find(vertices: ArrayLike<number>): number | undefined {
    const found = this.slots[this.slotOf(vertices)];
    return found < 0 ? undefined : found;
  }

  private slotOf(vertices: ArrayLike<number>): number {
    const { sorted, keys, slots, size } = this;
    for (let k = 0; k < size; k++) {
      const vertex = vertices[k];
      let at = k;
      for (; at > 0 && sorted[at - 1] > vertex; at--) sorted[at] = sorted[at - 1];
      sorted[at] = vertex;
    }
    let slot = hashVertices(sorted) & (slots.length - 1);
    for (; slots[slot] >= 0; slot = (slot + 1) & (slots.length - 1)) {
      const start = size * slots[slot];
      let equal = 0;
      while (equal < size && keys[start + equal] === sorted[equal]) equal++;
      if (equal === size) break;
    }
    return slot;
  }
}

function hashVertices(vertices: Uint32Array): number {
  let hash = 0x9747b28c;
  for (const vertex of vertices) {
    hash = Math.imul(hash ^ vertex, 0xcc9e2d51);
    hash = (hash << 15) | (hash >>> 17);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
