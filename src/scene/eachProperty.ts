import type { z } from 'zod';
import { inside, resolve, type Resolved } from './marks.ts';

/** A property of a value that its schema has parsed. */
export interface Property extends Resolved {
  readonly value: unknown;
  /** Names of members and numbers of items lead from the value that was asked for to this one. */
  readonly path: readonly (string | number)[];
}

/** Everything within a value that `schema` has parsed, each before what lies inside it; lists of numbers are one property. */
export function* eachProperty(
  schema: z.ZodType,
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<Property> {
  if (value === undefined) return;
  const found = resolve(schema, value);
  yield { ...found, value, path };
  const { shape, items, element } = inside(found.schema);
  if (shape !== undefined) {
    for (const [name, member] of Object.entries(shape)) {
      yield* eachProperty(member, (value as Record<string, unknown>)[name], [...path, name]);
    }
  } else if (items !== undefined || (element !== undefined && typeof (value as unknown[])[0] !== 'number')) {
    for (const [index, item] of (value as unknown[]).entries()) {
      yield* eachProperty(items?.[index] ?? element!, item, [...path, index]);
    }
  }
}
