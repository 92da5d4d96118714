import type { BoundaryContacts } from '../../coupling/boundaries/BoundaryContacts.ts';
import type { MetBody } from '../../coupling/boundaries/MetBody.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import { RigidMotion } from '../../solids/momenta/RigidMotion.ts';
import { sumMomenta } from '../../solids/momenta/sumMomenta.ts';

/** Keeps the momenta of deformable bodies that moving boundaries press on. */
export class BoundaryBalance {
  private readonly motion = new RigidMotion();
  private readonly origin = new Float64Array(3);
  private readonly linear = new Float64Array(3);
  private readonly angular = new Float64Array(3);
  private readonly brought = new Float64Array(3);
  private readonly turned = new Float64Array(3);

  /** Gives a body that nothing else holds exactly the momenta that contact has brought to it, the body of that number among the contacts: what a solve leaves, and forces that follow no rotation, change them. */
  keep({ start, change }: MetBody, stepped: DeformableBody, contacts: BoundaryContacts, body: number): void {
    const { linear, angular, brought, turned, origin, motion } = this;
    const { masses, positions, moveVelocity } = stepped;
    origin.fill(0);
    brought.fill(0);
    turned.fill(0);
    sumMomenta(masses, positions, change, origin, linear, angular);
    const kept = stepped.step.matrix.share;
    for (let row = 0; row < contacts.count; row++) {
      if (contacts.bodies[row] !== body) continue;
      const v = 3 * contacts.vertices[row];
      for (let axis = 0; axis < 3; axis++) {
        const p = contacts.impulses[3 * row + axis] - contacts.carried[3 * row + axis];
        const next = (axis + 1) % 3;
        const last = (axis + 2) % 3;
        brought[axis] += p;
        turned[last] -= positions[v + next] * p;
        turned[next] += positions[v + last] * p;
      }
    }
    stepped.balance?.bring(brought, turned);
    if (stepped.isHeld) return;
    for (let axis = 0; axis < 3; axis++) {
      linear[axis] -= kept * brought[axis];
      angular[axis] -= kept * turned[axis];
    }
    motion.find(masses, positions, linear, angular, origin);
    const { centre, velocity, angularVelocity: w } = motion;
    for (let k = 0; k < start.length; k += 3) {
      const x = positions[k] - centre[0];
      const y = positions[k + 1] - centre[1];
      const z = positions[k + 2] - centre[2];
      moveVelocity[k] -= velocity[0] + w[1] * z - w[2] * y;
      moveVelocity[k + 1] -= velocity[1] + w[2] * x - w[0] * z;
      moveVelocity[k + 2] -= velocity[2] + w[0] * y - w[1] * x;
    }
  }
}
