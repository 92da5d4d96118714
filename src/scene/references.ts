import { eachProperty } from './eachProperty.ts';
import { entitySchema } from './kindRegistry.ts';
import type { Entity } from './Kinds.ts';

/** Ids of the entities that an entity refers to by its properties. */
export function referencesOf(entity: Entity): string[] {
  return eachProperty(entitySchema, entity).flatMap(({ marks, value }) =>
    marks.reference === undefined ? [] : [value as string],
  );
}

/** An entity and all that it refers to, by itself and through those, in the order of `entities`. */
export function withReferenced(entities: readonly Entity[], id: string): Entity[] {
  const wanted = new Set<string>();
  const visit = (next: string): void => {
    if (wanted.has(next)) return;
    wanted.add(next);
    const entity = entities.find((one) => one.id === next);
    if (entity !== undefined) referencesOf(entity).forEach(visit);
  };
  visit(id);
  return entities.filter((entity) => wanted.has(entity.id));
}
