import { CONTACT_NUMBERS } from '../../kernels/contacts/ContactArrays.ts';
import { CONTACT_COEFFICIENT, CONTACT_IMPULSE, CONTACT_NORMAL, type ContactList } from './ContactList.ts';
import { IntList } from './IntList.ts';

/** Values stored per contact: the four numbers of its impulse after the last round, and those that this round started with. */
const KEPT = 8;
const BEGUN = 4;
/** Largest extrapolation factor: above, sweeps in a fixed order oscillate. */
const MOST = 0.85;

/**
 * Nesterov acceleration (1983) of rounds in which contacts and another condition correct one velocity in turn: each round starts with impulses extrapolated by
 * k / (k + 3) of the last round's change, k rounds after the first. Where a round reverses the extrapolation, or changes more than the round before, k
 * restarts (O'Donoghue and Candes 2015, 3.2).
 */
export class ContactLead {
  private kept = new Float64Array(KEPT * 256);
  /** Contacts extrapolated after the last round; and scratch, non-zero for those of this one. */
  private readonly led = new IntList();
  private marks = new Uint8Array(256);
  private rounds = 0;
  /** Square of the change of the last round, (N s)2. */
  private readonly changed = new Float64Array(1);
  private readonly impulse = new Float64Array(3);
  private readonly share = new Float64Array(1);

  constructor(private readonly contacts: ContactList) {}

  /** Starts the rounds of a velocity. */
  begin(): void {
    this.rounds = 0;
    this.changed[0] = Infinity;
  }

  /**
   * Extrapolates the impulses between two rounds, within their friction cones, and adds the difference to `v` (m/s). The contacts stay the same; `pushing` lists those with an impulse
   * in the round, in order: the others have nothing to extrapolate.
   */
  lead(v: Float64Array, pushing: IntList): void {
    if (this.rounds === 0) this.keepNone();
    const goesOn = this.rounds > 0 && this.isDescending(pushing);
    this.share[0] = goesOn ? Math.min(MOST, this.rounds / (this.rounds + 3)) : 0;
    this.rounds = goesOn ? this.rounds + 1 : 1;
    for (let i = 0; i < pushing.length; i++) if (this.leadOne(pushing.values[i])) this.spreadOne(pushing.values[i], v);
    this.forgetOthers(pushing);
  }

  private keepNone(): void {
    const { count } = this.contacts;
    if (KEPT * count > this.kept.length) {
      this.kept = new Float64Array(2 * KEPT * count);
      this.marks = new Uint8Array(2 * count);
    } else this.kept.fill(0, 0, KEPT * count);
    this.led.clear();
  }

  /** Clears the stored values of contacts that were extrapolated and have no impulse now; `pushing` becomes the list of extrapolated contacts. */
  private forgetOthers(pushing: IntList): void {
    const { led, marks, kept } = this;
    for (let i = 0; i < pushing.length; i++) marks[pushing.values[i]] = 1;
    for (let i = 0; i < led.length; i++) {
      const k = led.values[i];
      if (marks[k] === 0) for (let at = KEPT * k; at < KEPT * (k + 1); at++) kept[at] = 0;
    }
    for (let i = 0; i < pushing.length; i++) marks[pushing.values[i]] = 0;
    led.clear();
    for (let i = 0; i < pushing.length; i++) led.push(pushing.values[i]);
  }

  /** Returns whether the last round continued in the direction of the one before, and changed less. */
  private isDescending(pushing: IntList): boolean {
    const { kept, changed } = this;
    const { numbers } = this.contacts;
    let back = 0;
    let square = 0;
    for (let p = 0; p < pushing.length; p++) {
      const k = pushing.values[p];
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

  /** Extrapolates the impulse of contact `k` and stores the value before in `kept`. Returns whether it changes. */
  private leadOne(k: number): boolean {
    const { kept } = this;
    const { numbers } = this.contacts;
    const share = this.share[0];
    const from = CONTACT_NUMBERS * k + CONTACT_IMPULSE;
    const at = KEPT * k;
    const n = numbers[from];
    const x = numbers[from + 1];
    const y = numbers[from + 2];
    const z = numbers[from + 3];
    const wanted = n + share * (n - kept[at]);
    const normal = wanted > 0 ? wanted : 0;
    const ledX = x + share * (x - kept[at + 1]);
    const ledY = y + share * (y - kept[at + 2]);
    const ledZ = z + share * (z - kept[at + 3]);
    kept[at] = n;
    kept[at + 1] = x;
    kept[at + 2] = y;
    kept[at + 3] = z;
    const square = ledX * ledX + ledY * ledY + ledZ * ledZ;
    const most = numbers[CONTACT_NUMBERS * k + CONTACT_COEFFICIENT] * normal;
    const scale = square > most * most ? most / Math.sqrt(square) : 1;
    numbers[from] = normal;
    numbers[from + 1] = ledX * scale;
    numbers[from + 2] = ledY * scale;
    numbers[from + 3] = ledZ * scale;
    for (let i = 0; i < 4; i++) kept[at + BEGUN + i] = numbers[from + i];
    return share > 0;
  }

  /** Adds the velocity change of the extrapolation of contact `k` to `v`. */
  private spreadOne(k: number, v: Float64Array): void {
    const { kept, impulse, contacts } = this;
    const { numbers } = contacts;
    const from = CONTACT_NUMBERS * k + CONTACT_IMPULSE;
    const normal = CONTACT_NUMBERS * k + CONTACT_NORMAL;
    const at = KEPT * k;
    const n = numbers[from] - kept[at];
    const x = numbers[from + 1] - kept[at + 1];
    const y = numbers[from + 2] - kept[at + 2];
    const z = numbers[from + 3] - kept[at + 3];
    if (n === 0 && x === 0 && y === 0 && z === 0) return;
    impulse[0] = n * numbers[normal] + x;
    impulse[1] = n * numbers[normal + 1] + y;
    impulse[2] = n * numbers[normal + 2] + z;
    contacts.spread(k, impulse, v);
  }
}
