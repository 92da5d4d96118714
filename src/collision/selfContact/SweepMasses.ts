import type { ContactList } from './ContactList.ts';
import type { ContactSurface } from './ContactSurface.ts';
import { IntList } from './IntList.ts';

/** A held vertex that has given way weighs this many times its mass: it moves aside for others of its kind, not with what is free. */
const HELD_WEIGHT = 1e4;

/** What vertices weigh in the sweeps of a substep: all free ones the same, for some time; held ones not infinitely much, where they have given way. */
export class SweepMasses {
  /** 1 / mass per vertex, kept while all weigh the same, and whether they do. */
  private readonly own: Float64Array;
  private isEven = false;
  /** Held vertices that have given way, and not 0 for them. */
  private readonly gaveWay = new IntList();
  private readonly marks: Uint8Array;

  constructor(
    private readonly surface: ContactSurface,
    private readonly contacts: ContactList,
  ) {
    this.own = new Float64Array(surface.masses.length);
    this.marks = new Uint8Array(surface.masses.length);
  }

  weighEvenly(): void {
    const { own, marks } = this;
    const { inverseMasses } = this.contacts;
    own.set(inverseMasses);
    this.isEven = true;
    for (let v = 0; v < own.length; v++) if (own[v] > 0) inverseMasses[v] = marks[v] === 0 ? 1 : 1 / HELD_WEIGHT;
  }

  /** The end of `weighEvenly`, if it has begun. */
  weighOwn(): void {
    if (this.isEven) this.contacts.inverseMasses.set(this.own);
    this.isEven = false;
  }

  /** What has given way is held again. */
  holdAgain(): void {
    const { gaveWay, marks } = this;
    for (let i = 0; i < gaveWay.length; i++) {
      this.contacts.inverseMasses[gaveWay.values[i]] = 0;
      marks[gaveWay.values[i]] = 0;
    }
    gaveWay.clear();
  }

  /** Whether the motion of any of the four vertices at `at`, over which an impulse is spread by `weights`, is not prescribed. */
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
   * Where prescribed motion takes a body through itself, it gives way: until `holdAgain`, the held ones of the four vertices at `at` have a mass. Bodies may be
   * taken through each other. Whether there are any.
   */
  giveWay(vertices: Int32Array, at: number): boolean {
    const { gaveWay, own, marks } = this;
    const { inverseMasses } = this.contacts;
    const { bodies, masses } = this.surface;
    if (bodies[vertices[at]] !== bodies[vertices[at + 3]]) return false;
    let found = false;
    for (let k = at; k < at + 4; k++) {
      const v = vertices[k];
      if (inverseMasses[v] !== 0 || !(masses[v] > 0)) continue;
      own[v] = 1 / (HELD_WEIGHT * masses[v]);
      inverseMasses[v] = this.isEven ? 1 / HELD_WEIGHT : own[v];
      gaveWay.push(v);
      marks[v] = 1;
      found = true;
    }
    return found;
  }
}
