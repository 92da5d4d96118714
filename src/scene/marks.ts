import type { z } from 'zod';
import { quantityInfo, type QuantityInfo } from '../base/quantities.ts';
import type { DefinitionCatalogue } from './DefinitionCatalogue.ts';
import type { Keyable } from './keyable.ts';

/** What a reference asks of the kind of an entity. */
interface ReferredKind {
  readonly type: string;
  readonly deforms?: true;
  readonly contactRole?: string;
}

/**
 * What a property is to the frames of a shot, beside what it says of itself by `quantity`. A property without marks counts into the
 * keys of all frames as it is; one that may be keyed counts into the key of each frame with what its curve does in that frame.
 */
export interface Marks {
  /** No frame depends on it: names, colours, paths of files whose content counts. */
  readonly display?: boolean;
  /** What is made of stored frames follows from it, as surfaces of liquids do: that is made again where it changes. */
  readonly derives?: boolean;
  /** Rest shapes depend on it: on what it says itself (`shape`), or as far as it places them in the world (`place`). */
  readonly geometry?: 'shape' | 'place';
  /** It is the id of an entity of a kind that this accepts. */
  reference?(kind: ReferredKind): boolean;
  /** It is the path of a file beside the document, whose content `sha256` beside it names. */
  readonly file?: boolean;
  /** The file is too large to be copied: collecting the files of a shot leaves it where it is. */
  readonly linked?: boolean;
  /** It names content of which each interval reads a part: the keys of frames count these parts instead (`AnimationInputs`), and rest shapes count all of it. */
  readonly inParts?: boolean;
  /** Its member `by` names a definition of this registry, whose parameters its member `params` holds. */
  readonly definition?: { readonly of: keyof DefinitionCatalogue; readonly by: string };
  /** What it counts as, given the properties beside it: `undefined` where it acts as if it were left out. */
  counts?(value: unknown, siblings: Readonly<Record<string, unknown>>): unknown;
  /** The curve that it counts as, of a property that acts on some frames only. */
  curve?(value: unknown): Keyable;
  /** What its entity does up to the frame that it is, and from there on, as words. */
  readonly phases?: readonly [before: string, after: string];
  /** What is wrong with it among the other entities, of which `kindOf` gives the kind by id; undefined where nothing is. */
  rule?(value: unknown, kindOf: (id: string) => string | undefined): Fault | undefined;
}

/** What breaks a rule: a sentence and what to do about it, or an id that stands for an entity of the wrong kind. */
export type Fault = {
  /** The place of the fault, from the property that has the rule. */
  readonly path: readonly string[];
} & (
  | { readonly message: string; readonly remedy: string }
  | { readonly id: string; readonly kinds: readonly string[] }
);

const all = new WeakMap<z.core.$ZodType, Marks>();

/** The schema with marks, beside those that it has. */
export function marked<S extends z.ZodType>(schema: S, marks: Marks): S {
  const own = schema.meta(schema.meta() ?? {}) as S;
  all.set(own, { ...all.get(schema), ...marks });
  return own;
}

/** The schema with the name and the help of its row in a form, beside its marks. */
export function labelled<S extends z.ZodType>(schema: S, { label, help }: { label: string; help: string }): S {
  return marked(schema.meta({ ...schema.meta(), label, help }) as S, marksOf(schema));
}

/** The marks of a schema itself, without those of what it wraps. */
export function marksOf(schema: z.core.$ZodType): Marks {
  return all.get(schema) ?? {};
}

/** Marks a property that no frame depends on. */
export function display<S extends z.ZodType>(schema: S): S {
  return marked(schema, { display: true });
}

/** Marks a property by which something is made of stored frames, and on which no frame depends. */
export function derives<S extends z.ZodType>(schema: S): S {
  return marked(schema, { display: true, derives: true });
}

/** Marks a group of properties that do nothing while its `enabled` is off. */
export function switched<S extends z.ZodType<{ readonly enabled: boolean }>>(schema: S): S {
  return marked(schema, { counts: (group) => ((group as z.output<S>).enabled ? group : undefined) });
}

/** A schema without its defaults and options, and what its layers say together. */
export interface Resolved {
  readonly schema: z.ZodType;
  readonly marks: Marks;
  readonly info: QuantityInfo | undefined;
  /** The value that acts as if it were left out. */
  readonly absent: unknown;
}

/** What a zod schema is made of: the members that are read. */
interface Inside {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly items?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly values?: readonly unknown[];
}

export function inside(schema: z.ZodType): Inside {
  return schema.def as unknown as Inside;
}

/** What one layer of a schema says. A schema never changes, and the inputs of every frame ask all of them: it is found out once. */
interface Layer {
  readonly marks: Marks | undefined;
  readonly info: QuantityInfo | undefined;
  readonly absent: unknown;
  /** Its literal members and their values, which tell it from other alternatives. */
  readonly literals: readonly { readonly name: string; readonly values: readonly unknown[] }[];
}

const layers = new WeakMap<z.ZodType, Layer>();

function layerOf(schema: z.ZodType): Layer {
  const known = layers.get(schema);
  if (known !== undefined) return known;
  const members = Object.entries(inside(schema).shape ?? {});
  const literals = members.flatMap(([name, member]) => {
    const { type, values } = inside(member);
    return type === 'literal' ? [{ name, values: values ?? [] }] : [];
  });
  const layer = { marks: all.get(schema), info: quantityInfo(schema), absent: schema.meta()?.absent, literals };
  layers.set(schema, layer);
  return layer;
}

/** What `schema` is for a `value` that it has parsed: inside its defaults and options, the alternative that the value chose. */
export function resolve(schema: z.ZodType, value: unknown): Resolved {
  let marks = noMarks;
  let info: QuantityInfo | undefined;
  let absent: unknown;
  for (let at = schema; ;) {
    const layer = layerOf(at);
    if (layer.marks !== undefined) marks = marks === noMarks ? layer.marks : { ...layer.marks, ...marks };
    info ??= layer.info;
    absent ??= layer.absent;
    const { innerType, options } = inside(at);
    const next = innerType ?? (options && info === undefined ? chosenOption(options, value) : undefined);
    if (next === undefined) return { schema: at, marks, info, absent };
    at = next;
  }
}

const noMarks: Marks = {};

/** The alternative whose literal members (`kind`, `shape`) the value has; without such members, the first that takes the value. */
function chosenOption(options: readonly z.ZodType[], value: unknown): z.ZodType {
  const record = (value ?? {}) as Record<string, unknown>;
  const byLiteral = options.find((option) => {
    const { literals } = layerOf(option);
    return literals.length > 0 && literals.every(({ name, values }) => values.includes(record[name]));
  });
  const found = byLiteral ?? options.find((option) => option.safeParse(value).success);
  if (found === undefined) throw new Error('the value is none of the alternatives of its schema');
  return found;
}
