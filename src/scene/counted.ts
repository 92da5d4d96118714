import type { z } from 'zod';
import type { QuantityInfo } from '../base/quantities.ts';
import type { Curve, Keyable } from './keyable.ts';
import { inside, resolve, type Marks } from './marks.ts';
import type { IntervalCurve } from './intervalCurves.ts';

/** The members of a value that may be keyed, at their places, over one frame interval. */
export type Sampled<T> = [Curve] extends [T]
  ? IntervalCurve
  : T extends readonly number[] | string | number | boolean | undefined | null
    ? never
    : T extends readonly unknown[]
      ? { readonly [Index in keyof T]: Sampled<T[Index]> }
      : T extends object
        ? SampledMembers<T>
        : never;
type SampledMembers<T extends object> = {
  readonly [Name in keyof T as [Sampled<T[Name]>] extends [never] ? never : Name]: Sampled<T[Name]>;
};

/** What becomes of the parts of a value that count. */
export interface Fold {
  /** Gives what a part that may be keyed becomes; undefined leaves it out. `info` says its range, where it has one. */
  curve(value: Keyable, info: QuantityInfo | undefined): unknown;
  /** Says which constants are kept: all, none, or those with these marks of geometry. */
  readonly constants: boolean | readonly Marks['geometry'][];
  /** It is within what has a wanted mark of geometry. */
  readonly ofGeometry?: boolean;
}

type Members = Readonly<Record<string, unknown>>;
const nothing: Members = {};

/**
 * What counts of a value that `schema` has parsed, as plain data at the places of the document. What is only shown or acts as if it were left out is
 * left out, and so are objects that nothing is left of.
 */
export function counted(schema: z.ZodType, value: unknown, fold: Fold, siblings = nothing): unknown {
  if (value === undefined) return undefined;
  const { schema: own, marks, info, absent } = resolve(schema, value);
  if (marks.display === true || (marks.inParts === true && fold.ofGeometry !== true)) return undefined;
  const counts = marks.counts === undefined ? value : marks.counts(value, siblings);
  if (counts === undefined || counts === absent) return undefined;
  if (marks.curve !== undefined) return fold.curve(marks.curve(value), undefined);
  if (info?.keyable === true) return fold.curve(value as Keyable, info);
  const inner = insideOf(fold, marks);
  const { shape } = inside(own);
  if (shape !== undefined && typeof counts === 'object') return countedMembers(shape, counts as Members, inner);
  if (Array.isArray(counts)) return countedItems(own, counts, inner);
  return kept(inner, counts);
}

/** All within a value with a mark of geometry that is wanted is wanted. */
function insideOf(fold: Fold, { geometry }: Marks): Fold {
  const { constants } = fold;
  if (typeof constants === 'boolean' || geometry === undefined) return fold;
  return constants.includes(geometry) ? { ...fold, constants: true, ofGeometry: true } : fold;
}

function kept({ constants }: Fold, value: unknown): unknown {
  return constants === true ? value : undefined;
}

function countedMembers(shape: Readonly<Record<string, z.ZodType>>, value: Members, fold: Fold): unknown {
  let members: Record<string, unknown> | undefined;
  for (const name in shape) {
    const member = counted(shape[name], value[name], fold, value);
    if (member !== undefined) (members ??= {})[name] = member;
  }
  return members;
}

function countedItems(schema: z.ZodType, value: readonly unknown[], fold: Fold): unknown {
  const { items, element } = inside(schema);
  // Long lists of numbers, of vertices and strokes, are what they are.
  if (items === undefined && typeof value[0] !== 'object') return kept(fold, value);
  const counting = value.map((item, index) => counted(items?.[index] ?? element!, item, fold));
  return counting.every((item) => item === undefined) ? kept(fold, []) : counting;
}
