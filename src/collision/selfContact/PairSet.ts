/** Numbers of an entry: four vertices, and the kind. */
const ENTRY = 5;

/** A set of pairs of primitives, each four vertices and a kind: open addressing, half empty; the storage only grows. */
export class PairSet {
  private entries = new Int32Array(ENTRY * 1024);
  /** Entry of each place, one more than its number; 0 where the place is empty. */
  private places = new Int32Array(4096);
  private count = 0;

  /** Empties the set, ready for `expected` pairs. */
  clear(expected: number): void {
    this.count = 0;
    while (4 * expected > this.places.length) this.places = new Int32Array(2 * this.places.length);
    this.places.fill(0);
  }

  /** Adds the pair `vertices[at ..]`; false where it was there. */
  add(vertices: Int32Array, at: number, kind: number): boolean {
    if (2 * (this.count + 1) > this.places.length) this.spread();
    if (ENTRY * (this.count + 1) > this.entries.length) this.grow();
    const { entries, places, count } = this;
    const to = ENTRY * count;
    for (let k = 0; k < 4; k++) entries[to + k] = vertices[at + k];
    entries[to + 4] = kind;
    const place = this.find(count);
    if (places[place] !== 0) return false;
    places[place] = count + 1;
    this.count = count + 1;
    return true;
  }

  /** The place of the entry, or of its like. */
  private find(entry: number): number {
    const { entries, places } = this;
    const at = ENTRY * entry;
    const mask = places.length - 1;
    let hash = 0;
    for (let k = 0; k < ENTRY; k++) hash = Math.imul(hash ^ entries[at + k], 0x9e3779b1) ^ (hash >>> 15);
    let place = (hash ^ (hash >>> 16)) & mask;
    while (places[place] !== 0 && !this.same(ENTRY * (places[place] - 1), at)) place = (place + 1) & mask;
    return place;
  }

  private same(a: number, b: number): boolean {
    const { entries } = this;
    for (let k = 0; k < ENTRY; k++) if (entries[a + k] !== entries[b + k]) return false;
    return true;
  }

  private spread(): void {
    this.places = new Int32Array(2 * this.places.length);
    for (let entry = 0; entry < this.count; entry++) this.places[this.find(entry)] = entry + 1;
  }

  private grow(): void {
    const entries = new Int32Array(2 * this.entries.length);
    entries.set(this.entries);
    this.entries = entries;
  }
}
