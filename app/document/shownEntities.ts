import type { Entity, Scene } from '../../src/scene/Scene.ts';
import { parentOf } from '../entities/entityFacts.ts';

/** Returns those ids of `solo` that are in the shot; where none is, everything is shown as it is. */
export function soloIn(scene: Pick<Scene, 'entities'> | undefined, solo: readonly string[]): readonly string[] {
  return solo.length === 0 ? solo : solo.filter((id) => scene?.entities.some((entity) => entity.id === id));
}

/** True where an entity is drawn: those that are shown alone (`soloIn`), with the pins that constrain them, or else those that are not hidden. */
export function isShown(entity: Entity, solo: readonly string[]): boolean {
  if (solo.length === 0) return entity.display.visible;
  return solo.includes(entity.id) || solo.includes(parentOf(entity) ?? '');
}

/** Ids of entities that must not be picked, moved, painted or removed by hand. */
export function lockedIds(scene: Pick<Scene, 'entities'> | undefined): ReadonlySet<string> {
  return new Set(scene?.entities.filter(({ display }) => display.locked).map(({ id }) => id));
}
