import type { Draft } from 'immer';
import type { Entity, Scene } from '../../src/scene/Scene.ts';
import { copyEntity } from '../../src/scene/newEntity.ts';
import { appKind } from '../entities/appKinds.ts';

/** How people call an entity. */
export function entityName(entity: Pick<Entity, 'id' | 'name'>): string {
  return entity.name === '' ? entity.id : entity.name;
}

/** `solid 'ball'` -> `Ball`: as the artist calls it. */
export function withNames(text: string, { entities }: Scene): string {
  return text.replace(/([a-z]+) '([^']+)'/g, (whole, kind: string, id: string) => {
    const entity = entities.find((one) => one.id === id && one.kind === kind);
    return entity === undefined ? whole : entityName(entity);
  });
}

/** `torus`, or `3 objects`. */
export function entityNames(scene: Scene, ids: readonly string[]): string {
  const found = scene.entities.filter(({ id }) => ids.includes(id));
  return found.length === 1 ? entityName(found[0]) : `${found.length} objects`;
}

/** Removes entities, and what only made sense with them: pins of removed bodies, contact pairs, goals that they press. */
export function removeEntities(scene: Draft<Scene>, ids: ReadonlySet<string>): void {
  scene.entities = scene.entities.filter(
    (entity) => !ids.has(entity.id) && appKind(entity.kind).release?.(entity, ids) !== false,
  );
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
