import type { z } from 'zod';
import type { QuantityInfo } from '../../src/base/quantities.ts';
import { inside } from '../../src/scene/marks.ts';

/** What a value in the document is called and measured in. */
export interface PathDescription {
  /** The quantity's own name with its component: `Position y`. */
  readonly label: string;
  /** Every step of the way, for reading: `Material`, `Density`. */
  readonly steps: readonly string[];
  readonly info: QuantityInfo | undefined;
}

interface SchemaMeta {
  readonly quantity?: QuantityInfo;
  readonly vector?: Omit<QuantityInfo, 'default'>;
  readonly label?: string;
}

/** Describes the value at `path` of `data` by the schema; what the schema does not know is named by its member. */
export function describePath(schema: z.ZodType, data: unknown, path: readonly (string | number)[]): PathDescription {
  let current: z.ZodType | undefined = schema;
  let value = data;
  let info: QuantityInfo | undefined;
  const steps: string[] = [];
  for (const member of path) {
    current = current === undefined ? undefined : memberSchema(current, value, member);
    value = (value as Record<PropertyKey, unknown> | undefined | null)?.[member];
    const meta = current === undefined ? undefined : (metaOf(current) as SchemaMeta);
    info = meta?.quantity ?? info;
    const named = meta?.quantity?.label ?? meta?.vector?.label ?? meta?.label;
    if (typeof member === 'number' && named !== undefined) steps[steps.length - 1] = sentence(named);
    else steps.push(sentence(named ?? memberName(member)));
  }
  return { label: steps.at(-1) ?? '', steps, info };
}

/** What the schema says of itself, through defaults around it. */
function metaOf(schema: z.ZodType): unknown {
  const own = schema.meta();
  if (own !== undefined) return own;
  const { innerType } = inside(schema);
  return innerType === undefined ? {} : metaOf(innerType);
}

/** The schema of a member; of alternatives, of the one that accepts the constants that `data` has. */
function memberSchema(schema: z.ZodType, data: unknown, member: string | number): z.ZodType | undefined {
  const { shape, items, options, element, innerType, valueType } = inside(schema);
  if (innerType !== undefined) return memberSchema(innerType, data, member);
  if (options !== undefined) {
    for (const option of options) {
      if (!agrees(option, data)) continue;
      const found = memberSchema(option, data, member);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (shape !== undefined) return shape[member];
  if (items !== undefined) return items[Number(member)];
  return element ?? valueType;
}

function agrees(option: z.ZodType, data: unknown): boolean {
  const record = (data ?? {}) as Record<string, unknown>;
  return Object.entries(inside(option).shape ?? {}).every(
    ([name, member]) => inside(member).type !== 'literal' || member.safeParse(record[name]).success,
  );
}

const COMPONENTS = ['x', 'y', 'z', 'w'];

/** `dampingTime` -> `damping time`; a component by its axis. */
export function memberName(member: string | number): string {
  if (typeof member === 'number') return COMPONENTS[member] ?? String(member);
  return member.replaceAll('-', ' ').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
