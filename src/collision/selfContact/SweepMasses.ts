import type { ContactList } from './ContactList.ts';
import { Held, type ContactSurface } from './ContactSurface.ts';
import { IntList } from './IntList.ts';

/** Factor on the mass of a constrained vertex that yields: it moves aside for other constrained ones, not for free ones. */
const CONSTRAINED_WEIGHT = 1e4;

/** Masses of vertices in the sweeps of a substep: equal for all free ones in late sweeps, large but finite for constrained ones that yield. */
export class SweepMasses {
  /** 1 / mass per vertex, saved while all masses are equal; and whether they are. */
  private readonly own: Float64Array;
  private isEven = false;
  /** Constrained vertices that yield, as a list and as flags. */
  private readonly gaveWay = new IntList();
  private readonly marks: Uint8Array;

  constructor(
    private readonly surface: ContactSurface,
    private readonly contacts: ContactList,
    private readonly constrained: Uint8Array,
  ) {
    this.own = new Float64Array(surface.masses.length);
    this.marks = new Uint8Array(surface.masses.length);
  }

  weighEvenly(): void {
    const { own, marks } = this;
    const { inverseMasses } = this.contacts;
    own.set(inverseMasses);
    this.isEven = true;
    for (let v = 0; v < own.length; v++) if (own[v] > 0) inverseMasses[v] = marks[v] === 0 ? 1 : 1 / CONSTRAINED_WEIGHT;
  }

  /** Ends `weighEvenly`, where it is in effect. */
  weighOwn(): void {
    if (this.isEven) this.contacts.inverseMasses.set(this.own);
    this.isEven = false;
  }

  /** Makes the yielding vertices constrained again. */
  holdAgain(): void {
    const { gaveWay, marks } = this;
    for (let i = 0; i < gaveWay.length; i++) {
      this.contacts.inverseMasses[gaveWay.values[i]] = 0;
      marks[gaveWay.values[i]] = 0;
    }
    gaveWay.clear();
  }

  /** Returns whether any of the four vertices at `at`, over which `weights` distribute an impulse, is free. */
  anyFree(vertices: Int32Array, at: number, weights: Float64Array): boolean {
    const { marks } = this;
    const { inverseMasses } = this.contacts;
    for (let k = 0; k < 4; k++) {
      const v = vertices[at + k];
      if (weights[k] !== 0 && inverseMasses[v] !== 0 && marks[v] === 0) return true;
    }
    return false;
  }

  /**
   * Lets prescribed motion yield where it takes a body through itself: until `holdAgain`, the constrained ones of the four vertices at `at` have finite mass. Prescribed motion may
   * still take bodies through each other, colliders may not: vertices that they hold yield to all bodies, but only where nothing is free (`anyFree`). Returns whether there are any.
   */
  giveWay(vertices: Int32Array, at: number, anyFree: boolean): boolean {
    const { gaveWay, own, marks } = this;
    const { inverseMasses } = this.contacts;
    const { bodies, masses } = this.surface;
    const itself = bodies[vertices[at]] === bodies[vertices[at + 3]];
    let found = false;
    for (let k = at; k < at + 4; k++) {
      const v = vertices[k];
      if (this.constrained[v] === Held.byCollider ? anyFree : !itself) continue;
      if (inverseMasses[v] !== 0 || !(masses[v] > 0)) continue;
      own[v] = 1 / (CONSTRAINED_WEIGHT * masses[v]);
      inverseMasses[v] = this.isEven ? 1 / CONSTRAINED_WEIGHT : own[v];
      gaveWay.push(v);
      marks[v] = 1;
      found = true;
    }
    return found;
  }
}
