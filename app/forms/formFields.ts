import type { QuantityInfo } from '../../src/base/quantities.ts';

/** Path of a value in what the form edits: `['material', 'density']`. */
export type FieldPath = readonly (string | number)[];

interface Common {
  readonly path: FieldPath;
  readonly label: string;
  readonly help: string;
}

export interface QuantityFormField extends Common {
  readonly kind: 'quantity';
  readonly info: QuantityInfo;
  readonly whole: boolean;
  /** What leaving it out means, shown in its place: `never`. Undefined where it always has a number. */
  readonly unset?: string;
}
export interface VectorFormField extends Common {
  readonly kind: 'vector';
  /** Unit and range of each component. */
  readonly info: QuantityInfo;
  readonly defaults: readonly number[];
}
export interface ChoiceFormField extends Common {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly default: string | undefined;
  /** What the choice is set to brings fields of its own: choosing replaces the object that holds it by these defaults. */
  readonly replacements: ReadonlyMap<string, unknown> | undefined;
}
/** A property that names another entity. */
export interface ReferenceFormField extends Common {
  readonly kind: 'reference';
  /** Kinds of the entities that it may name. */
  readonly kinds: readonly string[];
}
export interface ToggleFormField extends Common {
  readonly kind: 'toggle';
  readonly default: boolean;
}
export interface TextFormField extends Common {
  readonly kind: 'text';
  readonly default: string;
  readonly multiline: boolean;
}
export interface ColourFormField extends Common {
  readonly kind: 'colour';
  readonly default: string;
}
export interface GroupFormField extends Common {
  readonly kind: 'group';
  readonly fields: readonly FormField[];
}
export type FormField =
  | QuantityFormField
  | VectorFormField
  | ChoiceFormField
  | ReferenceFormField
  | ToggleFormField
  | TextFormField
  | ColourFormField
  | GroupFormField;

/** The parts of a JSON Schema that forms are made of. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly prefixItems?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  /** The choice that leaving it out stands for. */
  readonly absent?: string;
  /** What leaving the number out means. */
  readonly unset?: string;
  readonly unit?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly description?: string;
  readonly label?: string;
  readonly help?: string;
  readonly identifier?: boolean;
  /** Kinds of the entities of which it is the id. */
  readonly references?: readonly string[];
  /** It is painted in the viewport. */
  readonly painted?: boolean;
  readonly quantity?: QuantityInfo;
  readonly vector?: Omit<QuantityInfo, 'default'>;
}

/**
 * The fields of a form for `data`, from the JSON Schema of what it may be. Of alternatives, the fields of the one that `data` is, after a choice
 * between them. Identifiers, hashes, lists and what is painted are not edited as fields and are left out; a reference is a field where its schema has a
 * label.
 */
export function formFields(schema: JsonSchema, data: unknown, path: FieldPath = []): FormField[] {
  const alternatives =
    schema.oneOf ?? (schema.anyOf?.every(({ type }) => type === 'object') ? schema.anyOf : undefined);
  if (alternatives !== undefined) return alternativeFields(schema, alternatives, data, path);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    memberFields(name, member, memberOf(data, name), [...path, name]),
  );
}

function memberFields(name: string, schema: JsonSchema, data: unknown, path: FieldPath): FormField[] {
  const common = { path, label: sentence(schema.label ?? words(name)), help: schema.help ?? schema.description ?? '' };
  if (schema.references !== undefined && schema.label !== undefined) {
    return [{ kind: 'reference', ...common, kinds: schema.references }];
  }
  if (schema.const !== undefined || schema.identifier === true || name === 'sha256') return [];
  if (schema.painted === true) return [];
  if (schema.quantity !== undefined) return [quantityField(common, schema.quantity, schema.type === 'integer')];
  if (schema.vector !== undefined) return [vectorField(common, schema.vector, schema)];
  if (schema.type === 'number' || schema.type === 'integer') return [plainNumber(common, schema)];
  if (schema.type === 'boolean') return [{ kind: 'toggle', ...common, default: schema.default === true }];
  if (schema.enum !== undefined) return [enumField(common, schema)];
  if (schema.type === 'string') return [textField(common, schema)];
  if (isTriple(schema)) return [tripleField(common, schema)];
  const fields = formFields(schema, data, path);
  return fields.length === 0 ? [] : [{ kind: 'group', ...common, fields }];
}

function quantityField(common: Common, info: QuantityInfo, whole: boolean): QuantityFormField {
  return { kind: 'quantity', ...common, label: sentence(info.label), help: info.help, info, whole };
}

