import { largestKey } from '../../scene/curves.ts';
import { quantityText } from '../../base/quantityText.ts';
import { isQuasistatic, type Solid } from '../../scene/kinds/solid.ts';
import { hasFibres } from '../../solids/FibreState.ts';
import type { SolidBodyInput } from '../../solids/SolidOperators.ts';

/** What a solid is told to do that it does not: for the first frame. */
export function solidWarnings(solid: Solid, body: SolidBodyInput): string[] {
  const { id, integration, fracture, volumeConservation, contact, material, elementOrder } = solid;
  const warnings: string[] = [];
  if (body.models.some(({ fibre }) => fibre !== undefined) && !hasFibres(body)) {
    warnings.push(
      `solid '${id}' is a muscle without fibres, so that it does not contract; choose a direction of its fibres`,
    );
  }
  if (elementOrder === 'quadratic' && body.elementKind === 'hex') {
    warnings.push(
      `solid '${id}' consists of hexahedra, so that quadratic elements have no effect; fill it with tetrahedra`,
    );
  }
  if (integration === 'quasistatic' && fracture?.enabled === true) {
    warnings.push(`solid '${id}' tears, so that it is integrated semi-implicitly: falling pieces have no equilibrium`);
  }
  const damped = numericalDamping(solid, body);
  if (damped !== undefined) warnings.push(damped);
  if (!isQuasistatic(solid)) return warnings;
  if (volumeConservation?.enabled === true) {
    warnings.push(
      `solid '${id}' is quasistatic, so that its volume conservation has no effect; a Poisson's ratio of 0.45 to 0.48 loses little volume`,
    );
  }
  if (largestKey(material.massDamping) > 0) {
    warnings.push(
      `solid '${id}' is quasistatic, so that its mass damping has no effect: it has no velocity; choose another integration scheme, or set it to 0`,
    );
  }
  if (contact !== undefined && (contact.others || contact.self)) {
    warnings.push(
      `solid '${id}' is quasistatic, so that it collides with colliders only; turn off its body collision and self-collision`,
    );
  }
  return warnings;
}

/** Backward Euler leaves 1 / sqrt(1 + (omega dt)^2) of an oscillation in each substep, as stiffness damping of the time dt does: what it adds, where that is more than the material's own. */
function numericalDamping(
  { id, integration, liquids, material }: Solid,
  { implicit }: SolidBodyInput,
): string | undefined {
  if (integration !== 'implicit' || liquids === 'coupled' || implicit === undefined) return undefined;
  const { typicalStep } = implicit;
  if (typicalStep <= largestKey(material.dampingTime)) return undefined;
  return `solid '${id}' is integrated by backward Euler, whose substeps of ${quantityText(typicalStep, 's')} damp oscillations as ${quantityText(typicalStep, 's')} more of damping time would; choose implicit integration of second order, or increase the minimum substeps`;
}
