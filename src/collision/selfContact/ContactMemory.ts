import { SystemState } from '../../base/state/SystemState.ts';
import { CONTACT_NUMBERS } from '../../kernels/contacts/ContactArrays.ts';
import { CONTACT_IMPULSE, CONTACT_NORMAL, type ContactList } from './ContactList.ts';
import { ContactTable, TABLE_FORCE, TABLE_NORMAL, TABLE_NUMBERS, TABLE_SHARE } from './ContactTable.ts';

/** The carried force of a contact is at most this multiple of that in the substep before, which excludes impacts. */
const GROWTH = 2;

/**
 * Impulses of the contacts at the end of a substep, by their four vertices, as a warm start of the next one. They may decrease again. A longer substep starts with no larger ones: the force of an impact, over ten times its time,
 * would throw off what has landed.
 */
export class ContactMemory {
  private now = new ContactTable();
  private before = new ContactTable();
  /** Non-zero for entries that a contact has started with. */
  private taken = new Uint8Array(1024);
  private readonly impulse = new Float64Array(3);
  /** Length of the last substep, s. */
  private readonly duration = new Float64Array(1);

  /** State: the contacts with an impulse at the end of the last substep. */
  readonly state: SystemState;

  constructor(private readonly contacts: ContactList) {
    this.state = new SystemState()
      .array('duration', this.duration)
      .list({
        columns: [
          { name: 'vertices', width: 4, array: () => this.now.vertices },
          { name: 'numbers', width: TABLE_NUMBERS, array: () => this.now.numbers },
        ],
        count: () => this.now.count,
        resize: (count) => {
          this.now.reserve(count);
          this.now.count = count;
        },
      })
      .afterLoad(() => this.now.index(this.now.count));
  }

  /** Number of contacts with an impulse. */
  get count(): number {
    return this.now.count;
  }

  /** Removes all entries. */
  clear(): void {
    this.now.clear();
  }

  /** Stores the forces of the contacts over `dt`, s. Contacts of the same vertices add up. */
  remember(dt: number): void {
    this.duration[0] = dt;
    const { count, vertices, numbers } = this.contacts;
    const table = this.before;
    this.before = this.now;
    this.now = table;
    table.reserve(count);
    table.clear();
    for (let k = 0; k < count; k++) {
      const from = CONTACT_NUMBERS * k + CONTACT_IMPULSE;
      if (!(numbers[from] > 0)) continue;
      const entry = TABLE_NUMBERS * table.entryOf(vertices, 4 * k);
      for (let i = 0; i < TABLE_FORCE; i++) table.numbers[entry + i] = numbers[CONTACT_NUMBERS * k + i];
      for (let i = 0; i < 4; i++) table.numbers[entry + TABLE_FORCE + i] += numbers[from + i] / dt;
    }
    this.findShares();
  }

  /** Initialises the impulses of the contacts to those of the last substep over the share `share` of one of `dt` (s), and adds them to `v`, m/s. */
  recall(v: Float64Array, dt: number, share: number): void {
    const { now } = this;
    if (now.count === 0) return;
    const duration = share * Math.min(dt, this.duration[0]);
    const { count, vertices } = this.contacts;
    if (this.taken.length < now.capacity) this.taken = new Uint8Array(now.capacity);
    this.taken.fill(0);
    for (let k = 0; k < count; k++) {
      const entry = now.find(vertices, 4 * k);
      if (entry < 0 || this.taken[entry] !== 0) continue;
      this.taken[entry] = 1;
      this.push(k, TABLE_NUMBERS * entry, v, duration);
    }
  }

  /**
   * Adds the forces of contacts that pushed in the last two substeps to `forces`, N, xyz per vertex, for a substep of `dt`, s: resting bodies are then in equilibrium within the velocity solves.
   * Returns whether there are any.
   */
  carry(forces: Float64Array, dt: number): boolean {
    const { count, vertices, numbers } = this.now;
    const kept = Math.min(1, this.duration[0] / dt);
    let any = false;
    for (let e = 0; e < count; e++) {
      const at = TABLE_NUMBERS * e;
      const share = numbers[at + TABLE_SHARE];
      if (share === 0) continue;
      any = true;
      for (let axis = 0; axis < 3; axis++) {
        const along = numbers[at + TABLE_FORCE] * numbers[at + TABLE_NORMAL + axis];
        const force = kept * share * (along + numbers[at + TABLE_FORCE + 1 + axis]);
        for (let i = 0; i < 4; i++) forces[3 * vertices[4 * e + i] + axis] += numbers[at + i] * force;
      }
    }
    return any;
  }

  /** Computes the carried fraction of each force: 0 for contacts that did not push in the substep before. */
  private findShares(): void {
    const { now, before } = this;
    for (let e = 0; e < now.count; e++) {
      const entry = before.find(now.vertices, 4 * e);
      if (entry < 0) continue;
      const force = now.numbers[TABLE_NUMBERS * e + TABLE_FORCE];
      const most = GROWTH * before.numbers[TABLE_NUMBERS * entry + TABLE_FORCE];
      now.numbers[TABLE_NUMBERS * e + TABLE_SHARE] = force > most ? most / force : 1;
    }
  }

  /** Applies an entry to contact `k`; friction is projected across the present normal. */
  private push(k: number, entry: number, v: Float64Array, dt: number): void {
    const { impulse, contacts } = this;
    const { numbers: forces } = this.now;
    const { numbers } = contacts;
    const from = CONTACT_NUMBERS * k + CONTACT_IMPULSE;
    const normal = CONTACT_NUMBERS * k + CONTACT_NORMAL;
    const force = entry + TABLE_FORCE;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += forces[force + 1 + axis] * numbers[normal + axis];
    numbers[from] = dt * forces[force];
    for (let axis = 0; axis < 3; axis++) {
      const across = dt * (forces[force + 1 + axis] - along * numbers[normal + axis]);
      numbers[from + 1 + axis] = across;
      impulse[axis] = numbers[from] * numbers[normal + axis] + across;
    }
    contacts.spread(k, impulse, v);
  }
}
