import type { Draft } from 'immer';
import type { Entity, Scene } from '../../src/scene/Scene.ts';
import { copyEntity } from '../../src/scene/newEntity.ts';

/** How people call an entity. */
export function entityName(entity: Pick<Entity, 'id' | 'name'>): string {
  return entity.name === '' ? entity.id : entity.name;
}

/** `solid 'ball'` -> `Ball`: as the artist calls it. */
export function withNames(text: string, { entities }: Scene): string {
  return text.replace(/(?:solid|cloth|liquid|collider) '([^']+)'/g, (whole, id: string) => {
    const entity = entities.find((one) => one.id === id);
    return entity === undefined ? whole : entityName(entity);
  });
}

/** `torus`, or `3 objects`. */
export function entityNames(scene: Scene, ids: readonly string[]): string {
  const found = scene.entities.filter(({ id }) => ids.includes(id));
  return found.length === 1 ? entityName(found[0]) : `${found.length} objects`;
}

/**
 * Removes entities, and what only made sense with them: pins of removed solids, contact pairs, goals that they press, what lies on them, and them as targets
 * of forces.
 */
export function removeEntities(scene: Draft<Scene>, ids: ReadonlySet<string>): void {
  scene.entities = scene.entities.filter(
    (entity) => !ids.has(entity.id) && !(entity.kind === 'pin' && ids.has(entity.target)),
  );
  for (const entity of scene.entities) {
    if (entity.kind === 'solid' && entity.plasticity?.goal?.shape.kind === 'pressed') {
      if (ids.has(entity.plasticity.goal.shape.collider)) delete entity.plasticity.goal;
    }
    if (entity.kind === 'cloth' && entity.liesOn !== undefined && ids.has(entity.liesOn.body)) delete entity.liesOn;
    // A force without targets acts on everything: one that loses all of its own must not.
    if (entity.kind !== 'force' || entity.targets.length === 0) continue;
    entity.targets = entity.targets.filter((id) => !ids.has(id));
    if (entity.targets.length === 0) entity.enabled = false;
  }
  const { physics } = scene;
  if (physics.contactPairs === undefined) return;
  physics.contactPairs = physics.contactPairs.filter(({ bodies }) => !bodies.some((id) => ids.has(id)));
}

/** Adds copies of entities behind them. Gives the ids of the copies. */
export function duplicateEntities(scene: Draft<Scene>, ids: readonly string[]): string[] {
  const copies: string[] = [];
  for (const id of ids) {
    const index = scene.entities.findIndex((entity) => entity.id === id);
    if (index < 0) continue;
    const copy = copyEntity(scene.entities as Entity[], plain(scene.entities[index]));
    scene.entities.splice(index + 1, 0, copy);
    copies.push(copy.id);
  }
  return copies;
}

/** A draft as ordinary data: drafts cannot be cloned. */
function plain<T>(draft: T): T {
  return JSON.parse(JSON.stringify(draft)) as T;
}
