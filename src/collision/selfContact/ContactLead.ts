import {
  CONTACT_COEFFICIENT,
  CONTACT_IMPULSE,
  CONTACT_NORMAL,
  CONTACT_NUMBERS,
  type ContactList,
} from './ContactList.ts';

/** Kept of each contact: the four numbers of its impulse after the last round but this, and those that this round began with. */
const KEPT = 8;
const BEGUN = 4;
/** Largest share: beyond, sweeps in one order begin to swing. */
const MOST = 0.85;

/**
 * Momentum of rounds in which contacts and something else correct one velocity in turn (Nesterov 1983): each round begins with impulses that go on by a
 * share k / (k + 3) of the last round's change, k rounds after the first. Where a round turns back what was led on, or has to do more than the one before, k
 * begins anew (O'Donoghue and Candes 2015, 3.2).
 */
export class ContactLead {
  private kept = new Float64Array(KEPT * 256);
  private rounds = 0;
  /** Square of what the last round changed, (N s)2. */
  private readonly changed = new Float64Array(1);
  private readonly impulse = new Float64Array(3);

  constructor(private readonly contacts: ContactList) {}

  /** Begins the rounds of a velocity. */
  begin(): void {
    this.rounds = 0;
    this.changed[0] = Infinity;
  }

  /** Between two rounds: leads the impulses on, within their cones, and gives `v` (m/s) the difference. The contacts stay the same. */
  lead(v: Float64Array): void {
    const { contacts } = this;
    if (KEPT * contacts.count > this.kept.length) this.kept = new Float64Array(2 * KEPT * contacts.count);
    const share = this.rounds > 0 && this.isDescending() ? Math.min(MOST, this.rounds / (this.rounds + 3)) : 0;
    this.rounds = share > 0 ? this.rounds + 1 : 1;
    for (let k = 0; k < contacts.count; k++) this.leadOne(k, share);
    if (share > 0) for (let k = 0; k < contacts.count; k++) this.spreadOne(k, v);
  }

  /** Whether the last round went on in the direction of the one before, and changed less. */
  private isDescending(): boolean {
    const { kept, changed } = this;
    const { numbers, count } = this.contacts;
    let back = 0;
    let square = 0;
    for (let k = 0; k < count; k++) {
      const from = CONTACT_NUMBERS * k + CONTACT_IMPULSE;
      const at = KEPT * k;
      for (let i = 0; i < 4; i++) {
        const change = numbers[from + i] - kept[at + BEGUN + i];
        back -= change * (numbers[from + i] - kept[at + i]);
        square += change * change;
      }
    }
    const less = square < changed[0];
    changed[0] = square;
    return less && back <= 0;
  }

  /** The impulse of contact `k` goes on; `kept` becomes what it was. */
  private leadOne(k: number, share: number): void {
    const { kept } = this;
    const { numbers } = this.contacts;
    const from = CONTACT_NUMBERS * k + CONTACT_IMPULSE;
    const at = KEPT * k;
    const before = numbers[from];
    const wanted = before + share * (before - kept[at]);
    const normal = wanted > 0 ? wanted : 0;
    let square = 0;
    for (let axis = 1; axis < 4; axis++) {
      const across = numbers[from + axis];
      const led = across + share * (across - kept[at + axis]);
      kept[at + axis] = across;
      numbers[from + axis] = led;
      square += led * led;
    }
    kept[at] = before;
    numbers[from] = normal;
    const most = numbers[CONTACT_NUMBERS * k + CONTACT_COEFFICIENT] * normal;
    const scale = square > most * most ? most / Math.sqrt(square) : 1;
    for (let axis = 1; axis < 4; axis++) numbers[from + axis] *= scale;
    for (let i = 0; i < 4; i++) kept[at + BEGUN + i] = numbers[from + i];
  }

  private spreadOne(k: number, v: Float64Array): void {
    const { kept, impulse, contacts } = this;
    const { numbers } = contacts;
    const from = CONTACT_NUMBERS * k + CONTACT_IMPULSE;
    const normal = CONTACT_NUMBERS * k + CONTACT_NORMAL;
    const at = KEPT * k;
    const change = numbers[from] - kept[at];
    let moves = change !== 0;
    for (let axis = 0; axis < 3; axis++) {
      const across = numbers[from + 1 + axis] - kept[at + 1 + axis];
      moves ||= across !== 0;
      impulse[axis] = change * numbers[normal + axis] + across;
    }
    if (moves) contacts.spread(k, impulse, v);
  }
}
