import { SystemState } from '../base/state/SystemState.ts';
import { ContactList, mergeContacts } from './ContactList.ts';
import type { ContactMember } from './ContactMember.ts';
import type { ContactIslands } from './sweeps/ContactIslands.ts';

/** Time for which all bodies of an island rest before they sleep, s, and the speed of their points below which they do, m/s. */
const REST_TIME = 0.5;
const REST_SPEED = 1e-3;
/** Change of the acceleration of a sleeping body that wakes it, relative and at least, m/s2. */
const FIELD_CHANGE = 1e-3;
const FIELD_LEAST = 1e-6;
/** Numbers of a pose: a quaternion and a place. */
const POSE = 7;

/**
 * Islands of bodies that have come to rest sleep: they stand still, and are nothing but obstacles, until something changes. Decided where frames end only, so that it does not depend on substeps. They wake, the whole island at
 * once, where a body that moves comes near enough to touch one of them, where what is keyed below or beside them moves, and where the acceleration of one of them changes.
 */
export class Sleep {
  readonly state: SystemState;
  /** 0 for what is awake, else one more than the number of the first body of its sleeping island. */
  readonly asleep: Int32Array;
  /** Time for which each body has rested, s. */
  private readonly rested: Float64Array;
  /** Acceleration under which each body fell asleep, xyz, m/s2. */
  private readonly fields: Float64Array;
  /** Poses of what is keyed in the last substep, and flags of what has left them. */
  private readonly stood: Float64Array;
  readonly moved: Uint8Array;
  /** Contacts of sleeping bodies, in the order of their pairs: what they wake with. */
  private contacts = new ContactList();
  private spare = new ContactList();
  /** Flags of sleeping islands that are to wake, by the numbers of their first bodies. */
  private readonly woken: Uint8Array;
  anyWoken = false;
  /** Number of sleeping bodies. */
  count = 0;

  constructor(private readonly members: readonly ContactMember[]) {
    const { length } = members;
    this.asleep = new Int32Array(length);
    this.rested = new Float64Array(length);
    this.fields = new Float64Array(3 * length);
    this.stood = new Float64Array(POSE * length);
    this.moved = new Uint8Array(length);
    this.woken = new Uint8Array(length);
    this.state = new SystemState()
      .array('asleep', this.asleep)
      .array('rested', this.rested)
      .array('fields', this.fields)
      .array('stood', this.stood)
      .include('contacts', () => this.contacts.state())
      .afterLoad(() => this.resume());
  }

  /** Notes the pose of what is keyed where a substep begins, and wakes what touches it where it has left the one before. */
  noteKeyed(body: number, rotation: Float64Array, translation: Float64Array): void {
    const { stood, moved } = this;
    const at = POSE * body;
    let change = 0;
    for (let k = 0; k < POSE; k++) {
      const value = k < 4 ? rotation[k] : translation[k - 4];
      if (stood[at + k] !== value) change = 1;
      stood[at + k] = value;
    }
    moved[body] = change;
  }

  /** Wakes islands below which something keyed has moved, and those with a body whose acceleration, change / dt, is not what it fell asleep under. `changes`: of velocities in the substep of `dt`, s, six numbers per body. */
  wakeChanged(dt: number): void {
    const { asleep, members, fields, moved, contacts } = this;
    if (this.count === 0) return;
    for (let row = 0; row < contacts.count; row++) {
      const a = contacts.first[row];
      const b = contacts.second[row];
      if (asleep[a] === 0 && (moved[a] !== 0 || members[a].moving !== undefined)) this.mark(b);
      if (asleep[b] === 0 && (moved[b] !== 0 || members[b].moving !== undefined)) this.mark(a);
    }
    for (let body = 0; body < asleep.length; body++) {
      if (asleep[body] === 0) continue;
      const { moving } = members[body];
      if (moving === undefined) {
        this.mark(body);
        continue;
      }
      let change = 0;
      let size = 0;
      for (let axis = 0; axis < 3; axis++) {
        const now = moving.nextMomentum[axis] / (moving.properties.mass * dt);
        const before = fields[3 * body + axis];
        change += (now - before) * (now - before);
        size += before * before;
      }
      if (Math.sqrt(change) > FIELD_CHANGE * Math.sqrt(size) + FIELD_LEAST) this.mark(body);
    }
  }

