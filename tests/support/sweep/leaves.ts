import type { z } from 'zod';
import type { QuantityInfo } from '../../../src/base/quantities.ts';
import { inside, resolve, type Marks } from '../../../src/scene/marks.ts';

/** A property without parts of its own. */
export interface Leaf {
  /** The path with the alternatives that were chosen on the way: `source<procedural>.form<torus>.majorRadius`. */
  readonly name: string;
  /** Path in the value. */
  readonly path: readonly (string | number)[];
  readonly schema: z.ZodType;
  readonly marks: Marks;
  readonly info: QuantityInfo | undefined;
  readonly value: unknown;
}

/** The properties that a value has, or could have, by its schema. Lists of numbers and open records are one property. */
export function leavesOf(schema: z.ZodType, value: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (
    at: z.ZodType,
    part: unknown,
    name: string,
    path: readonly (string | number)[],
    given: Marks,
  ): void => {
    const { schema: own, marks: found, info } = resolve(at, part);
    const marks = { ...found, display: given.display ?? found.display, derives: given.derives ?? found.derives };
    const { shape, items, element } = inside(own);
    if (info !== undefined) return void leaves.push({ name, path, schema: own, marks, info, value: part });
    if (shape !== undefined && part !== undefined) {
      const chosen = `${name}${alternative(shape)}`;
      for (const [member, inner] of Object.entries(shape)) {
        if (inside(inner).type === 'literal') continue;
        visit(inner, (part as Record<string, unknown>)[member], join(chosen, member), [...path, member], marks);
      }
      return;
    }
    if (Array.isArray(part) && (items !== undefined || isRecord(part[0]))) {
      part.forEach((item, k) => {
        visit(items?.[k] ?? element!, item, `${name}[${items === undefined ? '' : k}]`, [...path, k], marks);
      });
      return;
    }
    const ofItems = element === undefined ? {} : resolve(element, undefined).marks;
    leaves.push({ name, path, schema: own, marks: { ...marks, ...ofItems }, info, value: part });
  };
  visit(schema, value, '', [], {});
  return leaves;
}

/** The names that leaves of values of a schema can have, and what each is marked with. */
export function possibleLeaves(schema: z.ZodType): string[] {
  const names: string[] = [];
  const visit = (at: z.ZodType, name: string): void => {
    const { innerType, options, shape, items, element } = inside(at);
    if (innerType !== undefined) visit(innerType, name);
    else if (options !== undefined && !isNumberOrCurve(options)) options.forEach((option) => visit(option, name));
    else if (shape !== undefined) {
      const chosen = `${name}${alternative(shape)}`;
      for (const [member, inner] of Object.entries(shape)) {
        if (inside(inner).type !== 'literal') visit(inner, join(chosen, member));
      }
    } else if (items !== undefined) items.forEach((item, k) => visit(item, `${name}[${k}]`));
    else if (element !== undefined && inside(element).shape !== undefined) visit(element, `${name}[]`);
    else names.push(name);
  };
  visit(schema, '');
  return names;
}

function isNumberOrCurve(options: readonly z.ZodType[]): boolean {
  return options.some((option) => inside(option).type === 'number');
}

/** `<torus>` for what is chosen by `shape: 'torus'`; nothing for what has no literal members. */
function alternative(shape: Readonly<Record<string, z.ZodType>>): string {
  const literals = Object.values(shape).flatMap((member) =>
    inside(member).type === 'literal' ? (inside(member).values ?? []) : [],
  );
  return literals.length === 0 ? '' : `<${literals.join(',')}>`;
}

function join(name: string, member: string): string {
  return name === '' ? member : `${name}.${member}`;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
