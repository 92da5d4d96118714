/** No entry. */
const NONE = -1;
/** Places in the table, at least, per entry. */
const ROOM = 2;
/** Numbers of an entry: four weights and the unit normal, as of a contact; the force along the normal and then across it (3), N; the share of it that is carried. */
export const TABLE_NUMBERS = 12;
export const TABLE_NORMAL = 4;
export const TABLE_FORCE = 7;
export const TABLE_SHARE = 11;

/** Forces of contacts, by the four vertices: a hash table with open addressing, whose entries keep the order in which they came. */
export class ContactTable {
  count = 0;
  /** `TABLE_NUMBERS` per entry. */
  numbers = new Float64Array(TABLE_NUMBERS * 1024);
  /** Four per entry. */
  vertices = new Int32Array(4 * 1024);
  /** Entries by their place. */
  private table = new Int32Array(ROOM * 1024).fill(NONE);

  /** Entries that there is room for. */
  get capacity(): number {
    return this.vertices.length / 4;
  }

  clear(): void {
    this.count = 0;
    this.table.fill(NONE);
  }

  /** Makes room for so many entries, and is then empty where there was less. */
  reserve(count: number): void {
    let { capacity } = this;
    if (count <= capacity) return;
    while (capacity < count) capacity *= 2;
    this.numbers = new Float64Array(TABLE_NUMBERS * capacity);
    this.vertices = new Int32Array(4 * capacity);
    this.table = new Int32Array(ROOM * capacity);
    this.clear();
  }

  /** The entry of the four vertices at `vertices[at]`; negative where there is none. */
  find(vertices: Int32Array, at: number): number {
    return this.table[this.place(vertices, at)];
  }

  /** The entry of the four vertices at `vertices[at]`, a new one of zeros where there was none; there must be room. */
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

  /** Becomes the table of the first `count` entries, whose vertices and numbers are written already. */
  index(count: number): void {
    this.count = count;
    this.table.fill(NONE);
    for (let entry = 0; entry < count; entry++) this.table[this.place(this.vertices, 4 * entry)] = entry;
  }

  /** Where four vertices stand in the table, or may. */
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
