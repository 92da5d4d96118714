import type { Solid } from '../../scene/entities/solid.ts';
import { isKind, type Scene } from '../../scene/Scene.ts';
import { isQuasistatic } from '../integrationScheme.ts';

/** What a solid that shall move with a liquid of its shot does not do for it: for the first frame. */
export function coupledWarnings(scene: Scene, solid: Solid): string[] {
  const { id, liquids, fracture, volumeConservation, newtonIterations = 1 } = solid;
  if (liquids !== 'coupled' || !scene.entities.some((entity) => isKind('liquid')(entity) && entity.enabled)) return [];
  if (fracture?.enabled === true) {
    return [
      `solid '${id}' tears, and so liquids flow through it; switch its tearing off, or set its liquids to ignored`,
    ];
  }
  if (isQuasistatic(solid)) {
    return [`solid '${id}' is quasistatic, and so liquids flow through it; choose implicit integration`];
  }
  const warnings: string[] = [];
  if (volumeConservation?.enabled === true) {
    warnings.push(
      `solid '${id}' moves with a liquid, and so keeps its volume by Poisson's ratio alone; 0.45 to 0.48 loses little`,
    );
  }
  if (newtonIterations > 1) {
    warnings.push(`solid '${id}' moves with a liquid, and so takes one Newton iteration; raise its least substeps`);
  }
  return warnings;
}
