import { keyedNumbers } from './properties/material.ts';
import { pressOf } from './goalPress.ts';
import { isDampedLater, stiffestMaterial } from './keyedMaterial.ts';
import type { EntityOf, Obstacle } from './Kinds.ts';

/** What the state of a solid at the first frame depends on that is no property of it: what it takes from colliders and from frames to come. */
export function derivedOfSolid(solid: EntityOf<'solid'>, firstFrame: number, obstacles: readonly Obstacle[]): object {
  const { material, integration } = solid;
  // The ways of colliders that press it to its goal go on up to frames of their own, which may lie beyond the shot.
  const press = pressOf(solid, firstFrame, obstacles);
  return {
    ...(isDampedLater(material, firstFrame) && { dampedLater: true }),
    ...(integration === 'automatic' && keyedNumbers(material).length > 0 && { stiffest: stiffestMaterial(material) }),
    ...(press !== undefined && { press: press.colliders }),
  };
}
