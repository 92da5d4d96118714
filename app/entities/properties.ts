import { kinds } from '../../src/scene/kindRegistry.ts';
import type { Entity } from '../../src/scene/Scene.ts';

/** Entities of the kinds that have a property. */
export type Having<P extends string, E extends Entity = Entity> = E extends unknown
  ? P extends keyof E
    ? E
    : never
  : never;

/** Whether entities of its kind have a property, set or not: what is asked instead of the kind. */
export function has<P extends string>(entity: Entity, property: P): entity is Having<P> {
  return property in kinds.get(entity.kind).schema.shape;
}

/** Returns `has` as a filter of lists. */
export function having<P extends string>(property: P) {
  return (entity: Entity): entity is Having<P> => has(entity, property);
}
