import { Constraint, type VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { RigidMotion } from './RigidMotion.ts';

/** Takes a rigid motion from the velocities, m/s, of vertices at `positions`, m: all of it where they are free, what is along its surface where one collider touches. */
export function subtractMotion(
  { centre, angularVelocity: w, velocity: linear }: RigidMotion,
  positions: Float64Array,
  velocity: Float64Array,
  { kinds, normals }: VelocityConstraints,
): void {
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i];
    if (kind !== Constraint.free && kind !== Constraint.normal) continue;
    const k = 3 * i;
    const x = positions[k] - centre[0];
    const y = positions[k + 1] - centre[1];
    const z = positions[k + 2] - centre[2];
    let vx = linear[0] + w[1] * z - w[2] * y;
    let vy = linear[1] + w[2] * x - w[0] * z;
    let vz = linear[2] + w[0] * y - w[1] * x;
    if (kind === Constraint.normal) {
      const along = vx * normals[k] + vy * normals[k + 1] + vz * normals[k + 2];
      vx -= along * normals[k];
      vy -= along * normals[k + 1];
      vz -= along * normals[k + 2];
    }
    velocity[k] -= vx;
    velocity[k + 1] -= vy;
    velocity[k + 2] -= vz;
  }
}
