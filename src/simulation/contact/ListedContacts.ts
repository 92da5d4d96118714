import type { SteppedBody } from '../../solids/SteppedBody.ts';

/** Contacts of the bodies of an island, which hold until contact acts before they move. */
export interface ListedContacts {
  readonly count: number;
  /** The body, and its vertex, of each of the four points of a contact. */
  bodyOf(contact: number, point: number): SteppedBody;
  vertexOf(contact: number, point: number): number;
  /** Negative on the second of the two bodies. */
  weightOf(contact: number, point: number): number;
  /** Unit, from the second to the first. */
  normalOf(contact: number): ArrayLike<number>;
  /** Least speed along the normal, m/s, but for one that takes surfaces apart. */
  leastOf(contact: number): number;
  /** N s along the normal. */
  push(contact: number, impulse: number): void;
}

/** Contact that says what is near, for who finds velocities of some of the bodies that agree with it. */
export interface ListingContact {
  /** What is near at the positions of the bodies, for a move of `dt`, s. The pushes that are written to it count in that move, with their friction. */
  listContacts(dt: number): ListedContacts;
}
