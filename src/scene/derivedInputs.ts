import { keyedNumbers } from './properties/material.ts';
import { pressOf } from './goalPress.ts';
import { isDampedLater, stiffestMaterial } from './keyedMaterial.ts';
import { isKind, type Entity, type Scene } from './Scene.ts';

/** What the state of an entity at the first frame depends on that is no property of it: what it takes from other entities and from frames to come. */
export function derivedInputs(entity: Entity, scene: Scene): object {
  if (!isKind('solid')(entity)) return {};
  const { material, integration } = entity;
  // The ways of colliders that press it to its goal go on up to frames of their own, which may lie beyond the shot.
  const press = pressOf(entity, scene);
  return {
    ...(isDampedLater(material, scene.range.first) && { dampedLater: true }),
    ...(integration === 'automatic' && keyedNumbers(material).length > 0 && { stiffest: stiffestMaterial(material) }),
    ...(press !== undefined && { press: press.colliders }),
  };
}
