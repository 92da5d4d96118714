import { eachProperty } from './eachProperty.ts';
import { entitySchema } from './kindRegistry.ts';
import type { Entity } from './Kinds.ts';

/** Returns the properties of an entity by which something is made of its stored frames. No frame depends on them. */
export function derivingSettings(entity: Entity): unknown[] {
  return eachProperty(entitySchema, entity)
    .filter(({ marks }) => marks.derives === true)
    .map(({ value }) => value);
}
