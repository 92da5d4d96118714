/**
 * Midpoint vertices of split edges: an open-addressing hash from an unordered vertex pair to a vertex number, in one flat
 * Int32Array of (low, high, midpoint) slots. A free slot has high = 0, which no edge has because low < high.
 */
export class EdgeTable {
  private slots: Int32Array;
  private mask: number;
  private used = 0;

  constructor(capacity = 64) {
    let slotCount = 64;
    while (slotCount < 2 * capacity) slotCount *= 2;
    this.slots = new Int32Array(3 * slotCount);
    this.mask = slotCount - 1;
  }

  /** Number of edges in the table. */
  get size(): number {
    return this.used;
  }

  /** Midpoint of the edge, or -1 where it is not split. */
  get(a: number, b: number): number {
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    const slots = this.slots;
    let slot = hashPair(low, high) & this.mask;
    for (;;) {
      const at = 3 * slot;
      const storedHigh = slots[at + 1];
      if (storedHigh === 0) return -1;
      if (storedHigh === high && slots[at] === low) return slots[at + 2];
      slot = (slot + 1) & this.mask;
    }
  }

  /** Records the midpoint of an edge that is not in the table yet. */
  add(a: number, b: number, midpoint: number): void {
    if (2 * (this.used + 1) > this.mask + 1) this.grow();
    this.insert(a < b ? a : b, a < b ? b : a, midpoint);
    this.used++;
  }

  private insert(low: number, high: number, midpoint: number): void {
    const slots = this.slots;
    let slot = hashPair(low, high) & this.mask;
    while (slots[3 * slot + 1] !== 0) slot = (slot + 1) & this.mask;
    slots[3 * slot] = low;
    slots[3 * slot + 1] = high;
    slots[3 * slot + 2] = midpoint;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(2 * old.length);
    this.mask = 2 * (this.mask + 1) - 1;
    for (let at = 0; at < old.length; at += 3) {
      if (old[at + 1] !== 0) this.insert(old[at], old[at + 1], old[at + 2]);
    }
  }
}

/** Mixes two vertex numbers into 32 bits (multiply and fold; neighbouring numbers spread over the table). */
function hashPair(low: number, high: number): number {
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
