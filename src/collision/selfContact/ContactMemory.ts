import { CONTACT_NUMBERS } from '../../kernels/contacts/ContactArrays.ts';
import { CONTACT_IMPULSE, CONTACT_NORMAL, type ContactList } from './ContactList.ts';

/** No entry. */
const NONE = -1;
/** Places in the table, at least, per entry. */
const ROOM = 2;

/**
 * What contacts pushed with at the end of a substep, by their four vertices, for the next one to begin with: a hash table with open addressing. Impulses that
 * begin so may shrink again, so that it changes nothing but how soon they are right.
 */
export class ContactMemory {
  /** Contacts that pushed. */
  count = 0;
  /** Forces, N: along the normal, then across it (xyz). */
  private forces = new Float64Array(4 * 1024);
  private vertices = new Int32Array(4 * 1024);
  /** Not 0 for entries that a contact has begun with. */
  private taken = new Uint8Array(1024);
  /** Entries by their place. */
  private table = new Int32Array(ROOM * 1024).fill(NONE);
  private readonly impulse = new Float64Array(3);

  constructor(private readonly contacts: ContactList) {}

  /** Forgets all. */
  clear(): void {
    this.count = 0;
    this.table.fill(NONE);
  }

  /** Keeps what the contacts push with over `dt`, s. Contacts of the same vertices add up. */
  remember(dt: number): void {
    const { count, vertices, numbers } = this.contacts;
    this.reserve(count);
    this.clear();
    for (let k = 0; k < count; k++) {
      const from = CONTACT_NUMBERS * k + CONTACT_IMPULSE;
      if (!(numbers[from] > 0)) continue;
      const entry = 4 * this.entryOf(vertices, 4 * k);
      for (let i = 0; i < 4; i++) this.forces[entry + i] += numbers[from + i] / dt;
    }
  }

  /** Gives the contacts, which have no impulses yet, those of the last substep over `dt` (s), and adds them to `v`, m/s. */
  recall(v: Float64Array, dt: number): void {
    if (this.count === 0) return;
    const { count, vertices } = this.contacts;
    this.taken.fill(0);
    for (let k = 0; k < count; k++) {
      const entry = this.table[this.place(vertices, 4 * k)];
      if (entry < 0 || this.taken[entry] !== 0) continue;
      this.taken[entry] = 1;
      this.push(k, entry, v, dt);
    }
  }

  /** Friction is that across the present normal. */
  private push(k: number, entry: number, v: Float64Array, dt: number): void {
    const { forces, impulse, contacts } = this;
    const { numbers } = contacts;
    const from = CONTACT_NUMBERS * k + CONTACT_IMPULSE;
    const normal = CONTACT_NUMBERS * k + CONTACT_NORMAL;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += forces[4 * entry + 1 + axis] * numbers[normal + axis];
    numbers[from] = dt * forces[4 * entry];
    for (let axis = 0; axis < 3; axis++) {
      const across = dt * (forces[4 * entry + 1 + axis] - along * numbers[normal + axis]);
      numbers[from + 1 + axis] = across;
      impulse[axis] = numbers[from] * numbers[normal + axis] + across;
    }
    contacts.spread(k, impulse, v);
  }

  /** The entry of the four vertices at `vertices[at]`, a new one where there was none. */
  private entryOf(vertices: Int32Array, at: number): number {
    const place = this.place(vertices, at);
    const found = this.table[place];
    if (found >= 0) return found;
    const entry = this.count++;
    this.table[place] = entry;
    for (let k = 0; k < 4; k++) this.vertices[4 * entry + k] = vertices[at + k];
    this.forces.fill(0, 4 * entry, 4 * entry + 4);
    return entry;
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

  private reserve(count: number): void {
    if (count <= this.taken.length) return;
    let capacity = this.taken.length;
    while (capacity < count) capacity *= 2;
    this.forces = new Float64Array(4 * capacity);
    this.vertices = new Int32Array(4 * capacity);
    this.taken = new Uint8Array(capacity);
    this.table = new Int32Array(ROOM * capacity);
  }
}
