import { isQuasistatic, type Solid } from '../../scene/kinds/solid.ts';
import { hasFibres } from '../../solids/FibreState.ts';
import type { SolidBodyInput } from '../../solids/SolidOperators.ts';

/** What a solid is told to do that it does not: for the first frame. */
export function solidWarnings(solid: Solid, body: SolidBodyInput): string[] {
  const { id, integration, fracture, volumeConservation, contact } = solid;
  const warnings: string[] = [];
  if (body.models.some(({ fibre }) => fibre !== undefined) && !hasFibres(body)) {
    warnings.push(
      `solid '${id}' is of muscle but has no fibres, and so does not pull: choose a direction of its fibres`,
    );
  }
  if (integration === 'quasistatic' && fracture?.enabled === true) {
    warnings.push(`solid '${id}' tears, and so is integrated semi-implicitly: pieces that fall have no equilibrium`);
  }
  if (!isQuasistatic(solid)) return warnings;
  if (volumeConservation?.enabled === true) {
    warnings.push(
      `solid '${id}' is quasistatic, and so keeps its volume by Poisson's ratio alone; 0.45 to 0.48 loses little`,
    );
  }
  if (contact !== undefined && (contact.others || contact.self)) {
    warnings.push(`solid '${id}' is quasistatic, and so touches colliders alone; switch off its contact with bodies`);
  }
  return warnings;
}
