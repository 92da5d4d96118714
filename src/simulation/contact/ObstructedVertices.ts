import { Held } from '../../collision/selfContact/ContactSurface.ts';
import { CONTACT_NORMAL, type ContactList } from '../../collision/selfContact/ContactList.ts';
import { MAX_CONTACTS } from '../../collision/contactState.ts';
import { CONTACT_NUMBERS } from '../../kernels/contacts/ContactArrays.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import type { PushedVelocity } from './ImpulseSpreads.ts';
import type { GatheredSurface } from './bodyContactSurface.ts';

/** Weight of a vertex in a contact below which others take what it presses with. */
const LEAST_WEIGHT = 0.1;
/** Cosine between the normals of a contact and of a collider below which one presses a vertex onto the other. */
const OPPOSITE = -0.5;
/** A vertex leaves a collider faster than this times (1 m/s + its speed). */
const LEAVING = 1e-6;

/** Share of the squares of its weights that colliders must leave free for a contact to push: its vertices then move by a few times what it parts them by. */
const LEAST_FREEDOM = 0.1;

/**
 * Vertices on the surfaces of an island that collisions between its bodies would push into colliders. Left there, a light body under a heavy one is pushed through what it lies on: in the next substep it leaves a thin collider on the
 * other side.
 */
export class ObstructedVertices {
  /** Flags of the vertices of each body; without colliders, none. */
  private readonly flags: readonly Uint8Array[];
  /** Sign of the push of a contact on a vertex. In an array, where passing it on allocates nothing. */
  private readonly direction = new Float64Array(1);
  /** Share of a compliance that constraints leave; in an array for the same reason. */
  private readonly freedom = new Float64Array(1);

  constructor(
    private readonly bodies: readonly SteppedBody[],
    private readonly gathered: GatheredSurface,
  ) {
    this.flags = bodies.map(({ bringBack, masses }) => new Uint8Array(bringBack === undefined ? 0 : masses.length));
  }

  /** Forgets those of the last substep. */
  clear(): void {
    for (let b = 0; b < this.flags.length; b++) this.flags[b].fill(0);
  }

  /** Puts such vertices back to where colliders let them come, in `nextPositions` of their bodies. Returns whether there are any. */
  bringBack(): boolean {
    const { bodies, flags } = this;
    let any = false;
    for (let b = 0; b < bodies.length; b++) any = bodies[b].bringBack?.(flags[b]) === true || any;
    return any;
  }

  /** How many were found in the substep. */
  get count(): number {
    let sum = 0;
    for (let b = 0; b < this.flags.length; b++) for (let v = 0; v < this.flags[b].length; v++) sum += this.flags[b][v];
    return sum;
  }

  /** Writes `Held.byCollider` to the rows of those that were found in the substep. */
  hold(constrained: Uint8Array): void {
    const { bodies, flags } = this;
    const { vertices, offsets } = this.gathered;
    for (let b = 0; b < bodies.length; b++) {
      for (let i = offsets[b]; i < offsets[b + 1]; i++) if (flags[b][vertices[i]] > 0) constrained[i] = Held.byCollider;
    }
  }

  /**
   * Gives infinite mass to the vertices, of bodies that impulses spread through, that contacts press onto colliders which they touch, and which the velocities `vector` do not take off these: what meets them meets the collider behind
   * them. As masses of a light body they would stop a heavy one in thousands of rounds alone.
   */
  holdPressed(contacts: ContactList, vector: PushedVelocity): void {
    let any = false;
    for (let k = 0; k < contacts.count; k++) {
      for (let i = 0; i < 4; i++) {
        const weight = contacts.numbers[CONTACT_NUMBERS * k + i];
        if (!(Math.abs(weight) > LEAST_WEIGHT)) continue;
        this.direction[0] = Math.sign(weight);
        if (!this.isPressed(contacts, k, contacts.vertices[4 * k + i], vector)) continue;
        contacts.hold(contacts.vertices[4 * k + i]);
        any = true;
      }
    }
    if (any) contacts.renewCompliances();
  }

  /**
   * Excludes contacts that only vertices of little weight could yield to, because colliders hold all others along the normal: the solves give these the velocities of the colliders whatever pushes them. Impulses would grow with every pass,
   * and throw off the vertices beside them. What contact takes off a collider leaves it in the next substep, whose solve knows of it.
   */
  excludeHeld(contacts: ContactList): void {
    const { numbers, vertices } = contacts;
    for (let k = 0; k < contacts.count; k++) {
      let all = 0;
      let free = 0;
      for (let i = 0; i < 4; i++) {
        const weight = numbers[CONTACT_NUMBERS * k + i];
        this.measureFreedom(vertices[4 * k + i], contacts, k);
        all += weight * weight;
        free += this.freedom[0] * weight * weight;
      }
      if (free < LEAST_FREEDOM * all) contacts.exclude(k);
    }
  }

  /** Writes to `freedom` the share of the compliance of the vertex `row` of the surfaces along the normal of contact `k` that is left to it. */
  private measureFreedom(row: number, { numbers, inverseMasses }: ContactList, k: number): void {
    const { vertices, surface } = this.gathered;
    const { impulses } = this.bodies[surface.bodies[row]];
    this.freedom[0] = inverseMasses[row] > 0 ? 1 : 0;
    if (inverseMasses[row] === 0 || impulses === undefined) return;
    impulses.measureFreedom(vertices[row], numbers, CONTACT_NUMBERS * k + CONTACT_NORMAL, this.freedom);
  }

  /** Whether contact `k` presses the vertex `row` of the surfaces, along `direction` times its normal, onto a collider. */
  private isPressed({ numbers }: ContactList, k: number, row: number, vector: PushedVelocity): boolean {
    const { vertices, surface } = this.gathered;
    const body = this.bodies[surface.bodies[row]];
    const { contacts: state, impulses } = body;
    if (state === undefined || impulses === undefined) return false;
    const v = vertices[row];
    for (let slot = MAX_CONTACTS * v; slot < MAX_CONTACTS * v + state.counts[v]; slot++) {
      let along = 0;
      let leaving = 0;
      let speed = 0;
      for (let axis = 0; axis < 3; axis++) {
        const normal = state.normals[3 * slot + axis];
        const velocity = body[vector][3 * v + axis];
        along += this.direction[0] * numbers[CONTACT_NUMBERS * k + CONTACT_NORMAL + axis] * normal;
        leaving += normal * (velocity - state.bodyVelocities[3 * slot + axis]);
        speed += Math.abs(velocity);
      }
      if (along < OPPOSITE && leaving <= LEAVING * (1 + speed)) return true;
    }
    return false;
  }
}
