import { kinds } from '../../src/scene/kindRegistry.ts';
import { inside, resolve } from '../../src/scene/marks.ts';
import type { Entity } from '../../src/scene/Scene.ts';

/** Returns the entities of a shot that a property of `entity` may refer to by its schema. The path leads through the items of a list without a number. */
export function referable(entities: readonly Entity[], entity: Entity, path: readonly string[]): Entity[] {
  let schema = resolve(kinds.get(entity.kind).schema, entity).schema;
  let marks = resolve(schema, entity).marks;
  let value: unknown = entity;
  for (const step of path) {
    value = (value as Record<string, unknown> | undefined)?.[step];
    const member = resolve(inside(schema).shape![step], value);
    const { element } = inside(member.schema);
    ({ schema, marks } = element === undefined ? member : resolve(element, undefined));
  }
  const { reference } = marks;
  if (reference === undefined) throw new Error(`${entity.kind}.${path.join('.')} refers to nothing`);
  return entities.filter(({ kind }) => reference(kinds.get(kind)));
}