  /** Has the island of a sleeping body wake. */
  mark(body: number): void {
    if (this.asleep[body] === 0) return;
    this.woken[this.asleep[body] - 1] = 1;
    this.anyWoken = true;
  }

  /** Wakes the islands that were marked; their contacts join those of the last substep, `last`, and the list of both is returned. */
  wake(last: ContactList): ContactList {
    if (!this.anyWoken) return last;
    const { asleep, woken, members, rested, contacts, spare } = this;
    for (let body = 0; body < asleep.length; body++) {
      if (asleep[body] === 0 || woken[asleep[body] - 1] === 0) continue;
      asleep[body] = 0;
      rested[body] = 0;
      this.count--;
      const { body: own } = members[body];
      if (own !== undefined) own.asleep = false;
    }
    woken.fill(0);
    this.anyWoken = false;
    mergeContacts(last, contacts, asleep, false, spare);
    contacts.keep(asleep);
    this.spare = last;
    return spare;
  }

  /** Takes the momentum that acceleration gave it from what sleeps. */
  stopAll(): void {
    const { asleep, members } = this;
    if (this.count === 0) return;
    for (let body = 0; body < asleep.length; body++) {
      if (asleep[body] !== 0) members[body].moving?.stop();
    }
  }

  /**
   * Counts, at the end of a frame, how long bodies have rested, and lets islands sleep whose bodies have for long enough. `velocities` of the end of the substep and `changes` of them by acceleration in it, of `dt` (s), six numbers
   * per body; `contacts`: of the substep, with their impulses; `jointed`: flags of what joints hold, which does not sleep.
   */
  endFrame(
    duration: number,
    dt: number,
    velocities: Float64Array,
    changes: Float64Array,
    islands: ContactIslands,
    contacts: ContactList,
    jointed: Uint8Array | undefined,
  ): void {
    this.countRest(duration, velocities, jointed);
    const { asleep, rested, members, fields } = this;
    let sleeps = false;
    for (let island = 0; island < islands.count; island++) {
      const from = islands.memberStarts[island];
      const to = islands.memberStarts[island + 1];
      let rests = to > from;
      for (let k = from; rests && k < to; k++) rests = rested[islands.members[k]] >= REST_TIME;
      if (!rests) continue;
      sleeps = true;
      for (let k = from; k < to; k++) {
        const body = islands.members[k];
        asleep[body] = islands.members[from] + 1;
        this.count++;
        for (let axis = 0; axis < 3; axis++) fields[3 * body + axis] = changes[6 * body + axis] / dt;
        members[body].moving?.stop();
      }
    }
    if (!sleeps) return;
    mergeContacts(this.contacts, contacts, asleep, true, this.spare);
    const { spare } = this;
    this.spare = this.contacts;
    this.contacts = spare;
  }

  private countRest(duration: number, velocities: Float64Array, jointed: Uint8Array | undefined): void {
    const { members, rested, asleep } = this;
    for (let body = 0; body < members.length; body++) {
      if (asleep[body] !== 0) continue;
      const { moving, shape } = members[body];
      const v = 6 * body;
      const speed =
        Math.sqrt(velocities[v] ** 2 + velocities[v + 1] ** 2 + velocities[v + 2] ** 2) +
        shape.reach * Math.sqrt(velocities[v + 3] ** 2 + velocities[v + 4] ** 2 + velocities[v + 5] ** 2);
      const rests = moving !== undefined && jointed?.[body] !== 1 && speed < REST_SPEED;
      rested[body] = rests ? rested[body] + duration : 0;
    }
  }

  private resume(): void {
    this.count = 0;
    this.members.forEach(({ body }, k) => {
      if (body !== undefined) body.asleep = this.asleep[k] !== 0;
      if (this.asleep[k] !== 0) this.count++;
    });
  }
}
