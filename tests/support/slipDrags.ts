import type { VelocityOperators } from '../../src/solids/VelocityOperators.ts';
import { SlipDrags } from '../../src/collision/SlipDrags.ts';
import { Constraint, type VelocityConstraints } from '../../src/collision/VelocityConstraints.ts';

/** The constraints with a drag across the x axis on each vertex that slides over one surface: `share` of what resists its motion in a solve over `h`, s. */
export function withDrags(
  constraints: VelocityConstraints,
  operators: Pick<VelocityOperators, 'masses' | 'writeDiagonal'>,
  { h, share }: { readonly h: number; readonly share: number },
) {
  const { kinds, normals } = constraints;
  const diagonal = new Float64Array(kinds.length);
  operators.writeDiagonal(diagonal);
  const drags = new SlipDrags(kinds.length);
  kinds.forEach((kind, v) => {
    if (kind !== Constraint.normal) return;
    const [y, z] = [normals[3 * v + 1], normals[3 * v + 2]];
    const entry = drags.count++;
    drags.vertices[entry] = v;
    drags.coefficients[entry] = share * (operators.masses[v] / h + diagonal[v]);
    drags.across.set([0, z / Math.hypot(y, z), -y / Math.hypot(y, z)], 3 * entry);
  });
  return { kinds, normals, drags };
}
