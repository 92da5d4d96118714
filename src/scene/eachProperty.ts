import type { z } from 'zod';
import { inside, resolve, type Resolved } from './marks.ts';

/** A property of a value that its schema has parsed. */
export interface Property extends Resolved {
  readonly value: unknown;
  /** Names of members and numbers of items lead from the value that was asked for to this one. */
  readonly path: readonly (string | number)[];
}

/** Everything within a value that `schema` has parsed, each before what lies inside it; lists of numbers are one property. */
export function eachProperty(schema: z.ZodType, value: unknown): Property[] {
  const properties: Property[] = [];
  addProperties(schema, value, [], properties);
  return properties;
}

function addProperties(schema: z.ZodType, value: unknown, path: Property['path'], to: Property[]): void {
  if (value === undefined) return;
  const found = resolve(schema, value);
  to.push({ ...found, value, path });
  const { shape, items, element } = inside(found.schema);
  if (shape !== undefined) {
    for (const name of Object.keys(shape)) {
      addProperties(shape[name], (value as Record<string, unknown>)[name], [...path, name], to);
    }
  } else if (items !== undefined || (element !== undefined && typeof (value as unknown[])[0] !== 'number')) {
    (value as unknown[]).forEach((item, index) =>
      addProperties(items?.[index] ?? element!, item, [...path, index], to),
    );
  }
}
