import { DISTANCE } from '../../collision/distances.ts';
import type { EnteringVertices, ObjectContact } from '../../collision/objectContact.ts';
import type { TargetTerm } from '../terms/TargetTerm.ts';
import { Constraint } from '../../collision/VelocityConstraints.ts';
import { addScaled } from '../vectorSums.ts';

/**
 * Contacts that a correction of volumes brings about: vertices that it would push into a collider are led to its surface, and only along
 * it from then on, also by the correction of the velocity after it.
 */
export class SpeculativeContacts {
  private readonly objectContact: ObjectContact;
  private readonly targets: TargetTerm;
  private readonly constraints: { readonly kinds: Uint8Array; readonly normals: Float64Array };
  private readonly moved: Float64Array;
  /** Free vertices that were led to a surface since `begin`: 1 for each. */
  private readonly led: Uint8Array;
  /** The normal where a vertex in `led` was led to, xyz. */
  private readonly ledAlong: Float64Array;
  /** The velocity of the collider along that normal, m/s. */
  private readonly speeds: Float64Array;

  constructor(
    objectContact: ObjectContact,
    targets: TargetTerm,
    constraints: { readonly kinds: Uint8Array; readonly normals: Float64Array },
  ) {
    this.objectContact = objectContact;
    this.targets = targets;
    this.constraints = constraints;
    this.moved = new Float64Array(constraints.normals.length);
    this.led = new Uint8Array(constraints.kinds.length);
    this.ledAlong = new Float64Array(constraints.normals.length);
    this.speeds = new Float64Array(constraints.kinds.length);
  }

  /** Forgets who was led to a surface in the substep before. */
  begin(): void {
    this.led.fill(0);
  }

  /**
   * Constrains vertices that were led to a surface and nothing else constrains, and gives them the velocity (m/s) of it along its normal, in place. Without that the velocity goes on
   * into the surface, substep after substep, while positions stay: what a resting body stores is then no motion.
   */
  hold(velocity: Float64Array): void {
    const { led, ledAlong, speeds } = this;
    const { kinds, normals } = this.constraints;
    for (let v = 0; v < led.length; v++) {
      if (led[v] === 0 || kinds[v] !== Constraint.free) continue;
      kinds[v] = Constraint.normal;
      let along = -speeds[v];
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        normals[k] = ledAlong[k];
        along += ledAlong[k] * velocity[k];
      }
      for (let k = 3 * v; k < 3 * v + 3; k++) velocity[k] -= along * ledAlong[k];
    }
  }

  /**
   * Gives free vertices that `next` (m/s) brings into a collider the normal velocity that ends on its surface, in `velocity`, and
   * constrains them. Returns whether there are any.
   */
  constrain(positions: Float64Array, next: Float64Array, velocity: Float64Array, dt: number): boolean {
    const { objectContact, targets, moved } = this;
    const { kinds } = this.constraints;
    addScaled(positions, next, dt, moved);
    const entering = objectContact.findEntering(moved, targets.constrained);
    let any = false;
    for (let i = 0; i < entering.count; i++) {
      const v = entering.vertices[i];
      const touches = kinds[v] !== Constraint.free;
      if (touches && !entering.sinks) continue;
      any = true;
      if (!touches) this.lead(v, i, entering);
      const depth = entering.surfaces[4 * i + DISTANCE];
      let speed = -depth / dt;
      for (let axis = 0; axis < 3; axis++) {
        const n = entering.surfaces[4 * i + axis];
        speed += n * (next[3 * v + axis] - velocity[3 * v + axis]);
      }
      for (let axis = 0; axis < 3; axis++) velocity[3 * v + axis] += speed * entering.surfaces[4 * i + axis];
    }
    return any;
  }

  private lead(v: number, i: number, { surfaces, speeds }: EnteringVertices): void {
    const { led, ledAlong } = this;
    const { kinds, normals } = this.constraints;
    kinds[v] = Constraint.normal;
    led[v] = 1;
    this.speeds[v] = speeds[i];
    for (let axis = 0; axis < 3; axis++) {
      normals[3 * v + axis] = surfaces[4 * i + axis];
      ledAlong[3 * v + axis] = surfaces[4 * i + axis];
    }
  }
}
