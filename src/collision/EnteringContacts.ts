import { ContactPhase, MAX_CONTACTS, type ContactState } from './contactState.ts';
import { DISTANCE } from './distances.ts';
import type { EnteringVertices, ObjectContact } from './objectContact.ts';

/**
 * Contacts of vertices that have not reached a collider yet, and enter it within the running substep: an implicit solve that knows of them stops what is behind them too. Without them, collision puts each vertex back by
 * itself, and crushes its elements.
 */
export class EnteringContacts {
  private readonly objects: ObjectContact;
  private readonly state: ContactState;
  private entering: EnteringVertices | undefined;
  private readonly normal = new Float64Array(3);
  private readonly body = new Float64Array(3);
  private readonly sliding = new Float64Array(3);

  constructor(objects: ObjectContact, state: ContactState) {
    this.objects = objects;
    this.state = state;
  }

  /**
   * Lists the vertices without contact that are inside colliders at `x` (m), where the substep takes them, and writes to `back` how collision would put them back onto the surface, m, xyz per vertex, 0 for all others. Returns whether there
   * are any. Vertices with a non-zero `constrained` entry are left out.
   */
  find(x: Float64Array, constrained: Uint8Array, back: Float64Array): boolean {
    const entering = this.objects.findEntering(x, constrained);
    this.entering = entering;
    let any = false;
    for (let i = 0; i < entering.count; i++) {
      if (this.isKnown(entering, i)) continue;
      if (!any) back.fill(0);
      any = true;
      const k = 3 * entering.vertices[i];
      const depth = entering.surfaces[4 * i + DISTANCE];
      for (let axis = 0; axis < 3; axis++) back[k + axis] -= depth * entering.surfaces[4 * i + axis];
    }
    return any;
  }

  /**
   * Adds the contacts of the vertices that `find` has listed at `x`, to which `velocity` (m/s) takes them in `dt` (s): each is to reach the surface at the end of the substep, by a velocity of minus its gap over `dt` along the normal,
   * against the collider. Those that would have to turn back were inside: they are to come no deeper. Returns whether there are any.
   */
  add(x: Float64Array, velocity: Float64Array, dt: number): boolean {
    const { entering } = this;
    let any = false;
    for (let i = 0; i < (entering?.count ?? 0); i++) {
      if (!this.isKnown(entering!, i)) any = this.addContact(entering!, i, x, velocity, dt) || any;
    }
    return any;
  }

  private isKnown({ vertices, colliders }: EnteringVertices, i: number): boolean {
    return this.state.find(vertices[i], colliders[i]) !== undefined;
  }

  private addContact(
    { vertices, colliders, surfaces }: EnteringVertices,
    i: number,
    x: Float64Array,
    velocity: Float64Array,
    dt: number,
  ): boolean {
    const { state, normal, body, sliding } = this;
    const v = vertices[i];
    for (let axis = 0; axis < 3; axis++) normal[axis] = surfaces[4 * i + axis];
    const slot = state.add(v, colliders[i], normal);
    if (slot === undefined) return false;
    this.objects.colliderVelocity(colliders[i], x, 3 * v, body);
    let approach = 0;
    for (let axis = 0; axis < 3; axis++) {
      sliding[axis] = velocity[3 * v + axis] - body[axis];
      approach += sliding[axis] * normal[axis];
    }
    const wanted = Math.min(0, approach - surfaces[4 * i + DISTANCE] / dt);
    const at = 3 * (MAX_CONTACTS * v + slot);
    for (let axis = 0; axis < 3; axis++) {
      state.bodyVelocities[at + axis] = body[axis] + wanted * normal[axis];
      sliding[axis] -= approach * normal[axis];
    }
    if (slot === 0) this.beginSliding(v);
    return true;
  }

  /** A vertex slides as it did: the solve finds the normal force first, and then whether friction stops it. */
  private beginSliding(v: number): void {
    const { sliding, state } = this;
    const speed = Math.sqrt(sliding[0] * sliding[0] + sliding[1] * sliding[1] + sliding[2] * sliding[2]);
    state.phases[v] = speed > 0 ? ContactPhase.slip : ContactPhase.stick;
    if (speed === 0) return;
    for (let axis = 0; axis < 3; axis++) state.slipDirections[3 * v + axis] = sliding[axis] / speed;
  }
}
