import { DISTANCE } from '../../collision/distances.ts';
import type { ObjectContact } from '../../collision/objectContact.ts';
import type { TargetSet } from '../NodeTargets.ts';
import { Constraint } from '../SolidOperators.ts';
import { addScaled } from '../vectorSums.ts';

/**
 * Contacts that a correction of volumes brings about: vertices that it would push into a collider are led to its surface, and only along
 * it from then on.
 */
export class ForeseenContacts {
  private readonly objectContact: ObjectContact;
  private readonly targets: TargetSet;
  private readonly constraints: { readonly kinds: Uint8Array; readonly normals: Float64Array };
  private readonly moved: Float64Array;

  constructor(
    objectContact: ObjectContact,
    targets: TargetSet,
    constraints: { readonly kinds: Uint8Array; readonly normals: Float64Array },
  ) {
    this.objectContact = objectContact;
    this.targets = targets;
    this.constraints = constraints;
    this.moved = new Float64Array(constraints.normals.length);
  }

  /**
   * Gives free vertices that `next` (m/s) brings into a collider the normal velocity that ends on its surface, in `velocity`, and
   * constrains them. Returns whether there are any.
   */
  constrain(positions: Float64Array, next: Float64Array, velocity: Float64Array, dt: number): boolean {
    const { objectContact, targets, moved } = this;
    const { kinds, normals } = this.constraints;
    addScaled(positions, next, dt, moved);
    const entering = objectContact.findEntering(moved, targets.held);
    let any = false;
    for (let i = 0; i < entering.count; i++) {
      const v = entering.vertices[i];
      const touches = kinds[v] !== Constraint.free;
      if (touches && !entering.sinks) continue;
      any = true;
      if (!touches) kinds[v] = Constraint.normal;
      const depth = entering.surfaces[4 * i + DISTANCE];
      let speed = -depth / dt;
      for (let axis = 0; axis < 3; axis++) {
        const n = entering.surfaces[4 * i + axis];
        if (!touches) normals[3 * v + axis] = n;
        speed += n * (next[3 * v + axis] - velocity[3 * v + axis]);
      }
      for (let axis = 0; axis < 3; axis++) velocity[3 * v + axis] += speed * entering.surfaces[4 * i + axis];
    }
    return any;
  }
}
