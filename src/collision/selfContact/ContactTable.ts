/** No entry. */
const NONE = -1;
/** Slots of the hash table per entry, at least. */
const ROOM = 2;
/** Values of an entry: four weights and the unit normal of a contact; its force along the normal (1) and across it (3), N; the carried fraction of the force. */
export const TABLE_NUMBERS = 12;
export const TABLE_NORMAL = 4;
export const TABLE_FORCE = 7;
export const TABLE_SHARE = 11;

/** Contact forces by the four vertices of the contact: a hash table with open addressing, whose entries keep their order of insertion. */
export class ContactTable {
  count = 0;
  /** Values, `TABLE_NUMBERS` per entry. */
  numbers = new Float64Array(TABLE_NUMBERS * 1024);
  /** Vertices, four per entry. */
  vertices = new Int32Array(4 * 1024);
  /** Entry of each hash slot. */
  private table = new Int32Array(ROOM * 1024).fill(NONE);

  /** Capacity, in entries. */
  get capacity(): number {
    return this.vertices.length / 4;
  }

  clear(): void {
    this.count = 0;
    this.table.fill(NONE);
  }

  /** Allocates room for `count` entries; the table is empty afterwards where it had to grow. */
  reserve(count: number): void {
    let { capacity } = this;
    if (count <= capacity) return;
    while (capacity < count) capacity *= 2;
    this.numbers = new Float64Array(TABLE_NUMBERS * capacity);
    this.vertices = new Int32Array(4 * capacity);
    this.table = new Int32Array(ROOM * capacity);
    this.clear();
  }

  /** Returns the entry of the four vertices at `vertices[at]`; negative where there is none. */
  find(vertices: Int32Array, at: number): number {
    return this.table[this.place(vertices, at)];
  }

  /** Returns the entry of the four vertices at `vertices[at]`, adding one of zeros where there is none; the capacity must suffice. */
  entryOf(vertices: Int32Array, at: number): number {
    const place = this.place(vertices, at);
    const found = this.table[place];
    if (found >= 0) return found;
    const entry = this.count++;
    this.table[place] = entry;
    for (let k = 0; k < 4; k++) this.vertices[4 * entry + k] = vertices[at + k];
    this.numbers.fill(0, TABLE_NUMBERS * entry, TABLE_NUMBERS * (entry + 1));
    return entry;
  }

  /** Rebuilds the hash table for the first `count` entries, whose vertices and values are written already. */
  index(count: number): void {
    this.count = count;
    this.table.fill(NONE);
    for (let entry = 0; entry < count; entry++) this.table[this.place(this.vertices, 4 * entry)] = entry;
  }

  /** Returns the hash slot of four vertices, or the free slot for them. */
  private place(vertices: Int32Array, at: number): number {
    const { table, vertices: own } = this;
    const mask = table.length - 1;
    let hash = Math.imul(vertices[at], 0x9e3779b1) ^ Math.imul(vertices[at + 1], 0x85ebca6b);
    hash ^= Math.imul(vertices[at + 2], 0xc2b2ae35) ^ Math.imul(vertices[at + 3], 0x27d4eb2f);
    let place = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const entry = 4 * table[place];
      if (entry < 0) return place;
      let same = 0;
      while (same < 4 && own[entry + same] === vertices[at + same]) same++;
      if (same === 4) return place;
      place = (place + 1) & mask;
    }
  }
}
