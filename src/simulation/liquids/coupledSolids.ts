import type { Liquid } from '../../scene/kinds/liquid.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { isKind, type Scene } from '../../scene/Scene.ts';
import { isQuasistatic } from '../integrationScheme.ts';

/** Id of the liquid that each solid moves with, by the solid's id: of several liquids the one whose box is nearest to where it stands at first. */
export function coupledSolids(scene: Scene): ReadonlyMap<string, string> {
  const liquids = scene.entities.filter(isKind('liquid')).filter(({ enabled }) => enabled);
  const solids = scene.entities.filter(isKind('solid'));
  if (liquids.length === 0) return new Map();
  return new Map(
    solids.filter(canMoveWithLiquid).map((solid) => {
      const [first, ...others] = liquids;
      const nearest = others.reduce((best, liquid) => {
        return distanceToBox(solid, liquid) < distanceToBox(solid, best) ? liquid : best;
      }, first);
      return [solid.id, nearest.id];
    }),
  );
}

/** Solids without inertia, and those that tear, do not. */
function canMoveWithLiquid(solid: Solid): boolean {
  return solid.enabled && solid.liquids === 'coupled' && !isQuasistatic(solid) && solid.fracture?.enabled !== true;
}

/** m, from the origin of the solid. */
function distanceToBox({ transform }: Solid, { domain }: Liquid): number {
  const beyond = transform.position.map((x, axis) =>
    Math.max(0, Math.abs(x - domain.centre[axis]) - domain.size[axis] / 2),
  );
  return Math.hypot(...beyond);
}