function vectorField(common: Common, info: Omit<QuantityInfo, 'default'>, schema: JsonSchema): VectorFormField {
  const values = Array.isArray(schema.default) ? (schema.default as number[]) : [0, 0, 0];
  const keyable = schema.prefixItems?.[0]?.quantity?.keyable;
  return {
    kind: 'vector',
    ...common,
    label: sentence(info.label),
    help: info.help,
    info: { ...info, keyable, default: 0 },
    defaults: values,
  };
}

/** A number that is no quantity: it has a unit where its schema names one. */
function plainNumber(common: Common, schema: JsonSchema): QuantityFormField {
  const fallback = typeof schema.default === 'number' ? schema.default : 0;
  const min = schema.minimum ?? schema.exclusiveMinimum;
  const info = {
    unit: schema.unit ?? '',
    label: common.label,
    help: common.help,
    min,
    max: schema.maximum,
    default: fallback,
  };
  return { kind: 'quantity', ...common, info, whole: schema.type === 'integer', unset: schema.unset };
}

function tripleField(common: Common, schema: JsonSchema): VectorFormField {
  const [first] = schema.prefixItems!;
  const { info } = plainNumber(common, first);
  const defaults = Array.isArray(schema.default)
    ? (schema.default as number[])
    : [info.default, info.default, info.default];
  return { kind: 'vector', ...common, info, defaults };
}

function isTriple({ prefixItems }: JsonSchema): boolean {
  return prefixItems?.length === 3 && prefixItems.every(({ type }) => type === 'number' || type === 'integer');
}

function enumField(common: Common, schema: JsonSchema): ChoiceFormField {
  const options = schema.enum!.map((value) => ({ value: String(value), label: sentence(words(String(value))) }));
  const initial = (schema.default ?? schema.absent) as string | undefined;
  return { kind: 'choice', ...common, options, default: initial, replacements: undefined };
}

function textField(common: Common, schema: JsonSchema): TextFormField | ColourFormField {
  const fallback = typeof schema.default === 'string' ? schema.default : '';
  if (schema.pattern?.startsWith('^#[0-9a-f]{6}') === true) return { kind: 'colour', ...common, default: fallback };
  return {
    kind: 'text',
    ...common,
    default: fallback,
    multiline: (schema.maxLength ?? 0) > 1000 && common.path.at(-1) === 'notes',
  };
}

/** A choice by the member in which the alternatives differ, and the fields of the present one. */
function alternativeFields(
  schema: JsonSchema,
  alternatives: readonly JsonSchema[],
  data: unknown,
  path: FieldPath,
): FormField[] {
  const name = discriminator(alternatives);
  if (name === undefined) return [];
  const present = memberOf(data, name);
  const chosen = alternatives.find(({ properties }) => properties![name].const === present) ?? alternatives[0];
  // `source.kind` is a kind of source.
  const holder = path.at(-1);
  const kindOf = name === 'kind' && typeof holder === 'string' ? holder : undefined;
  const options = alternatives.map(({ properties }) => String(properties![name].const));
  const choice: ChoiceFormField = {
    kind: 'choice',
    path: [...path, name],
    label: sentence(schema.label ?? words(kindOf ?? name)),
    help: schema.help ?? '',
    options: options.map((value) => ({ value, label: sentence(words(value)) })),
    default: undefined,
    replacements: new Map(alternatives.map((alternative, k) => [options[k], schemaDefault(alternative)])),
  };
  return [choice, ...formFields(chosen, data, path)];
}

/** The member that is a constant in every alternative. */
function discriminator(alternatives: readonly JsonSchema[]): string | undefined {
  const [first] = alternatives;
  return Object.keys(first.properties ?? {}).find((name) =>
    alternatives.every(({ properties }) => properties?.[name]?.const !== undefined),
  );
}

/** All fields, those of groups without their headings. */
export function flatFields(fields: readonly FormField[]): FormField[] {
  return fields.flatMap((field) => (field.kind === 'group' ? flatFields(field.fields) : [field]));
}

/** What a schema's value is when nothing is said. */
export function schemaDefault(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return structuredClone(schema.default);
  if (schema.quantity !== undefined) return schema.quantity.default;
  if (schema.oneOf !== undefined) return schemaDefault(schema.oneOf[0]);
  if (schema.prefixItems !== undefined) return schema.prefixItems.map(schemaDefault);
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).map(([name, member]) => [name, schemaDefault(member)] as const);
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'array') return [];
  return undefined;
}

function memberOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
}

/** `minSubsteps` -> `min substeps`, `graded-stuffing` -> `graded stuffing`. */
function words(name: string): string {
  return name
    .replaceAll('-', ' ')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
