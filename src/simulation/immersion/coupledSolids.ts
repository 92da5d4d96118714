import { transportOf } from '../../liquids/LiquidTransport.ts';
import { solverOf } from '../../liquids/LiquidSolver.ts';
import { liquidsOf, shellOf, volumeOf } from '../../scene/capabilities.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import { isQuasistatic, type Solid } from '../../scene/kinds/solid.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';
import type { Scene } from '../../scene/Scene.ts';

/** Id of the liquid that each solid moves with, by the solid's id: that which it meets, where the solver of that couples solids. */
export function coupledSolids(scene: Scene): ReadonlyMap<string, string> {
  const solids = scene.entities.flatMap((entity) => volumeOf(entity) ?? []);
  return new Map(
    solids.filter(canMoveWithLiquid).flatMap((solid): [string, string][] => {
      const liquid = nearestLiquid(scene, solid);
      return liquid !== undefined && solverOf(liquid).couplesSolids ? [[solid.id, liquid.id]] : [];
    }),
  );
}

/** Id of the liquid that each piece of cloth moves with, by its id: the nearest to where it begins, where that can be parted by cloth. */
export function coupledCloth(scene: Scene): ReadonlyMap<string, string> {
  return new Map(
    scene.entities.flatMap((entity): [string, string][] => {
      const cloth = shellOf(entity);
      if (cloth === undefined) return [];
      const liquid = cloth.enabled && cloth.liquids === 'coupled' ? nearestToCloth(scene, cloth) : undefined;
      return liquid !== undefined && isParted(liquid) ? [[cloth.id, liquid.id]] : [];
    }),
  );
}

/** Returns the liquid that a piece of cloth meets; undefined where there is none. */
export function nearestToCloth(scene: Scene, cloth: Cloth): Liquid | undefined {
  return nearestTo(scene, cloth.transform.position);
}

/** Whether cloth can part a liquid: one that is stored as particles whose distances say where its surface is. */
export function isParted(liquid: Liquid): boolean {
  return solverOf(liquid).couplesSolids && transportOf(liquid.transport).definition.isParted === true;
}

/** Returns the liquid that a solid meets: of several the one whose box is nearest to where it stands at first; undefined where there is none. */
export function nearestLiquid(scene: Scene, solid: Solid): Liquid | undefined {
  return nearestTo(scene, solid.transform.position);
}

/** Returns the liquid whose box is nearest to a position, m; undefined where there is none. */
export function nearestTo(scene: Scene, position: readonly number[]): Liquid | undefined {
  const liquids = liquidsOf(scene.entities);
  const distances = liquids.map((liquid) => distanceToBox(position, liquid));
  return liquids[distances.indexOf(Math.min(...distances))];
}

/** Solids without inertia do not. */
function canMoveWithLiquid(solid: Solid): boolean {
  return solid.enabled && solid.liquids === 'coupled' && !isQuasistatic(solid);
}

/** m, from a position. */
function distanceToBox(position: readonly number[], { domain: { centre, size } }: Liquid): number {
  const beyond = position.map((x, axis) => Math.max(0, Math.abs(x - centre[axis]) - size[axis] / 2));
  return Math.hypot(...beyond);
}
