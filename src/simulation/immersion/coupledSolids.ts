import { liquidDomains, volumeOf } from '../../scene/capabilities.ts';
import type { Box } from '../../scene/Kinds.ts';
import { isQuasistatic, type Solid } from '../../scene/kinds/solid.ts';
import type { Scene } from '../../scene/Scene.ts';

/** Id of the liquid that each solid moves with, by the solid's id: of several liquids the one whose box is nearest to where it stands at first. */
export function coupledSolids(scene: Scene): ReadonlyMap<string, string> {
  const domains = liquidDomains(scene.entities);
  if (domains.length === 0) return new Map();
  const solids = scene.entities.flatMap((entity) => volumeOf(entity) ?? []);
  return new Map(
    solids.filter(canMoveWithLiquid).map((solid) => {
      const distance = domains.map(([, domain]) => distanceToBox(solid, domain));
      const [nearest] = domains[distance.indexOf(Math.min(...distance))];
      return [solid.id, nearest];
    }),
  );
}

/** Solids without inertia, and those that tear, do not. */
function canMoveWithLiquid(solid: Solid): boolean {
  return solid.enabled && solid.liquids === 'coupled' && !isQuasistatic(solid) && solid.fracture?.enabled !== true;
}

/** m, from the origin of the solid. */
function distanceToBox({ transform }: Solid, { centre, size }: Box): number {
  const beyond = transform.position.map((x, axis) => Math.max(0, Math.abs(x - centre[axis]) - size[axis] / 2));
  return Math.hypot(...beyond);
}
