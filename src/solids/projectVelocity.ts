import { Constraint, type VelocityConstraints } from '../collision/VelocityConstraints.ts';

/** x = P x: removes the constrained components of every vertex, in place. */
export function projectVelocity(constraints: VelocityConstraints, x: Float64Array): void {
  const { kinds, normals } = constraints;
  for (let v = 0; v < kinds.length; v++) {
    const kind = kinds[v];
    if (kind === Constraint.free) continue;
    const k = 3 * v;
    if (kind === Constraint.fixed) {
      x[k] = 0;
      x[k + 1] = 0;
      x[k + 2] = 0;
      continue;
    }
    const along = x[k] * normals[k] + x[k + 1] * normals[k + 1] + x[k + 2] * normals[k + 2];
    if (kind === Constraint.line) {
      x[k] = along * normals[k];
      x[k + 1] = along * normals[k + 1];
      x[k + 2] = along * normals[k + 2];
      continue;
    }
    x[k] -= along * normals[k];
    x[k + 1] -= along * normals[k + 1];
    x[k + 2] -= along * normals[k + 2];
  }
}
