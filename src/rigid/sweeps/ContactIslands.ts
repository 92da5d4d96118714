import type { BodyVelocities } from '../BodyVelocities.ts';
import type { ContactList } from '../ContactList.ts';

/**
 * Islands of bodies that contact joins, and the order in which their rows are swept. What is keyed joins nothing. Islands stand in the order of their first bodies; the rows of one from what is keyed upwards: by the least number of
 * contacts that lie between their lower body and what is keyed, and in the order of their pairs.
 */
export class ContactIslands {
  count = 0;
  /** The rows of island i are order[starts[i] .. starts[i + 1]). */
  starts = new Int32Array(1);
  order = new Int32Array(0);
  /** The bodies of island i are members[memberStarts[i] .. memberStarts[i + 1]). */
  readonly members: Int32Array;
  readonly memberStarts: Int32Array;
  /** The island of the bodies that joints hold, which move as one; -1 where none of them touches anything. */
  jointed = -1;
  private readonly bodies: BodyVelocities;
  /** Parent of each body in a forest whose roots are the first bodies of islands. */
  private readonly parents: Int32Array;
  private readonly levels: Int32Array;
  /** Number of the island of each root; -1 before it has one. */
  private readonly numbers: Int32Array;
  private readonly ends: Int32Array;
  private byLevel = new Int32Array(0);

  constructor(bodies: BodyVelocities) {
    this.bodies = bodies;
    this.parents = new Int32Array(bodies.count);
    this.levels = new Int32Array(bodies.count);
    this.numbers = new Int32Array(bodies.count);
    this.ends = new Int32Array(bodies.count + 2);
    this.starts = new Int32Array(bodies.count + 2);
    this.members = new Int32Array(bodies.count);
    this.memberStarts = new Int32Array(bodies.count + 2);
  }

  /** Finds the islands of a list; `joined` flags bodies that joints hold. */
  find(contacts: ContactList, joined?: Uint8Array): void {
    if (this.order.length < contacts.count) {
      this.order = new Int32Array(contacts.first.length);
      this.byLevel = new Int32Array(contacts.first.length);
    }
    this.joinBodies(contacts, joined);
    this.findLevels(contacts);
    this.sortByLevel(contacts);
    this.sortByIsland(contacts);
    this.sortMembers();
    this.jointed = joined === undefined ? -1 : this.islandOf(joined);
  }

  private joinBodies({ count, first, second }: ContactList, joined: Uint8Array | undefined): void {
    const { parents } = this;
    const { inverseMasses } = this.bodies;
    for (let body = 0; body < parents.length; body++) parents[body] = body;
    for (let row = 0; row < count; row++) {
      if (inverseMasses[first[row]] !== 0 && inverseMasses[second[row]] !== 0) this.join(first[row], second[row]);
    }
    if (joined === undefined) return;
    const one = joined.indexOf(1);
    for (let body = one + 1; one >= 0 && body < joined.length; body++) if (joined[body] !== 0) this.join(one, body);
  }

  private join(a: number, b: number): void {
    const p = this.rootOf(a);
    const q = this.rootOf(b);
    this.parents[Math.max(p, q)] = Math.min(p, q);
  }

  private rootOf(body: number): number {
    const { parents } = this;
    let at = body;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  /** Finds the least number of contacts from each body to what is keyed; those that nothing connects come last. */
  private findLevels({ count, first, second }: ContactList): void {
    const { levels, bodies } = this;
    const far = bodies.count;
    for (let body = 0; body < far; body++) levels[body] = bodies.inverseMasses[body] === 0 ? 0 : far;
    for (let changed = true; changed;) {
      changed = false;
      for (let row = 0; row < count; row++) {
        const a = first[row];
        const b = second[row];
        if (levels[a] > levels[b] + 1) levels[a] = levels[b] + 1;
        else if (levels[b] > levels[a] + 1) levels[b] = levels[a] + 1;
        else continue;
        changed = true;
      }
    }
  }

  /** Sorts rows by the level of their lower body; those of a level stay in the order of their pairs. */
  private sortByLevel({ count, first, second }: ContactList): void {
    const { levels, byLevel, ends } = this;
    ends.fill(0);
    for (let row = 0; row < count; row++) ends[Math.min(levels[first[row]], levels[second[row]]) + 1]++;
    for (let level = 0; level + 1 < ends.length; level++) ends[level + 1] += ends[level];
    for (let row = 0; row < count; row++) byLevel[ends[Math.min(levels[first[row]], levels[second[row]])]++] = row;
  }

  /** Sorts rows by islands; those of one stay in the order of their levels. */
  private sortByIsland({ count, first, second }: ContactList): void {
    const { numbers, order, byLevel, starts, ends, bodies } = this;
    numbers.fill(-1);
    starts.fill(0);
    for (let row = 0; row < count; row++) numbers[this.islandRoot(first[row], second[row])] = 0;
    this.count = 0;
    for (let body = 0; body < bodies.count; body++) if (numbers[body] === 0) numbers[body] = this.count++;
    for (let row = 0; row < count; row++) starts[numbers[this.islandRoot(first[row], second[row])] + 1]++;
    for (let island = 0; island < this.count; island++) {
      starts[island + 1] += starts[island];
      ends[island] = starts[island];
    }
    for (let k = 0; k < count; k++) {
      const row = byLevel[k];
      order[ends[numbers[this.islandRoot(first[row], second[row])]]++] = row;
    }
  }

  /** Sorts bodies by islands. */
  private sortMembers(): void {
    const { numbers, members, memberStarts, ends, bodies } = this;
    memberStarts.fill(0);
    for (let body = 0; body < bodies.count; body++) {
      const island = numbers[this.rootOf(body)];
      if (island >= 0) memberStarts[island + 1]++;
    }
    for (let island = 0; island < this.count; island++) {
      memberStarts[island + 1] += memberStarts[island];
      ends[island] = memberStarts[island];
    }
    for (let body = 0; body < bodies.count; body++) {
      const island = numbers[this.rootOf(body)];
      if (island >= 0) members[ends[island]++] = body;
    }
  }

  private islandRoot(first: number, second: number): number {
    return this.rootOf(this.bodies.inverseMasses[first] !== 0 ? first : second);
  }

  private islandOf(joined: Uint8Array): number {
    const one = joined.indexOf(1);
    return one < 0 ? -1 : this.numbers[this.rootOf(one)];
  }
}
